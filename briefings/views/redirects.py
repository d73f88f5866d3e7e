"""Where a form leads to."""

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """303: the answer to a POST is found with a GET."""

    status_code = 303
