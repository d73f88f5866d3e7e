"""Use cases: the only place that joins rows, plugs and the pipeline."""
