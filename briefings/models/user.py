"""Accounts."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Kyle's own user model from the first migration, so that it can grow."""
