# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The window without a display, and what a window that is ended by a signal leaves behind."""

import os
import signal
import subprocess
import time

from program import PROGRAM, Case, catches, main, needs, run


class Window(Case):
    def setUp(self):
        super().setUp()
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)
        plain = {name: value for name, value in os.environ.items()
                 if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        self.plain = {**plain, "TMPDIR": self.temporary, "HOME": self.folder,
                      "XDG_RUNTIME_DIR": self.folder,  # else Qt makes one in TMPDIR for a window
                      "XDG_CONFIG_HOME": os.path.join(self.folder, "config"),
                      "XDG_DATA_HOME": os.path.join(self.folder, "data"),
                      "XDG_CACHE_HOME": os.path.join(self.folder, "cache")}

    def screenshot(self, **environment):
        image = os.path.join(self.folder, "window.png")
        return run("--screenshot", image, self.small, env={**self.plain, **environment})

    @needs("no-window")
    def test_without_a_window(self):
        self.assert_refused(run(), 2, "this build has no window")

    @needs("window")
    def test_without_a_display(self):
        for environment in ({}, {"QT_QPA_PLATFORM": "xcb"}, {"DISPLAY": ":987"},
                            {"QT_QPA_PLATFORM": "there-is-no-such-platform"}):
            with self.subTest(environment=environment):
                result = run(self.small, env={**self.plain, **environment})
                self.assert_refused(result, 2, "cannot open a window", "gaplight analyze")
        self.assert_refused(self.screenshot(QT_QPA_PLATFORM="xcb"), 2, "cannot open a window")

    @needs("window")
    def test_a_screenshot_leaves_nothing_behind(self):
        for home in (self.folder, "/proc", ""):
            result = self.screenshot(HOME=home)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(os.listdir(self.temporary), [])
        self.assertEqual(self.screenshot(XDG_RUNTIME_DIR="").returncode, 0)
        self.assertEqual(os.listdir(self.temporary), [])
        self.assertFalse(os.path.exists(os.path.join(self.folder, "config")))

    @needs("window")
    def test_a_signal_closes_the_window(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for arguments in ([self.small], ["--start-page"]):
                process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           env={**self.plain, "QT_QPA_PLATFORM": "offscreen"})
                self.addCleanup(process.kill)
                while not catches(process, number):
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 4)
                self.assertEqual(os.listdir(self.temporary), [])

    @needs("window")
    def test_an_ignored_signal_stays_ignored(self):
        process = subprocess.Popen([PROGRAM, self.small], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
                                   env={**self.plain, "QT_QPA_PLATFORM": "offscreen"})
        self.addCleanup(process.kill)
        while not catches(process, signal.SIGTERM):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        self.assertFalse(catches(process, signal.SIGHUP))
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4)


if __name__ == "__main__":
    main()
