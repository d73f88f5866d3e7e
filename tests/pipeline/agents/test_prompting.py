import pytest

from briefings.pipeline.agents import layout, planner, sources, structured, writer
from briefings.pipeline.agents.prompting import FOLDER, Prompt, fingerprint, load

AGENTS = (layout, planner, sources, structured, writer)
LOADED: set[Prompt] = {value for agent in AGENTS for value in vars(agent).values() if isinstance(value, Prompt)}
PROMPTS = sorted(LOADED, key=lambda prompt: prompt.name)


def test_every_template_is_used_and_every_used_one_is_there():
    assert {prompt.name for prompt in LOADED} == {path.stem for path in FOLDER.glob("*.md")}


@pytest.mark.parametrize("values", [{}, {"problem": "p"}, {"problem": "p", "tools": "t", "more": "m"}])
def test_a_template_takes_exactly_its_placeholders(values):
    with pytest.raises(ValueError, match="placeholders"):
        load("repair").fill(**values)


def test_values_are_put_in_as_they_are():
    filled = Prompt("p", "Say $this.").fill(this="$5 for ${that}")
    assert filled == "Say $5 for ${that}."


@pytest.mark.parametrize("prompt", PROMPTS, ids=[prompt.name for prompt in PROMPTS])
def test_a_dollar_sign_in_a_template_is_a_placeholder(prompt):
    assert prompt.text.count("$") == sum(prompt.text.count(f"${name}") for name in prompt.placeholders)


def test_the_fingerprint_changes_with_the_text_alone():
    assert fingerprint(Prompt("a", "text")) == fingerprint(Prompt("b", "text"))
    assert fingerprint(Prompt("a", "text")) != fingerprint(Prompt("a", "text."))
    assert len(fingerprint(Prompt("a", "text"))) == 12
