import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from briefings.models import Run

TOPIC = "How does HTTP/3 differ from HTTP/2?"


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("brief", *arguments)
    assert not Run.objects.exists()
    return str(refused.value)


@pytest.mark.django_db
def test_a_place_that_is_none_is_refused_before_the_run(tmp_path: Path):
    assert "no folder" in refusal(TOPIC, "--output", str(tmp_path / "nowhere" / "o.docx"))
    assert "is a folder" in refusal(TOPIC, "--output", str(tmp_path))


@pytest.mark.django_db
def test_a_missing_topic_that_nobody_can_be_asked_for(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert "no topic" in refusal()


@pytest.mark.django_db
def test_only_kinds_that_can_be_made_are_on_offer():
    assert "choose from" in refusal(TOPIC, "--kind", "deep")


@pytest.mark.django_db
def test_errors_of_the_form_stand_on_a_line_each():
    lines = refusal("?!", "--language", "tlh").splitlines()
    assert [line.split(":")[0] for line in lines] == ["topic", "language"]
    assert not any("*" in line for line in lines)


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_told_once_and_the_log_stays_quiet(tmp_path: Path, settings, caplog):
    settings.KYLE_KNOWLEDGE_DIR = tmp_path
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("brief", TOPIC, stdout=out, stderr=err)
    assert ended.value.code == 1
    told = out.getvalue() + err.getvalue()
    assert told.count("holds no readable text") == 1
    assert [record for record in caplog.records if record.name.startswith("briefings.services")] == []


@pytest.mark.django_db(transaction=True)
def test_a_document_goes_where_it_is_wanted(tmp_path: Path):
    place = tmp_path / "http.md"
    with pytest.raises(SystemExit):
        call_command("brief", TOPIC, "--format", "md", "--output", str(place), stdout=io.StringIO())
    assert place.read_text(encoding="utf-8").startswith("# ")
