"""What code can see in a topic: names, triggers, and the three forms of request that may need no search."""
