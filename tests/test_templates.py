"""What holds for every template of the site."""

import html
import json
import re
from pathlib import Path

import pytest
from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "templates"
PRINTED = FOLDER / "document" / "print.html"  # for the PDF: no browser ever gets it
BY_NAME = {
    str(file.relative_to(FOLDER)): file.read_text() for file in sorted(FOLDER.rglob("*.html")) if file != PRINTED
}


@pytest.mark.parametrize("name", BY_NAME)
def test_nothing_in_a_template_needs_a_lax_content_policy(name: str):
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\bsrc=)|\son\w+=|javascript:", BY_NAME[name])


@pytest.mark.parametrize("name", BY_NAME)
def test_no_template_switches_escaping_off(name: str):
    assert not re.search(r"\|\s*safe|autoescape\s+off", BY_NAME[name])


@pytest.mark.parametrize("name", BY_NAME)
def test_json_in_attributes_can_be_read(name: str):
    found = re.findall(r"""hx-(?:headers|vals)=(['"])(.*?)\1|name="htmx-config" content=(['"])(.*?)\3""", BY_NAME[name])
    for _, first, _, second in found:
        assert isinstance(json.loads(html.unescape(first or second)), dict)


@pytest.mark.parametrize("name", BY_NAME)
def test_nothing_is_loaded_from_elsewhere(name: str):
    assert not re.search(r"""(?:src|href|content)=["'](?:https?:)?//""", BY_NAME[name])


def test_the_stylesheet_loads_nothing():
    assert not re.search(r"url\(|@import", (Path(settings.BASE_DIR) / "static" / "kyle.css").read_text())
