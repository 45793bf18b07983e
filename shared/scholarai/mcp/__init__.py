"""The server for agents: tools of a library in the Model Context Protocol. Needs the extra `mcp`; nothing imports it but its command."""
