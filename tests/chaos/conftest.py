from tests.world import briefing, serve, site, worker

__all__ = ["briefing", "serve", "site", "worker"]
