from tacit.clarifications import Filler, Instruction, Phenomenon
from tacit.clarifications.rating import read_sheets, sheets
from tacit.report.rating.pages import write_page

PLACE = Instruction(
    "1", Phenomenon.IMPLICIT_REFERENCE, "Rinse ", " well.", (Filler("the cup"), Filler("the moon")), "How to Tidy"
)


def test_answers_are_kept_and_downloaded_from_disk(browser, tmp_path):
    [items] = sheets([PLACE], [], count=1, ratings=1)
    write_page(items, tmp_path / "sheet-1.html")
    problems = []
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto((tmp_path / "sheet-1.html").as_uri())
    assert page.locator("#left").text_content() == "2 of 2 left"
    assert page.locator("#save").is_disabled()
    page.fill("#rater", "Ann B.")
    page.check('input[name="1_1"][value="5"]')
    page.reload()
    assert page.locator('input[name="1_1"][value="5"]').is_checked()
    page.check('input[name="1_2"][value="2"]')
    assert page.locator("#left").text_content() == "all rated"
    with page.expect_download() as waiting:
        page.click("#save")
    assert waiting.value.suggested_filename == "sheet-1-Ann_B_.tsv"
    waiting.value.save_as(tmp_path / "answers.tsv")
    context.close()
    assert read_sheets([tmp_path / "answers.tsv"]) == {"Ann B.": {"1_1": 5, "1_2": 2}}
    assert not problems
