# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The memory of a report grows with the length of the trace, whatever the trace consists of
(SECURITY.md, "Limits"). Usage: memory_proportion_test.py PROGRAM DATA_FOLDER [unittest options]"""

import os
import subprocess

from program import PROGRAM, Case, main

MIB = 1 << 20
FACTOR = 10  # of memory to text, as SECURITY.md says (also below)
FACTOR_OF_GPUS = 60  # a report has 2 kB for each GPU
FACTOR_OF_PERFETTO_TRACKS = 25
BASE = 48 * MIB
COUNT = 100_000


def slice_of(at, pid=1, tid=1, name="aten::add"):
    return f'{{"ph":"X","cat":"cpu_op","name":"{name}","pid":{pid},"tid":{tid},"ts":{at},"dur":2}}'


def kernel_of(at, stream, correlation=None, gpu=0):
    return (f'{{"ph":"X","cat":"kernel","name":"k","pid":{gpu},"tid":{stream},"ts":{at},"dur":2,'
            f'"args":{{"device":{gpu},"stream":{stream},"correlation":{correlation or at}}}}}')


def launch_of(at, correlation):
    return (f'{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{at},'
            f'"dur":1,"args":{{"correlation":{correlation}}}}}')


def annotation_of(at, length):
    return (f'{{"ph":"X","cat":"user_annotation","name":"around_{at}","pid":1,"tid":1,"ts":{at},'
            f'"dur":{length}}}')


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


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def perfetto_tracks(count):
    """A Perfetto trace of `count` tracks with one slice each."""
    trace = bytearray()
    for at in range(1, count + 1):
        begin = field(9, 1) + field(11, at) + field(23, b"slice")
        end = field(9, 2) + field(11, at)
        for packet in (field(60, field(1, at) + field(2, b"track")),
                       field(8, 1000 * at) + field(11, begin),
                       field(8, 1000 * at + 500) + field(11, end)):
            trace += field(1, packet + field(10, 1))
    return bytes(trace)


class MemoryProportion(Case):
    def assert_in_proportion(self, kind, text, factor=FACTOR):
        text = text.encode() if isinstance(text, str) else text
        trace = self.write("trace", text)
        with subprocess.Popen([PROGRAM, "analyze", trace, "--format", "json", "--no-cache"],
                              stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, kind)
        self.assertLess(usage.ru_maxrss * 1024, BASE + factor * len(text), kind)

    def test_of_every_kind_of_event(self):
        for kind, event in KINDS.items():
            with self.subTest(kind=kind):
                events = ",\n".join(event(at) for at in range(COUNT))
                self.assert_in_proportion(kind, '{"traceEvents":[' + events + "]}")

    def test_of_annotations_around_gaps(self):
        depth, gaps = 500, 10_000
        events = [annotation_of(at, 20 * gaps + 2 * (depth - at)) for at in range(depth)]
        for gap in range(gaps):
            at = depth + 20 * gap
            events += [launch_of(at, at), kernel_of(at + 3, 7, correlation=at)]
        self.assert_in_proportion("nested annotations and gaps",
                                  '{"traceEvents":[' + ",\n".join(events) + "]}")

    def test_of_gpus(self):
        events = ",\n".join(kernel_of(3 * gpu, 7, gpu=gpu) for gpu in range(16_000))
        self.assert_in_proportion("GPUs", '{"traceEvents":[' + events + "]}", FACTOR_OF_GPUS)

    def test_of_perfetto_tracks(self):
        self.assert_in_proportion("Perfetto tracks", perfetto_tracks(COUNT),
                                  FACTOR_OF_PERFETTO_TRACKS)

    def test_of_one_long_name(self):
        events = [slice_of(1, name="x" * 40_000_000), slice_of(5)]
        self.assert_in_proportion("a long name", '{"traceEvents":[' + ",".join(events) + "]}")


if __name__ == "__main__":
    main()
