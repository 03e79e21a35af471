# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The memory of a report grows with the length of the trace, whatever the trace consists of
(SECURITY.md, "Limits"). Usage: memory_proportion_test.py PROGRAM DATA_FOLDER [unittest options]"""

import os
import subprocess

from program import PROGRAM, Case, main

MIB = 1 << 20
FACTOR = 10  # of memory to text, as SECURITY.md says
BASE = 48 * MIB
COUNT = 100_000


def slice_of(at, pid=1, tid=1, name="aten::add"):
    return f'{{"ph":"X","cat":"cpu_op","name":"{name}","pid":{pid},"tid":{tid},"ts":{at},"dur":2}}'


def kernel_of(at, stream):
    return (f'{{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":{stream},"ts":{at},"dur":2,'
            f'"args":{{"device":0,"stream":{stream},"correlation":{at}}}}}')


def flow_of(at):
    return (f'{{"ph":"{"sf"[at % 2]}","id":7,"cat":"ac2g","name":"ac2g","pid":1,"tid":1,'
            f'"ts":{at}}}')


# One event of each kind of input, by its number.
KINDS = {
    "threads": lambda at: slice_of(at, tid=at),
    "processes": lambda at: slice_of(at, pid=at),
    "names": lambda at: slice_of(3 * at, name=f"operator_{at}"),
    "streams": lambda at: kernel_of(3 * at, at),
    "kernels": lambda at: kernel_of(3 * at, 7),
    "flows of one id": flow_of,
    "counters": lambda at: f'{{"ph":"C","name":"c{at}","pid":1,"ts":{at},"args":{{"v":1}}}}',
    "asynchronous events": lambda at: f'{{"ph":"{"be"[at % 2]}","id":{at // 2},"cat":"x",'
                                      f'"name":"a","pid":1,"tid":1,"ts":{at}}}',
    "nested slices": lambda at: f'{{"ph":"B","cat":"cpu_op","name":"n","pid":1,"tid":1,"ts":{at}}}',
}


class MemoryProportion(Case):
    def assert_in_proportion(self, kind, text):
        trace = self.write("trace.json", text.encode())
        with subprocess.Popen([PROGRAM, "analyze", trace, "--format", "json", "--no-cache"],
                              stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, kind)
        self.assertLess(usage.ru_maxrss * 1024, BASE + FACTOR * len(text), kind)

    def test_of_every_kind_of_event(self):
        for kind, event in KINDS.items():
            with self.subTest(kind=kind):
                events = ",\n".join(event(at) for at in range(COUNT))
                self.assert_in_proportion(kind, '{"traceEvents":[' + events + "]}")

    def test_of_one_long_name(self):
        events = [slice_of(1, name="x" * 40_000_000), slice_of(5)]
        self.assert_in_proportion("a long name", '{"traceEvents":[' + ",".join(events) + "]}")


if __name__ == "__main__":
    main()
