# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The window of the built program, without a display, with folders of its own for all that it keeps."""

import contextlib
import os
import signal
import subprocess
import time

from program import PROGRAM

SECONDS = 120


class OffscreenWindow:
    """Where a window keeps things, and what it has opened."""

    def __init__(self, folder):
        self.config, self.cache, runtime = (os.path.join(folder, name) for name in (
            "config", "cache", "runtime"))
        os.makedirs(runtime, mode=0o700, exist_ok=True)
        plain = {name: value for name, value in os.environ.items()
                 if name not in ("DISPLAY", "WAYLAND_DISPLAY") and not name.startswith("XDG_")}
        self.environment = {**plain, "QT_QPA_PLATFORM": "offscreen", "HOME": folder,
                            "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": self.config,
                            "XDG_DATA_HOME": os.path.join(folder, "data"),
                            "XDG_CACHE_HOME": self.cache}

    def has_opened(self, trace):
        """Whether the trace is among the recent files, as it is once it has been read."""
        path = os.path.join(self.config, "gaplight", "gaplight.conf")
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            return trace in file.read()

    def packs(self):
        folder = os.path.join(self.cache, "gaplight", "packs")
        return [os.path.join(folder, name) for name in os.listdir(folder)
                if name.endswith(".gpk")] if os.path.isdir(folder) else []

    @contextlib.contextmanager
    def running(self, *arguments, **environment):
        """Gives a function that waits until a condition holds; closes the window at the end."""
        with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              env={**self.environment, **environment}) as process:

            def wait_until(condition):
                deadline = time.monotonic() + SECONDS
                while not condition():
                    assert process.poll() is None, process.stderr.read()
                    assert time.monotonic() < deadline, "the window does not get there"
                    time.sleep(0.05)

            try:
                yield wait_until
            finally:
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=SECONDS)
