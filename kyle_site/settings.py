"""Django's and Kyle's settings, read once from the environment or `.env`. docs/settings.md documents every name."""

import secrets
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from dotenv import load_dotenv

from kyle_site.env import Environment

BASE_DIR = Path(__file__).resolve().parent.parent
load_dotenv(BASE_DIR / ".env")
ENV = Environment()

DATA_DIR = ENV.folder("KYLE_DATA_DIR", BASE_DIR / "var")


def _installation_key() -> str:
    """A random key made at first start and kept: a fresh machine needs no SECRET_KEY, and no two share one."""
    file = DATA_DIR / "secret_key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(64))
    return file.read_text().strip()


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(name) from error


_SQLITE = {
    "timeout": 20,
    # Deferred transactions that read first and write later fail at once, whatever the timeout: "database is locked".
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}
# A worker that is frozen in the middle of a write must not keep its row from whoever recovers its run.
_POSTGRESQL = {"options": "-c idle_in_transaction_session_timeout=15s"}
_DATABASES = {"django.db.backends.sqlite3": _SQLITE, "django.db.backends.postgresql": _POSTGRESQL}


def _database(url: str) -> dict[str, Any]:
    database = dict[str, Any](dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    if database["ENGINE"] not in _DATABASES:
        raise ValueError(database["ENGINE"])
    return database | {"OPTIONS": _DATABASES[database["ENGINE"]] | database.get("OPTIONS", {})}


def _redis(url: str) -> str:
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError(url)
    return url


# --- the installation ---
DEBUG = ENV.boolean("DEBUG", False)
SECRET_KEY = ENV.text("SECRET_KEY") or _installation_key()
ALLOWED_HOSTS = ENV.names_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = ENV.names_list("CSRF_TRUSTED_ORIGINS")
KYLE_HTTPS = ENV.boolean("KYLE_HTTPS", False)

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_q",
    "template_partials",
    "kyle_site",
    "briefings",
    "dashboard",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "kyle_site.urls"
WSGI_APPLICATION = "kyle_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
AUTH_USER_MODEL = "briefings.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
KYLE_TIME_ZONE = ENV.parsed("KYLE_TIME_ZONE", "UTC", _zone, "use an IANA name such as Europe/Paris")


# --- database: SQLite with a write-ahead log and IMMEDIATE transactions, or PostgreSQL ---
DATABASES = {
    "default": ENV.parsed(
        "DATABASE_URL",
        f"sqlite:///{DATA_DIR / 'kyle.sqlite3'}",
        _database,
        "use sqlite:///path or postgres://user:password@host:port/name",
    )
}

# --- static files and documents ---
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "static_root"
# Documents are private: they live outside any served folder and leave through a view that checks who asks.
MEDIA_ROOT = DATA_DIR / "documents"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if not DEBUG
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- security ---
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = KYLE_HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if KYLE_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = KYLE_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if KYLE_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
CSRF_FAILURE_VIEW = "briefings.views.errors.csrf_failure"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- the queue: a wake-up, never the truth. The run's row owns retries, so the queue makes one try ---
KYLE_WORKERS = ENV.integer("KYLE_WORKERS", 2, least=1, most=64)
REDIS_URL = ENV.parsed("REDIS_URL", "", _redis, "use redis://host:port/number, rediss:// or unix://")
Q_CLUSTER = {
    "name": "kyle",
    # Redis is quicker and may lose a wake-up; the database keeps it, and needs nothing besides.
    **({"redis": REDIS_URL} if REDIS_URL else {"orm": "default"}),
    "broker_class": f"briefings.backends.queue.{'redis.RedisBroker' if REDIS_URL else 'database.DatabaseBroker'}",
    "workers": KYLE_WORKERS,
    "poll": 0.2,
    "queue_limit": 2,
    "bulk": 1,
    # A task is a carrier of many runs. It ends by itself after its shift; these are for one that does not.
    "timeout": 24 * 3600,
    "retry": 25 * 3600,
    "ack_failures": True,
    "max_attempts": 1,
    "recycle": 50,
    "max_rss": 600_000,
    "save_limit": 500,
    "catch_up": False,
    "guard_cycle": 0.5,
    "label": "Queue",
}

KYLE_RUNS_PER_WORKER = ENV.integer("KYLE_RUNS_PER_WORKER", 16, least=1, most=200)
KYLE_DATABASE_CONNECTIONS = ENV.integer("KYLE_DATABASE_CONNECTIONS", 3, least=2, most=50)
KYLE_HEARTBEAT_TIMEOUT = ENV.number("KYLE_HEARTBEAT_TIMEOUT", 360.0, least=1.0)
KYLE_MAX_ATTEMPTS = ENV.integer("KYLE_MAX_ATTEMPTS", 8, least=1, most=100)
KYLE_SIMPLIFIED_ATTEMPTS = ENV.integer("KYLE_SIMPLIFIED_ATTEMPTS", 2)
KYLE_MAX_WAITS = ENV.integer("KYLE_MAX_WAITS", 12)
KYLE_STOP_FILE = ENV.text("KYLE_STOP_FILE")
KYLE_CLUSTER = ENV.text("KYLE_CLUSTER")
KYLE_PROBE_SECONDS = ENV.number("KYLE_PROBE_SECONDS", 10.0, least=0.5, most=600.0)

# --- child processes: for what keeps a processor busy ---
KYLE_CHILD_PROCESSES = ENV.integer("KYLE_CHILD_PROCESSES", 2, most=32)
KYLE_EXTRACTION_TIMEOUT = ENV.number("KYLE_EXTRACTION_TIMEOUT", 20.0, least=0.1)
KYLE_RENDER_TIMEOUT = ENV.number("KYLE_RENDER_TIMEOUT", 60.0, least=0.1)

# --- quota and budget ---
KYLE_DAILY_QUOTA = ENV.integer("KYLE_DAILY_QUOTA", 20)
KYLE_GUEST_QUOTA = ENV.integer("KYLE_GUEST_QUOTA", 10)
KYLE_GUEST_ADDRESS_QUOTA = ENV.integer("KYLE_GUEST_ADDRESS_QUOTA", 30)
KYLE_TRUSTED_PROXIES = ENV.integer("KYLE_TRUSTED_PROXIES", 0, most=10)
KYLE_SITE_DAILY_LIMIT = ENV.integer("KYLE_SITE_DAILY_LIMIT", 0) or None
KYLE_RUN_BUDGET_USD = ENV.decimal("KYLE_RUN_BUDGET_USD", "0") or None
KYLE_RUN_BUDGET_TOKENS = ENV.integer("KYLE_RUN_BUDGET_TOKENS", 0) or None
KYLE_BUDGET_WRITING_SHARE = ENV.decimal("KYLE_BUDGET_WRITING_SHARE", "0.3", most="0.9")

# --- the cast ---
OPENAI_API_KEY = ENV.text("OPENAI_API_KEY")
OPENAI_BASE_URL = ENV.text("OPENAI_BASE_URL")
KYLE_CAST = ENV.choice("KYLE_CAST", "auto", ("auto", "model", "extractive"))
KYLE_MODEL = ENV.text("KYLE_MODEL", "gpt-5-mini")
KYLE_MODELS = {
    "planner": ENV.text("KYLE_PLANNER_MODEL") or KYLE_MODEL,
    "writer": ENV.text("KYLE_WRITER_MODEL") or KYLE_MODEL,
}
KYLE_MODEL_TIMEOUT = ENV.number("KYLE_MODEL_TIMEOUT", 120.0, least=1.0, most=86_400.0)
KYLE_RETRIES = ENV.integer("KYLE_RETRIES", 2, most=10)

# --- research ---
KYLE_SEARCH = ENV.text("KYLE_SEARCH", "duckduckgo+wikipedia,knowledge")
KYLE_DUCKDUCKGO_URL = ENV.text("KYLE_DUCKDUCKGO_URL", "https://html.duckduckgo.com/html/")
KYLE_WIKIPEDIA_URL = ENV.text("KYLE_WIKIPEDIA_URL", "https://{language}.wikipedia.org/w/api.php")
KYLE_KNOWLEDGE_DIR = Path(ENV.text("KYLE_KNOWLEDGE_DIR", str(BASE_DIR / "knowledge")))
KYLE_FETCH_ALLOW = ENV.names_list("KYLE_FETCH_ALLOW")
KYLE_FETCH_TIMEOUT = ENV.number("KYLE_FETCH_TIMEOUT", 20.0, least=1.0, most=86_400.0)
KYLE_FETCH_MAX_BYTES = ENV.integer("KYLE_FETCH_MAX_BYTES", 5_000_000, least=10_000)
KYLE_SEARCH_TIMEOUT = ENV.number("KYLE_SEARCH_TIMEOUT", 15.0, least=1.0, most=86_400.0)
KYLE_MAX_SOURCES = ENV.integer("KYLE_MAX_SOURCES", 10, least=1, most=50)

# --- the document ---
KYLE_CHUNK_CHARACTERS = ENV.integer("KYLE_CHUNK_CHARACTERS", 1500, least=200)
KYLE_GATE_CHARACTERS = ENV.integer("KYLE_GATE_CHARACTERS", 800)

# --- logs: to the console, which whoever runs Kyle collects ---
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "briefings": {"level": "INFO"},
        "kyle_site": {"level": "INFO"},
        "fontTools": {"level": "ERROR"},
        "xhtml2pdf": {"level": "ERROR"},
    },
}
