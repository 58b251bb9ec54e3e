"""Every operation of the API is called with made-up requests: none may end in an error of the server."""

from __future__ import annotations

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tacit.web.app import create_app

pytestmark = pytest.mark.processes
description = schemathesis.openapi.from_dict(create_app().openapi())
EXPECTED = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@description.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_no_request_breaks_the_server(case: schemathesis.Case, client: httpx.Client) -> None:
    answer = case.call(base_url=str(client.base_url).rstrip("/"), headers=dict(client.headers), timeout=120)
    case.validate_response(answer, checks=EXPECTED)


def test_programs_that_make_clients_can_name_everything() -> None:
    """Each operation has a plain name of its own, and each schema a title that no other has."""
    plain = create_app(token="x" * 16).openapi()
    names = [operation["operationId"] for each in plain["paths"].values() for operation in each.values()]
    assert {"read", "read_stream", "why", "steps", "recommender_predict", "label_studio_predict"} <= set(names)
    assert len(names) == len(set(names)) and all(name.isidentifier() for name in names)
    titles = [schema.get("title", name) for name, schema in plain["components"]["schemas"].items()]
    assert len(titles) == len(set(titles))
    assert not any("oneOf" in schema for schema in plain["components"]["schemas"].values()), "made into Any"
