#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Opens a trace of another machine over a slow link, and prints what that costs:

    tests/bench/shaped_link.py [--program GAPLIGHT] [--trace FILE | --megabytes N]
        [--megabits-per-second N] [--delay-ms N] [--silent-s N]

A real sshd of its own is the other machine; a relay in front of it delays every byte by --delay-ms, in
each direction, and passes --megabits-per-second. As root all of it runs in a network namespace of its
own. Prints the size of the pack, the time of `gaplight analyze HOST:TRACE` against 1.3 times that of
sending the pack (besides the time of making it there), the same with a link that is silent for a while,
with one that is cut and with the program there killed, and the time of reading the args of an event.
Exits with 1 where a budget is broken or a report is not that of the trace. Of a small trace, what ssh
needs to connect counts for more than the sending."""
import argparse
import collections
import contextlib
import getpass
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests/data/wan_before_compile.json.zst"
OWN_NETWORK = "GAPLIGHT_BENCH_OWN_NETWORK"
MAX_RATIO = 1.3
MAX_ARGS_MS = 200
PIECE = 16_384
ARGS = """
import sys, time, gaplight
trace = gaplight.open(sys.argv[1])
count = len(trace.slices)
for number in range(1000):
    slice = number * 7919 % count
    begin = time.perf_counter()
    trace.args(slice)
    print((time.perf_counter() - begin) * 1000)
