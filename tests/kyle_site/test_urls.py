from django.test import Client


def test_a_browser_that_asks_for_an_icon_is_led_to_it(client: Client):
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert response["Location"] == "/static/favicon.svg"
