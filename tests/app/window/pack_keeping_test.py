# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Packs that the window keeps of large traces. Usage: pack_keeping_test.py PROGRAM DATA_FOLDER"""

import json
import os
import time

from program import SMALL, Case, main, needs, run
from window_case import OffscreenWindow

PADDING = "x" * 51_000_000  # traces of less than 50 MB are not kept


@needs("window")
class PackKeeping(Case):
    def setUp(self):
        super().setUp()
        self.large = self.write("large.json", json.dumps(dict(SMALL, padding=PADDING)).encode())
        self.window = OffscreenWindow(self.folder)

    def open_without_keeping(self, trace, *options, **environment):
        with self.window.running(*options, trace, **environment) as wait_until:
            wait_until(lambda: self.window.has_opened(trace))
            time.sleep(1)  # a pack of this trace takes some milliseconds
        self.assertEqual(self.window.packs(), [])

    def test_a_large_trace_is_kept_and_opened_again(self):
        with self.window.running(self.large) as wait_until:
            wait_until(self.window.packs)
        pack, = self.window.packs()
        before = os.stat(pack).st_ctime_ns
        with self.window.running(self.large) as wait_until:
            wait_until(lambda: os.stat(pack).st_ctime_ns > before)  # it was read
        # As the command line keeps it.
        listed = run("cache", env=self.window.environment).stdout.decode()
        self.assertIn(os.path.realpath(self.large), listed)
        self.assertEqual(self.window.packs(), [pack])

    def test_a_small_trace_is_not_kept(self):
        self.open_without_keeping(self.small)

    def test_keeping_can_be_switched_off(self):
        self.open_without_keeping(self.large, "--no-cache")
        os.remove(os.path.join(self.window.config, "gaplight", "gaplight.conf"))
        self.open_without_keeping(self.large, GAPLIGHT_NO_CACHE="1")

    def test_a_screenshot_keeps_none(self):
        image = os.path.join(self.folder, "window.png")
        done = run("--screenshot", image, self.large, env=self.window.environment)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertFalse(os.path.exists(self.window.cache) and self.window.packs())


if __name__ == "__main__":
    main()
