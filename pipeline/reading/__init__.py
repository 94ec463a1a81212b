"""The reader: the network, how it runs and how its scores become a span."""
