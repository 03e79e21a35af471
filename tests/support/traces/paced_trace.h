// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

// Writes what a host that launches kernels one after the other leaves in a trace, all in ns. Each
// launch takes `hostTime` of the host, the last 5 µs of it inside the launch call; its kernel
// starts `latency` after the call, or 1 µs after what its stream still runs.
//
//     PacedTrace t;
//     t.within("step", [&] { t.launch(60); });
//     Detected(t.dsl);
class PacedTrace {
public:
    TraceDsl dsl;
    TraceDsl::Track host = dsl.thread("main");
    TraceDsl::Track stream = dsl.stream(0, 7);
    std::int64_t now = 1'000'000;  // of the host
    std::int64_t done = 0;         // end of the last activity
    std::int64_t hostTime = 20'000;
    std::int64_t work = 3'000;  // of a kernel
    std::int64_t latency = 2'000;
    std::string kernel = "kernel";

    void launch(int count = 1) {
        for (int at = 0; at < count; ++at) {
            now += hostTime;
            const auto call = dsl.launch(host, {now - kCall, now});
            run(call);
        }
    }

    // Operators that launch one kernel each.
    void op(const std::string& name, int count = 1) {
        for (int at = 0; at < count; ++at) {
            const std::int64_t begin = now;
            launch();
            dsl.op(host, {begin, now}, name);
        }
    }

    // A call that is a launch by another name, with this many kernels.
    void graphLaunch(int kernels) {
        now += hostTime;
        const auto call = dsl.call(host, {now - kCall, now}, "cudaGraphLaunch");
        for (int at = 0; at < kernels; ++at) {
            run(call);
        }
    }

    // The host waits until all is done.
    void sync() {
        const std::int64_t begin = now;
        now = std::max(now + kCall, done + kCall);
        dsl.call(host, {begin, now}, "cudaStreamSynchronize");
    }

    void pause(std::int64_t length) { now += length; }

    template <class Body>
    void within(const std::string& annotation, const Body& body) {
        const std::int64_t begin = now;
        body();
        dsl.annotation(host, {begin, now}, annotation);
    }

    // A frame of Python, or anything else that the host is in.
    template <class Body>
    void inside(const std::string& category, const std::string& name, const Body& body) {
        const std::int64_t begin = now;
        body();
        dsl.slice(host, {begin, now}, category, name);
    }

private:
    static constexpr std::int64_t kCall = 5'000;

    void run(std::uint64_t call) {
        const std::int64_t begin = std::max(now + latency, done + 1'000);
        done = begin + work;
        dsl.kernel(stream, {begin, done}, call, kernel);
    }
};

}  // namespace gaplight::test
