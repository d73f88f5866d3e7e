"""The queue's cluster as a child: started, asked to stop, swept away with everything that it left behind."""

import os
import signal
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from django.conf import settings

# The cluster gets a session of its own: a signal to its whole group, as a terminal's Ctrl-C is, would kill its workers
# and leave its master waiting for ever. In the same group a shell waits for the end of its input, which comes when
# whoever holds the cluster dies, however that happens, and takes the group with it.
_LAUNCH = 'exec 3<&0; { read _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec "$@" </dev/null 3<&-'

# glibc gives threads up to eight heaps a processor, each with what it once needed; a worker has hundreds of threads,
# which take turns at the interpreter and hence at one heap.
_FRUGAL = {"MALLOC_ARENA_MAX": "1"}


class Cluster:
    """One cluster of worker processes. Used as a context manager: none of them is left when it ends."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex[:12]
        # Nothing is there until the cluster is to stop, so nothing is left behind by a supervisor that is killed.
        self._flag = Path(tempfile.gettempdir()) / f"kyle-{uuid.uuid4().hex}.stop"

    def __enter__(self) -> "Cluster":
        environment = os.environ | _FRUGAL | {"KYLE_CLUSTER": self.name, "KYLE_STOP_FILE": str(self._flag)}
        program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "qcluster", "--skip-checks"]
        self._master = subprocess.Popen(  # noqa: S603
            ["/bin/sh", "-c", _LAUNCH, "kyle", *program],
            stdin=subprocess.PIPE,
            start_new_session=True,
            env=environment,
        )
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()
        self._flag.unlink(missing_ok=True)

    @property
    def exit_code(self) -> int | None:
        """The code with which the master ended; null while it lives. Others of the cluster may outlive it."""
        return self._master.poll()

    def ask_to_hand_back(self) -> None:
        """Carriers claim no more, and hand their runs back at their next step."""
        self._flag.touch()

    def stop(self, grace: float) -> bool:
        """Ends the cluster once its runs are handed back. Whether it ended within `grace` seconds; killed if not."""
        self.ask_to_hand_back()
        self._master.terminate()
        try:
            self._master.wait(timeout=grace)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return True

    def kill(self) -> None:
        """Kills every process of the cluster, also those that outlived its master."""
        try:
            os.killpg(self._master.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        finally:
            if self._master.stdin:
                self._master.stdin.close()
            self._master.wait()
