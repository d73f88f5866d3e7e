"""The stages of the flow, one module each."""
