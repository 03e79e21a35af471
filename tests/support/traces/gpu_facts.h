// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include <fmt/format.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

// deviceProperties of one GPU as Kineto writes them. The limits of an SM are those of compute
// capability 9.0 unless told otherwise.
struct GpuFacts {
    std::string name = "NVIDIA H200";
    int major = 9;
    int minor = 0;
    int sms = 132;
    int threadsPerSm = 2048;
    int registersPerSm = 65536;
    int sharedPerSm = 233472;
    int warpSize = 32;
    int count = 1;  // such GPUs, with ids from 0

    void addTo(TraceDsl& dsl) const {
        std::string all;
        for (int id = 0; id < count; ++id) {
            all += (id == 0 ? "" : ", ") +
                   fmt::format(R"({{"id": {}, "name": "{}", "totalGlobalMem": 150109880320, )"
                               R"("computeMajor": {}, "computeMinor": {}, )"
                               R"("maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": {}, )"
                               R"("regsPerMultiprocessor": {}, "warpSize": {}, "numSms": {}, )"
                               R"("sharedMemPerMultiprocessor": {}}})",
                               id, name, major, minor, threadsPerSm, registersPerSm, warpSize, sms,
                               sharedPerSm);
        }
        dsl.fact("deviceProperties", "[" + all + "]");
    }
};

// How a kernel was launched.
struct Launched {
    std::array<int, 3> grid{1, 1, 1};
    std::array<int, 3> block{128, 1, 1};
    int registers = 16;
    int sharedBytes = 0;

    // To the last kernel of `dsl`.
    void addTo(TraceDsl& dsl) const {
        dsl.arg("grid", fmt::format("[{}]", fmt::join(grid, ", ")));
        dsl.arg("block", fmt::format("[{}]", fmt::join(block, ", ")));
        dsl.arg("registers per thread", std::to_string(registers));
        dsl.arg("shared memory", std::to_string(sharedBytes));
    }
};

}  // namespace gaplight::test
