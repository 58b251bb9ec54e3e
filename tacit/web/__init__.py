"""The web page and the HTTP API: `tacit serve`. Needs the extra `web`."""
