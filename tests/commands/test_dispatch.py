from io import StringIO

import pytest
from django.core.management import call_command
from django_q.brokers import get_broker

from tests.factories import RunFactory


@pytest.mark.django_db
def test_the_command_wakes_a_carrier_up_and_says_what_waits():
    RunFactory.create_batch(2)
    queue, output = get_broker(), StringIO()
    queue.delete_queue()
    call_command("dispatch", stdout=output)
    assert output.getvalue() == "0 recovered, 2 waiting to be carried.\n"
    assert queue.queue_size() == 1
    queue.delete_queue()
