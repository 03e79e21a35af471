// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/device_tracks.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/io/byte_source.h"
#include "core/session/session.h"

namespace gaplight {
namespace {

// Of each activity: its GPU, stream, kind, name, and the name of the call that launched it.
std::vector<std::string> activitiesOf(const std::string& json) {
    const auto source = byteSourceFromMemory(json);
    const auto session = openSession("trace.json", **source);
    EXPECT_TRUE(session) << session.error().message;
    std::vector<std::string> found;
    const Trace& trace = *(*session)->trace;
    for (const GpuActivity& one : trace.gpuActivities()) {
        const SliceId launch = (*session)->indexes->launches.launchOf(one.slice);
        const SliceKind kind = trace.kind(one.slice);
        found.push_back(fmt::format("{}/{} {} {} <- {}", one.gpu.device, one.stream,
                                    kind == SliceKind::Kernel   ? "kernel"
                                    : kind == SliceKind::Memcpy ? "copy"
                                                                : "set",
                                    trace.name(one.slice),
                                    launch.isValid() ? trace.name(launch) : "none"));
    }
    return found;
}

using Lines = std::vector<std::string>;

// Two GPUs; what a GPU does for events has the names of the calls.
TEST(DeviceTracks, Unitrace) {
    EXPECT_EQ(activitiesOf(R"json({"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 90, "ts": 1, "args": {"name": "HOST<n>"}},
{"ph": "M", "name": "process_name", "pid": 4294967295, "ts": 1, "args": {"name": "DEVICE<n>[0000:18:0.0] #0"}},
{"ph": "M", "name": "process_name", "pid": 4294967294, "ts": 1, "args": {"name": "DEVICE<n>[0000:29:0.0] #0"}},
{"ph": "X", "tid": 91, "pid": 90, "name": "zeCommandListAppendLaunchKernel", "cat": "cpu_op", "ts": 10, "dur": 8, "id": 1},
{"ph": "s", "tid": 91, "pid": 90, "name": "dep", "cat": "Flow_H2D_1_0", "ts": 10, "id": 1},
{"ph": "X", "tid": 4294967293, "pid": 4294967295, "name": "gemm[SIMD16]", "cat": "gpu_op", "ts": 30, "dur": 60, "args": {"id": "1"}},
{"ph": "t", "tid": 4294967293, "pid": 4294967295, "name": "dep", "cat": "Flow_H2D_1_0", "ts": 30, "id": 1},
{"ph": "X", "tid": 4294967292, "pid": 4294967295, "name": "zeCommandListAppendMemoryCopy(D2M)[64 bytes]", "cat": "gpu_op", "ts": 95, "dur": 2},
{"ph": "X", "tid": 4294967292, "pid": 4294967295, "name": "zeCommandListAppendBarrier", "cat": "gpu_op", "ts": 98, "dur": 2},
{"ph": "X", "tid": 4294967291, "pid": 4294967294, "name": "gemm[SIMD16]", "cat": "gpu_op", "ts": 40, "dur": 60}]})json"),
              (Lines{"0/0 kernel gemm[SIMD16] <- zeCommandListAppendLaunchKernel",
                     "0/1 copy zeCommandListAppendMemoryCopy(D2M)[64 bytes] <- none",
                     "1/2 kernel gemm[SIMD16] <- none"}));
}

TEST(DeviceTracks, FirstRocprof) {
    EXPECT_EQ(
        activitiesOf(R"json({"traceEvents": [{},
{"args": {"name": "CPU HIP API"}, "ph": "M", "pid": 2, "name": "process_name"},
{"args": {"name": "COPY"}, "ph": "M", "pid": 1, "name": "process_name"},
{"args": {"name": "GPU1"}, "ph": "M", "pid": 9, "name": "process_name"},
{"args": {"name": "GPU process"}, "ph": "M", "pid": 11, "name": "process_name"},
{"ph": "X", "name": "hipLaunchKernel", "pid": 2, "tid": 500, "ts": "100", "dur": "10", "args": {"Name": "hipLaunchKernel"}},
{"ts": 105, "ph": "s", "cat": "DataFlow", "id": 0, "pid": 2, "tid": 500, "name": "dep"},
{"ts": 120, "ph": "t", "cat": "DataFlow", "id": 0, "pid": 9, "tid": 3, "name": "dep"},
{"ph": "X", "name": "k1(int*)", "pid": 9, "tid": 3, "ts": "120", "dur": "143", "args": {"dev-id": "1", "queue-id": "3"}},
{"ph": "X", "name": "CopyHostToDevice", "pid": 1, "tid": 0, "ts": "90", "dur": "4", "args": {}},
{"ph": "X", "name": "of the host", "pid": 11, "tid": 1, "ts": "90", "dur": "4", "args": {}}]})json"),
        (Lines{"1/3 kernel k1(int*) <- hipLaunchKernel", "0/0 copy CopyHostToDevice <- none"}));
}

TEST(DeviceTracks, FirstAutogradProfiler) {
    EXPECT_EQ(activitiesOf(R"json([
{"name": "aten::add", "ph": "X", "ts": 100.0, "dur": 134.4, "tid": 1, "pid": "CPU functions", "args": {}},
{"name": "aten::add", "ph": "s", "ts": 100.0, "tid": 1, "pid": "CPU functions", "id": 0, "cat": "cpu_to_cuda", "args": {}},
{"name": "aten::add", "ph": "f", "ts": 150.0, "tid": 1, "pid": "CUDA functions", "id": 0, "cat": "cpu_to_cuda", "args": {}},
{"name": "aten::add", "ph": "X", "ts": 150.0, "dur": 120.1, "tid": 1, "pid": "CUDA functions", "args": {}}])json"),
              Lines{"1/0 kernel aten::add <- aten::add"});
}

// On the thread of the host that ran the operator, and on a thread -1.
TEST(DeviceTracks, OnnxRuntime) {
    const auto kernel = [](const char* place, int at, int stream) {
        return fmt::format(R"({{"cat": "Kernel", {}, "dur": 5, "ts": {}, "ph": "X", "name": "gemm",
            "args": {{"stream": "{}", "grid_x": "132"}}}})",
                           place, at, stream);
    };
    const std::string node =
        R"json({"cat": "Node", "pid": 77, "tid": 77, "dur": 40, "ts": 30, "ph": "X", "name": "Relu", "args": {}})json";
    for (const char* place : {R"("pid": 77, "tid": 77)", R"("pid": -1, "tid": -1)"}) {
        EXPECT_EQ(activitiesOf("[" + node + "," + kernel(place, 40, 7) + "," +
                               kernel(place, 42, 8) + "," + kernel(place, 60, 7) + "]"),
                  (Lines{"0/7 kernel gemm <- none", "0/7 kernel gemm <- none",
                         "0/8 kernel gemm <- none"}))
            << place;
    }
}

// Warps inside of kernels are no GPU's time, and are not taken for it.
TEST(DeviceTracks, LeavesOthersAlone) {
    EXPECT_EQ(activitiesOf(R"json({"traceEvents": [
{"name": "load", "cat": "matmul", "ph": "X", "pid": "matmul Core0 CTA0", "tid": "warp 0", "ts": 0.0, "dur": 0.5, "args": {}},
{"name": "GPU functions", "ph": "X", "pid": "GPU0x", "tid": 1, "ts": 1, "dur": 1}]})json"),
              Lines{});
}

}  // namespace
}  // namespace gaplight
