from tests.world import serve, site

__all__ = ["serve", "site"]
