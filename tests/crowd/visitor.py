"""A browser reduced to what a crowd needs: cookies, forms, and a connection of its own for every request."""

import http.client
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

TIMEOUT = 60.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def place(self) -> str:
        return self.headers["Location"]


@dataclass
class Visitor:
    """May be used by many threads at once, as the tabs of one browser are."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def post(self, path: str, **fields: object) -> Answer:
        return self._ask("POST", path, urlencode(fields))

    def hidden(self, path: str = "/") -> dict[str, str]:
        """The hidden fields of the first form with that name each, the CSRF token among them."""
        found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', self.get(path).text)
        return dict(reversed(found))

    def sign_in(self, username: str, password: str) -> None:
        place = "/accounts/login/"
        fields = self.hidden(place) | {"username": username, "password": password}
        answer = self.post(place, **fields)
        assert answer.status == 302, answer.text

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read().decode())
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return answer
