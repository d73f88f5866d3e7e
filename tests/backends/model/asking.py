"""What the tests of the provider have in common: one request, one answer to it, and ways of asking."""

from briefings.backends.model.openai_compatible import OpenAICompatible
from briefings.pipeline.ports import ModelRequest, Tool
from tests.doubles.openai_server import completion, tool_call

SEARCH = Tool(
    name="web_search",
    description="Search the web.",
    parameters={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)
ASK = ModelRequest(messages=({"role": "user", "content": "潮汐 power?"},), tools=(SEARCH,), temperature=0.0)
CALLED = completion(tool_call("web_search", {"query": "a"}))


def complete(provider, request=ASK):
    return provider.complete("m-test", request, alive=lambda: None)


def ask(server, request=ASK, **options):
    return complete(OpenAICompatible(base_url=server.base_url, **options), request)


def refused(message, parameter=None, status=400):
    return status, {}, {"error": {"message": message, "type": "invalid_request_error", "param": parameter}}
