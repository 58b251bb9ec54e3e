"""InScript's labels of event types in plain words."""

from __future__ import annotations

EVENT_TYPE = "ScrEv_"
"""What the labels of script events begin with in InScript; its other labels are for what no script contains."""
NO_TYPE = EVENT_TYPE + "other"
"""InScript's label for script events that are of none of its types."""
_PLAIN = {
    "arrive_destination": "arrive",
    "board_plane": "board the plane",
    "bring_vehicle": "bring everything to the car",
    "brush_hair": "brush off the hair",
    "cashier_scan/weight": "cashier scans and weighs",
    "check_temp": "check the temperature",
    "conductor_checks": "conductor checks tickets",
    "customer_opinion": "say how one likes it",
    "fill_water/wait": "wait while it fills",
    "free_wheel": "take the wheel off",
    "get_airport": "get to the airport",
    "get_bus_stop": "get to the bus stop",
    "get_called": "be called",
    "get_destination_airport": "get to the other airport",
    "get_library": "get to the library",
    "get_out_bath": "get out of the bath",
    "get_plane": "get into the plane",
    "get_platform": "get to the platform",
    "get_salon": "get to the salon",
    "get_shelf": "get to the shelf",
    "get_train_station": "get to the station",
    "go_check_in": "go to check-in",
    "go_check_out": "go to check-out",
    "go_checkout": "go to the checkout",
    "go_exit": "go to the exit",
    "go_grocery": "go to the shop",
    "go_security_checks": "go through security",
    "go_target_location": "go on from the airport",
    "lay_bike_down": "lay the bicycle down",
    "listen_call": "hear the call to board",
    "listen_crew": "listen to the crew",
    "look_mirror": "look into the mirror",
    "loose_nut": "loosen the nuts",
    "make_hair_style": "style the hair",
    "move_exit": "move to the exit",
    "move_in_salon": "go to the chair",
    "move_section": "go from section to section",
    "note_shelf": "note the shelf",
    "obtain_card": "get a card",
    "place_fertilizers": "add fertilizer",
    "place_root": "put the roots in",
    "pour_dough": "pour the dough into the tin",
    "prepare_wash": "get ready for the wash",
    "present_ID/ticket": "show the ticket",
    "present_boarding_pass": "show the boarding pass",
    "pull_air_pin": "open the valve",
    "put_bubble_bath_scent": "add bubble bath",
    "put_cake_oven": "put the cake into the oven",
    "put_conveyor": "put everything on the belt",
    "put_new_tire": "put the new tyre on",
    "put_patch/seal": "patch the hole",
    "put_towel": "put a towel on",
    "refill_tire_air": "pump up the tyre",
    "remove_cap": "take the cape off",
    "return_shop_cart": "return the cart",
    "ride_bike": "ride",
    "scalp_massage": "massage the scalp",
    "set_time": "set the timer",
    "sink_water": "get into the water",
    "small_talk": "chat",
    "spend_time_bus": "pass the time",
    "spend_time_flight": "pass the time",
    "spend_time_train": "pass the time",
    "stow_away_luggage": "stow the luggage away",
    "take_off_preparations": "get ready for take-off",
    "take_out_cake_tin": "take it out of the tin",
    "take_out_oven": "take it out of the oven",
    "take_shop_cart": "take a cart",
    "take_tire_off": "take the tyre off",
    "talk_haircut": "talk about the haircut",
    "tie_stakes_up": "tie it to a stake",
    "unwrap_root": "unwrap the roots",
    "wait_boarding": "wait for boarding",
}
"""Only where the label itself is not plain."""


def readable(label: str) -> str:
    """A label in plain words.

    >>> readable("ScrEv_get_salon"), readable("ScrEv_make_list")
    ('get to the salon', 'make list')
    """
    name = label.removeprefix(EVENT_TYPE)
    return _PLAIN.get(name, name.replace("_", " "))
