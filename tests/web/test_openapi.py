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
