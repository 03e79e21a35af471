// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Whole analyses as text: every gap with its reasons, in tests/golden/analysis.

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::TraceDsl;

std::int64_t since(const Trace& trace, Time time) {
    return (time - trace.range().begin).count();
}

void dumpDevice(const Trace& trace, const DeviceAnalysis& device, Duration shortest,
                std::ostringstream& out) {
    out << "GPU " << device.totals.gpu.device << " busy " << device.totals.busy.count() << " idle "
        << device.totals.idle.count() << "\n";
    for (std::size_t i = 0; i < device.gaps.size(); ++i) {
        const Gap& gap = device.gaps[i];
        if (gap.length() < shortest) {
            continue;
        }
        out << "  [" << since(trace, gap.begin) << ", " << since(trace, gap.end) << ") "
            << gap.length().count() << " " << gapTriggerName(gap.trigger) << ", host in "
            << gapActivityName(device.gapActivity[i]) << ", until "
            << shortKernelName(trace.name(gap.activity));
        if (gap.launch.isValid()) {
            out << " by " << trace.name(gap.launch) << " at "
                << since(trace, trace.slices().start(gap.launch));
        }
        if (gap.blockingCall.isValid()) {
            out << " after " << trace.name(gap.blockingCall);
        }
        out << "\n";
    }
    for (std::size_t i = 0; i < device.idleByActivity.size(); ++i) {
        if (device.idleByActivity[i].count() != 0) {
            out << "  " << gapActivityName(static_cast<GapActivity>(i)) << " "
                << device.idleByActivity[i].count() << "\n";
        }
    }
}

std::string dump(const Trace& trace, const Analysis& analysis,
                 Duration shortest = Duration::zero()) {
    std::ostringstream out;
    for (const DeviceAnalysis& device : analysis.devices) {
        dumpDevice(trace, device, shortest, out);
    }
    for (const AnnotationTotals& row : analysis.annotations) {
        out << "annotation " << trace.text(row.name) << ": " << row.count << " for "
            << row.total.count() << ", " << row.kernels << " kernels busy " << row.gpuBusy.count()
            << ", " << row.blockingCalls << " waits for " << row.blocking.count() << ", exposes "
            << row.exposedIdle.count() << "\n";
    }
    return out.str();
}

std::string dumpRecorded(const std::string& name, Duration shortest) {
    const auto session = openSession(test::dataFile(name + ".json.zst"));
    EXPECT_TRUE(session) << session.error().message;
    return session ? dump(*(*session)->trace, (*session)->analysis, shortest) : "";
}

// Two denoising steps: the second waits for the scheduler's sync, then for Python.
TEST(AnalysisGolden, DenoisingLoop) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 400'000}, "pipeline");
    t.annotation(host, {0, 100'000}, "transformer_forward");
    t.kernel(stream, {20'000, 150'000}, t.launch(host, {10'000, 12'000}), "attention");
    t.annotation(host, {100'000, 180'000}, "scheduler_step");
    t.call(host, {110'000, 151'000}, "cudaStreamSynchronize");
    t.annotation(host, {200'000, 300'000}, "transformer_forward");
    t.python(host, {200'000, 280'000}, "module.py(2600): named_modules");
    t.kernel(stream, {292'000, 390'000}, t.launch(host, {285'000, 289'000}), "attention");
    const test::Analyzed result(t);
    EXPECT_TRUE(
        test::matchesGolden("analysis/denoising_loop.txt", dump(*result.trace, result.analysis)));
}

TEST(AnalysisGolden, StreamsOverlap) {
    EXPECT_TRUE(test::matchesGolden("analysis/streams_overlap.txt",
                                    dumpRecorded("streams_overlap", Duration::zero())));
}

TEST(AnalysisGolden, CudaGraph) {
    EXPECT_TRUE(test::matchesGolden(
        "analysis/transformer_compile_cudagraph.txt",
        dumpRecorded("transformer_compile_cudagraph", std::chrono::microseconds(4))));
}

TEST(AnalysisGolden, DataLoaderStall) {
    EXPECT_TRUE(
        test::matchesGolden("analysis/train_sync_pageable.txt",
                            dumpRecorded("train_sync_pageable", std::chrono::microseconds(300))));
}

TEST(AnalysisGolden, ModuleWalkBeforeEachForward) {
    EXPECT_TRUE(
        test::matchesGolden("analysis/wan_before_compile.txt",
                            dumpRecorded("wan_before_compile", std::chrono::microseconds(200))));
}

}  // namespace
}  // namespace gaplight
