"""The outside world behind the ports; the only place for heavy packages."""
