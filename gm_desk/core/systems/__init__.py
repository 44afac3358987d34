"""The protocol and data of a system, the registry, and the systems ep1, ep2 and kaiser."""