"""


class Direction:
    """Passes bytes of one connection on, each `delay` later and no faster than the rate."""

    def __init__(self, source, target, link, on_passed):
        self.source, self.target, self.link, self.on_passed = source, target, link, on_passed
        self.pieces, self.waiting = collections.deque(), 0
        self.changed = threading.Condition()
        for work in (self.read, self.write):
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        # What is under way, and a buffer as a router has it; beyond that the sender has to wait.
        room = self.link.bytes_per_second * self.link.delay + 256_000
        data = b"x"
        while data:
            try:
                data = self.source.recv(PIECE)
            except OSError:
                data = b""
            with self.changed:
                self.changed.wait_for(lambda: self.waiting < room)
                self.pieces.append((time.monotonic() + self.link.delay, data))
                self.waiting += len(data)
                self.changed.notify_all()

    def write(self):
        free = 0.0
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.pieces)
                arrives, data = self.pieces.popleft()
                self.waiting -= len(data)
                self.changed.notify_all()
            free = max(free, arrives) + len(data) / self.link.bytes_per_second
            time.sleep(max(0.0, free - time.monotonic()))
            try:
                if data:
                    self.target.sendall(data)
                    self.on_passed(len(data))
                else:
                    self.target.shutdown(socket.SHUT_WR)
            except OSError:
                data = b""
            if not data:
                return


class Link:
    """A port that leads to another one, slowly. `event` happens once, after so many bytes from
    there."""

    def __init__(self, port, bytes_per_second, delay):
        self.port_there, self.bytes_per_second, self.delay = port, bytes_per_second, delay
        self.sockets, self.event, self.left = [], None, 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def after(self, count, event):
        self.event, self.left = event, count

    def serve(self):
        while True:
            near, _ = self.server.accept()
            far = socket.create_connection(("127.0.0.1", self.port_there))
            self.sockets = [near, far]
            Direction(near, far, self, lambda count: None)
            Direction(far, near, self, self.passed)

    def passed(self, count):
        self.left -= count
        if self.event is not None and self.left <= 0:
            event, self.event = self.event, None
            event()

    def cut(self):
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def server(folder, program):
    """An sshd whose PATH begins with the program's folder; gives its port, its process, and the ssh
    that reaches it through a port that is written into folder/port."""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
        f"AuthorizedKeysFile {folder}/user.pub\nStrictModes no\nPasswordAuthentication no\n"
        "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n"
        f"SetEnv PATH={program.parent}:{os.environ['PATH']}\n", encoding="utf-8")
    (folder / "known").write_text("node " + (folder / "host.pub").read_text())
    ssh = folder / "ssh"
    ssh.write_text(f'#!/bin/sh\nexec ssh -F none -p "$(cat "{folder}/port")" -i "{folder}/user" '
                   f'-o User={getpass.getuser()} -o HostName=127.0.0.1 -o HostKeyAlias=node '
                   f'-o UserKnownHostsFile="{folder}/known" -o IdentitiesOnly=yes "$@"\n')
    ssh.chmod(0o700)
    if os.getuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)  # the service makes it otherwise
    sshd = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
    with subprocess.Popen([sshd, "-D", "-f", folder / "sshd_config", "-E", folder / "log"]) as process:
        try:
            while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
                if process.poll() is not None:
                    raise SystemExit("shaped_link: sshd ended: " + (folder / "log").read_text())
                time.sleep(0.05)
            yield port, process, ssh
        finally:
            process.terminate()


def repeated(path, megabytes):
    """A trace of this size: the source again and again, shifted in time, with other ids."""
    text = subprocess.run(["zstd", "-dc", SOURCE], stdout=subprocess.PIPE, check=True).stdout
    trace = json.loads(text)
    timed = [event for event in trace["traceEvents"] if "ts" in event and event["ph"] != "M"]
    begin = min(event["ts"] for event in timed)
    length = max(event["ts"] + event.get("dur", 0) for event in timed) - begin
    events = trace.pop("traceEvents")
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(trace)[:-1] + ',"traceEvents":[')
        for turn in range(max(1, megabytes * 1_000_000 // len(text))):
            lines = []
            for event in events if turn == 0 else timed:
                moved = dict(event, ts=event.get("ts", 0) + turn * (length + 1000))
                if "id" in event:
                    moved["id"] = f"{turn}.{event['id']}"
                if "correlation" in event.get("args", ()):
                    moved["args"] = dict(event["args"],
                                         correlation=event["args"]["correlation"] + (turn << 32))
                lines.append(json.dumps(moved))
            file.write((",\n" if turn else "") + ",\n".join(lines))
        file.write("]}")


def gaplight_below(process):
    """Processes of gaplight that descend from a process."""
    parents, found = {}, []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = stat.read_text()
            name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:]
            parents[int(stat.parent.name)] = (int(rest.split()[1]), name)
    for pid, (parent, name) in parents.items():
        while name == "gaplight" and parent > 1 and parent != process:
            parent = parents.get(parent, (0, ""))[0]
        if name == "gaplight" and parent == process:
            found.append(pid)
    return found


class Measurement:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.broken = arguments, folder, 0
        self.trace = arguments.trace
        if self.trace is None:
            self.trace = folder / "trace.json"
            repeated(self.trace, arguments.megabytes)
        self.pack = folder / "trace.gpk"
        begin = time.monotonic()
        with open(self.pack, "wb") as file:
            subprocess.run([arguments.program, "pack", self.trace, "--stdout", "--no-cache"],
                           stdout=file, check=True)
        self.packed_s = time.monotonic() - begin
        self.sent_s = self.pack.stat().st_size / (arguments.megabits_per_second * 125_000)
        self.report = self.findings(self.trace, os.environ)
        print(f"trace {self.trace.stat().st_size / 1e6:.1f} MB; pack "
              f"{self.pack.stat().st_size / 1e6:.1f} MB, made there in {self.packed_s:.1f} s, sent in "
              f"{self.sent_s:.1f} s at {arguments.megabits_per_second} Mbit/s")

    def findings(self, path, environment):
        done = subprocess.run([self.arguments.program, "analyze", path, "--format", "json", "--quiet",
                               "--no-cache"], stdout=subprocess.PIPE, check=True, env=environment)
        report = json.loads(done.stdout)
        return report["findings"], report["devices"]

    def say(self, what, kept, detail):
        self.broken += not kept
        print(f"{what:28} {detail:46} {'kept' if kept else 'BROKEN'}", flush=True)

    def run(self, what, event, node):
        """`event` happens after half of the pack. Gives the time."""
        port, process, ssh = node
        link = Link(port, self.arguments.megabits_per_second * 125_000, self.arguments.delay_ms / 1000)
        if event is not None:
            link.after(self.pack.stat().st_size / 2, lambda: event(link, process.pid))
        (self.folder / "port").write_text(str(link.port), encoding="ascii")
        begin = time.monotonic()
        report = self.findings(f"node:{self.trace}", {**os.environ, "GAPLIGHT_SSH": str(ssh)})
        took = time.monotonic() - begin
        self.say(f"{what}: report", report == self.report, f"that of the trace, after {took:.1f} s")
        return took

    def runs(self):
        def kill(_, server_pid):
            for pid in gaplight_below(server_pid):
                os.kill(pid, signal.SIGKILL)

        silent_s = self.arguments.silent_s
        with server(self.folder, self.arguments.program) as node:
            took = self.run("whole link", None, node)
            ratio = (took - self.packed_s) / self.sent_s
            self.say("whole link: time", ratio <= MAX_RATIO,
                     f"{ratio:.2f} times that of sending, of at most {MAX_RATIO}")
            self.run(f"silent for {silent_s:g} s", lambda *_: time.sleep(silent_s), node)
            self.run("cut link", lambda link, _: link.cut(), node)
            self.run("program there killed", kill, node)

    def args(self):
        module = self.arguments.program.parents[1] / "python"
        done = subprocess.run([sys.executable, "-c", ARGS, self.pack], stdout=subprocess.PIPE, text=True,
                              check=False, env={**os.environ, "PYTHONPATH": str(module)},
                              stderr=subprocess.PIPE)
        if done.returncode != 0:
            why = done.stderr.splitlines()[-1]
            print(f"args of an event: not measured by the Python module in {module}: {why}")
            return
        times = [float(line) for line in done.stdout.split()]
        self.say("args of an event", max(times) <= MAX_ARGS_MS,
                 f"median {statistics.median(times):.2f} ms, at most {max(times):.2f} ms")


def enter_own_network():
    if os.getuid() == 0 and OWN_NETWORK not in os.environ:
        os.environ[OWN_NETWORK] = "1"
        os.execvp("unshare", ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh",
                              sys.executable, *sys.argv])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/bench/app/gaplight")
    parser.add_argument("--trace", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--megabits-per-second", type=float, default=20)
    parser.add_argument("--delay-ms", type=float, default=50)
    parser.add_argument("--silent-s", type=float, default=10)
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    enter_own_network()
    with tempfile.TemporaryDirectory() as folder:
        measurement = Measurement(arguments, pathlib.Path(folder))
        measurement.runs()
        measurement.args()
    sys.exit(1 if measurement.broken else 0)


if __name__ == "__main__":
    main()
