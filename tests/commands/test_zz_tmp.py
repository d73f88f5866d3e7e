from tests.commands.test_worker import *
def test_stuck(worker, ask, model):
    author, server = model(seconds=200.0)
    cluster = worker()
    for number in range(10):
        ask(f"How does HTTP/3 differ from HTTP/{number}?")
    assert eventually(lambda: states() == {Status.RUNNING: 10} and server.requests, 60)
    (master,) = cluster.masters
    t=time.monotonic(); cluster.process.terminate()
    assert eventually(lambda: states() == {Status.QUEUED: 10}, 40)
    print("handed back after", time.monotonic()-t)
    cluster.process.wait(60); print("ended after", time.monotonic()-t, cluster.process.returncode)
    assert not session(master); assert attempts()=={1}
    print(cluster.log[-1500:])
