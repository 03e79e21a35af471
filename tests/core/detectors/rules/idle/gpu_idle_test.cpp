// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// The first finding about code that was called from this function.
Finding inCaller(const Detected& detected, const std::string& caller) {
    for (const Finding& finding : detected.of("gpu-idle")) {
        if (finding.values.text("caller") == caller) {
            return finding;
        }
    }
    return {};
}

Finding ofCause(const Detected& detected, std::string_view cause) {
    for (const Finding& finding : detected.of("gpu-idle")) {
        if (finding.values.caseOf("cause") == cause) {
            return finding;
        }
    }
    return {};
}

TEST(GpuIdle, NamesTheModuleWalkBeforeEachForward) {
    const Detected wan("wan_before_compile");
    const Finding walk = inCaller(wan, "_set_context");
    EXPECT_EQ(walk.count, 3U);
    EXPECT_EQ(walk.values.text("part"), "named_modules");
    EXPECT_EQ(walk.values.text("cure"), "hook-walk");
    EXPECT_THAT(walk.where.python, HasSubstr("diffusers/hooks/hooks.py"));
    EXPECT_GT(walk.cost.gpuIdle, std::chrono::microseconds(16'900));
    EXPECT_LT(walk.cost.gpuIdle, std::chrono::microseconds(17'100));
    // Without the syncs before it, which are priced first, the host would be ahead.
    EXPECT_GT(*walk.cost.saving, std::chrono::milliseconds(5));
    EXPECT_TRUE(evidenceExists(wan.session(), walk));
    EXPECT_TRUE(inCaller(Detected("wan_after_compile"), "_set_context").values.isEmpty());
}

TEST(GpuIdle, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/gpu-idle.txt",
                              textOf("gpu-idle", {"wan_before_compile", "flux2_before_compile",
                                                  "train_sync_pageable", "host_small_before"})));
}

TEST(GpuIdle, NamesTheProgressBar) {
    const Detected flux("flux2_before_compile");
    const Finding bar = inCaller(flux, "progress_bar");
    EXPECT_EQ(bar.count, 1U);
    EXPECT_EQ(bar.values.text("cure"), "progress-bar");
    EXPECT_EQ(inCaller(flux, "_set_context").cost.gpuIdle / std::chrono::microseconds(10), 511);
}

TEST(GpuIdle, NamesTheDataLoaderAndNotTheWaitBeforeIt) {
    const Finding loader = ofCause(Detected("train_sync_pageable"), "data-loader");
    EXPECT_EQ(loader.count, 3U);
    EXPECT_EQ(loader.perStep, 1);
    EXPECT_EQ(loader.values.caseOf("before"), "short-wait");
    EXPECT_EQ(loader.values.text("cure"), "data-loader");
    EXPECT_GT(loader.cost.gpuIdle, std::chrono::milliseconds(110));
}

TEST(GpuIdle, NamesAnnotationsWhereThereAreNoStacks) {
    const Detected host("host_small_before");
    const Finding work = inCaller(host, "bookkeeping");
    EXPECT_EQ(work.count, 6U);
    EXPECT_EQ(work.perStep, 1);
    EXPECT_EQ(work.where.annotation, "bookkeeping");
    EXPECT_EQ(work.values.caseOf("confidence"), "no-stacks");
    EXPECT_GT(*work.cost.saving, std::chrono::milliseconds(15));
    // Behind the GPU's back the same work leaves no gap.
    EXPECT_TRUE(Detected("host_large_before").of("gpu-idle").empty());
}

TEST(GpuIdle, IsSilentOnABusyGpu) {
    for (const char* name : {"graph_large_after", "copy_after", "ddp_balanced_rank0",
                             "sync_large_after", "host_small_after"}) {
        EXPECT_TRUE(Detected(name).of("gpu-idle").empty()) << name;
    }
}

TEST(GpuIdle, CallsAStragglersOwnDelayByItsName) {
    const Finding data = inCaller(Detected("ddp_straggler_rank1"), "data");
    EXPECT_EQ(data.count, 2U);  // the first sleep is over before the window begins
    EXPECT_EQ(data.where.gpu, GpuId(SourceId(), 1));
}

// One step of a loop: a kernel until 100 µs, the host busy in `name` from 110 to 990 µs, a kernel.
TraceDsl loopWith(const std::string& name, std::int64_t gapUs = 900) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 3; ++step) {
        const std::int64_t at = step * 3000 * kUs;
        dsl.annotation(host, {at, at + 2900 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.kernel(stream, {at + 10 * kUs, at + 100 * kUs},
                   dsl.launch(host, {at + 2 * kUs, at + 4 * kUs}), "a");
        if (!name.empty()) {
            dsl.python(host, {at + 101 * kUs, at + (98 + gapUs) * kUs}, name);
        }
        dsl.kernel(stream, {at + (100 + gapUs) * kUs, at + 3005 * kUs},
                   dsl.launch(host, {at + (99 + gapUs) * kUs, at + (99 + gapUs) * kUs + 500}), "b");
    }
    return dsl;
}

TEST(GpuIdle, GathersTheGapsOfOneCause) {
    const Detected loop(loopWith("train.py(9): log"));
    ASSERT_EQ(loop.of("gpu-idle").size(), 1U);
    const Finding finding = loop.of("gpu-idle").front();
    EXPECT_EQ(finding.count, 3U);
    EXPECT_EQ(finding.perStep, 1);
    EXPECT_EQ(finding.cost.gpuIdle.count(), 3 * 900 * kUs);
    EXPECT_EQ(finding.where.python, "train.py(9): log");
    EXPECT_EQ(finding.edits.size(), 3U);
    EXPECT_TRUE(evidenceExists(loop.session(), finding));
}

TEST(GpuIdle, SaysHowMuchOfItIsFirstUse) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {10 * kUs, 100 * kUs}, dsl.launch(host, {1 * kUs, 5 * kUs}));
    dsl.python(host, {100 * kUs, 20'000 * kUs}, "train.py(3): build");
    dsl.call(host, {2'000 * kUs, 8'000 * kUs}, "cudaMalloc");
    dsl.kernel(stream, {20'100 * kUs, 20'200 * kUs},
               dsl.launch(host, {20'050 * kUs, 20'060 * kUs}));
    const Detected detected(dsl);
    ASSERT_EQ(detected.of("gpu-idle").size(), 1U);
    const Finding finding = detected.of("gpu-idle").front();
    EXPECT_EQ(finding.values.time("first_use"), std::chrono::milliseconds(6));
    EXPECT_LT(*finding.cost.saving, std::chrono::microseconds(14'001)) << "it counts none of that";
    const Detected without(loopWith("train.py(9): log"));
    EXPECT_FALSE(without.of("gpu-idle").front().values.time("first_use").has_value());
}

// Where nothing but API calls was recorded, the host is not to blame, and nothing has a price.
TEST(GpuIdle, OfATraceWithoutHostWorkHasNoPrice) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 10'000 * kUs; at += 1'000 * kUs) {
        dsl.kernel(stream, {at + 20 * kUs, at + 100 * kUs}, dsl.launch(host, {at, at + 10 * kUs}));
    }
    const Detected detected(dsl);
    ASSERT_FALSE(detected.of("gpu-idle").empty());
    for (const Finding& finding : detected.of("gpu-idle")) {
        EXPECT_EQ(finding.severity, Severity::Info);
        EXPECT_TRUE(finding.edits.empty());
        EXPECT_EQ(finding.values.caseOf("fix"), "api-only");
    }
    const IdleExplanations& explained = detected.set().explanations.at(0);
    EXPECT_EQ(explained.parts.front().reason.name(), "host_not_recorded");
    EXPECT_TRUE(isOfReason(detected.of("gpu-idle").front(), explained.parts.front().reason));
    EXPECT_THAT(detected.of("gpu-idle").front().title, EndsWith(": host not recorded"));
}

// Where nothing was recorded on the thread that launches, a finding may name what the program did
// on another: the gaps are that finding's. With nothing on either, nothing of the host is known.
TEST(GpuIdle, CodeOfAnotherThreadIsTheCauseOfItsGaps) {
    const auto traceOf = [](bool isProgramRecorded) {
        TraceDsl dsl;
        const auto program = dsl.thread("python");
        const auto runtime = dsl.thread("runtime");
        const auto stream = dsl.stream(0, 7);
        for (std::int64_t at = 0; at < 20'000 * kUs; at += 2'000 * kUs) {
            if (isProgramRecorded) {
                dsl.slice(program, {at, at + 1'900 * kUs}, "python_function", "$api.py:12 prepare");
            }
            dsl.kernel(stream, {at + 1'920 * kUs, at + 1'990 * kUs},
                       dsl.launch(runtime, {at + 1'900 * kUs, at + 1'910 * kUs}));
        }
        return dsl;
    };
    const Detected known(traceOf(true));
    ASSERT_EQ(known.of("gpu-idle").size(), 1U) << known.text("gpu-idle");
    EXPECT_THAT(known.of("gpu-idle").front().title, HasSubstr("host in `$api.py:12 prepare`"));
    EXPECT_EQ(known.set().explanations.at(0).parts.front().reason.name(), "gpu-idle");
    const Detected unknown(traceOf(false));
    EXPECT_EQ(unknown.set().explanations.at(0).parts.front().reason.name(), "host_not_recorded");
}

TEST(GpuIdle, HasThresholds) {
    EXPECT_TRUE(Detected(loopWith("train.py(9): log", 90)).of("gpu-idle").empty());
    EXPECT_FALSE(Detected(loopWith("train.py(9): log", 90), {"gpu-idle.min_gap=50us"})
                     .of("gpu-idle")
                     .empty());
    EXPECT_TRUE(
        Detected(loopWith("train.py(9): log"), {"gpu-idle.min_share=40%"}).of("gpu-idle").empty());
    // 3 × 120 of 9,000 µs of code that was not recorded: 4 % is below the threshold.
    EXPECT_TRUE(Detected(loopWith("", 120)).of("gpu-idle").empty());
    const Detected unnamed(loopWith("", 120), {"gpu-idle.min_unnamed=3%"});
    ASSERT_EQ(unnamed.of("gpu-idle").size(), 1U);
    EXPECT_TRUE(unnamed.of("gpu-idle").front().isBound);
    EXPECT_EQ(unnamed.of("gpu-idle").front().values.caseOf("cause"), "untraced");
}

TEST(GpuIdle, DoesNotBlameTheProfiler) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {10 * kUs, 100 * kUs}, dsl.launch(host, {2 * kUs, 4 * kUs}), "a");
    dsl.python(host, {101 * kUs, 998 * kUs}, "train.py(9): log");
    dsl.slice(host, {105 * kUs, 990 * kUs}, "overhead", "Buffer Flush");
    dsl.kernel(stream, {1000 * kUs, 1100 * kUs}, dsl.launch(host, {999 * kUs, 999'500}), "b");
    EXPECT_TRUE(Detected(dsl).of("gpu-idle").empty());
}

TEST(GpuIdle, OffersNothingForWhatWasAlreadyLaunched) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {10 * kUs, 100 * kUs}, dsl.launch(host, {2 * kUs, 4 * kUs}), "a");
    dsl.kernel(stream, {1000 * kUs, 1100 * kUs}, dsl.launch(host, {5 * kUs, 7 * kUs}), "b");
    const Detected all(dsl);
    ASSERT_EQ(all.of("gpu-idle").size(), 1U);
    EXPECT_EQ(all.of("gpu-idle").front().values.caseOf("cause"), "gpu-side");
    EXPECT_TRUE(all.of("gpu-idle").front().edits.empty());
}

// Each of three pieces of code takes less than a fifth of the gaps, all of them more than half.
TEST(GpuIdle, WhatIsLeftOfABoundIsNoPartOfSmallerFindings) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 50 * kMs; at += 10 * kMs) {
        dsl.kernel(stream, {at + 10 * kUs, at + 500 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
        dsl.annotation(host, {at + 1'000 * kUs, at + 2'800 * kUs}, "write_log");
        dsl.annotation(host, {at + 3'500 * kUs, at + 5'300 * kUs}, "read_batch");
        dsl.op(host, {at + 6'000 * kUs, at + 7'800 * kUs}, "aten::sort");
    }
    const auto found = Detected(dsl).of("gpu-idle");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].isBound);
    EXPECT_FALSE(found[0].partOf);
    EXPECT_LT(found[0].cost.saving.value_or(Duration{}) * 2, found[0].cost.gpuIdle);
    EXPECT_EQ(found[0].severity, Severity::Warning);
}

// Two operators keep the GPU waiting by turns, each for less than a finding of its own needs.
TEST(GpuIdle, NamesTheFewCausesThatShareTheGaps) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.op(host, {0, kUs}, "aten::mm");  // it uses PyTorch, whose operators are the program's
    for (std::int64_t step = 0; step < 24; ++step) {
        const std::int64_t at = step * 5 * kMs;
        dsl.op(host, {at + 4'000 * kUs, at + 4'800 * kUs},
               step % 2 == 0 ? "prepare_split" : "dispatch_tokens");
        dsl.kernel(stream, {at + 4'950 * kUs, at + 9'000 * kUs},
                   dsl.launch(host, {at + 4'700 * kUs, at + 4'900 * kUs}));
    }
    const auto found = Detected(dsl, {"gpu-idle.min_unnamed=10%"}).of("gpu-idle");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("cause"), "several");
    EXPECT_EQ(found[0].values.rows("parts").size(), 2U);
    EXPECT_EQ(found[0].severity, Severity::Warning);
}

// A third of each gap is a message from another rank, most of it code that was not recorded.
TEST(GpuIdle, BoundsLeaveOutWaitsForOtherRanks) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 4; ++step) {
        const std::int64_t at = step * 10 * kMs;
        dsl.annotation(host, {at, at + 20 * kUs}, "compute");
        dsl.kernel(stream, {at + 10 * kUs, at + kMs},
                   dsl.launch(host, {at + 2 * kUs, at + 4 * kUs}));
        dsl.annotation(host, {at + 2 * kMs, at + 5 * kMs}, "MPI_Recv");
    }
    const Detected detected(dsl);
    const auto findings = detected.of("gpu-idle");
    ASSERT_EQ(findings.size(), 1U) << detected.text("gpu-idle");
    EXPECT_TRUE(findings[0].isBound);
    EXPECT_EQ(findings[0].cost.gpuIdle / Duration(kMs), 27);
    Duration removed{};
    for (const ReplayEdit& edit : findings[0].edits) {
        removed += edit.range.length();
    }
    EXPECT_EQ(removed / Duration(kMs), 18);
    EXPECT_TRUE(detected.of("host-hotspot").empty());
}

// Four graph launches of which one shows kernels: the gaps between may be full of them.
TEST(GpuIdle, CannotJudgeUnderRecordedGraphs) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 4; ++at) {
        const auto launch =
            dsl.call(host, {at * 1000 * kUs, (at * 1000 + 10) * kUs}, "cudaGraphLaunch");
        if (at == 0) {
            dsl.kernel(stream, {20 * kUs, 30 * kUs}, launch);
        }
    }
    dsl.kernel(stream, {5000 * kUs, 5010 * kUs}, dsl.launch(host, {4990 * kUs, 4995 * kUs}));
    const Detected detected(dsl);
    ASSERT_TRUE(detected.session().analysis.devices.front().graphsUnderRecorded);
    EXPECT_TRUE(detected.of("gpu-idle").empty());
    EXPECT_THAT(detected.notApplicable("gpu-idle"), HasSubstr("cannot be judged"));
}

// Five kernels, 1 ms apart; `fill` writes what the host records in a gap.
template <class Fill>
TraceDsl gapsOf(const Fill& fill) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 5; ++step) {
        const std::int64_t at = step * 2 * kMs;
        dsl.kernel(stream, {at + 10 * kUs, at + kMs}, dsl.launch(host, {at, at + 2 * kUs}));
        fill(dsl, host, Span{at + kMs, at + 2 * kMs - 10 * kUs});
    }
    return dsl;
}

// A runtime's own work has no code of the program around it: its parts are named together, with
// what the program can change about them.
TEST(GpuIdle, OfARuntimesOwnWorkIsOneFinding) {
    const auto callback = [](TraceDsl& dsl, const TraceDsl::Track& host, Span gap) {
        dsl.op(host, gap, gap.begin < 3 * kMs ? "CopyToDevice" : "ThenExecuteCallback");
    };
    const auto runtimes = Detected(gapsOf(callback)).of("gpu-idle");
    ASSERT_EQ(runtimes.size(), 1U);
    EXPECT_EQ(runtimes[0].values.caseOf("fix"), "runtime");
    EXPECT_THAT(runtimes[0].title, testing::HasSubstr("host in `ThenExecuteCallback` ("));
    EXPECT_THAT(runtimes[0].title, testing::HasSubstr(" and `CopyToDevice` ("));
    EXPECT_NE(runtimes[0].severity, Severity::Info);
    // Under a range of the program it is what that does.
    const auto users = Detected(gapsOf([&](TraceDsl& dsl, const TraceDsl::Track& host, Span gap) {
                           dsl.annotation(host, gap, "load_batch");
                           callback(dsl, host, gap);
                       })).of("gpu-idle");
    ASSERT_EQ(users.size(), 1U);
    EXPECT_EQ(users[0].values.caseOf("fix"), "cure");
    EXPECT_NE(users[0].severity, Severity::Info);
}

// Threads of a runtime launch what the program's thread asks for, which is the place; what runs in
// the gap is named as it is there. Another GPU that only copies is not judged.
TEST(GpuIdle, OfARuntimesThreadsIsWhatTheProgramCalls) {
    TraceDsl dsl;
    const auto worker = dsl.thread("py_xla_execute");
    const auto program = dsl.thread("python");
    const auto stream = dsl.stream(7, 1);
    const auto copies = dsl.stream(0, 8);
    for (std::int64_t at = 0; at < 10 * kMs; at += 2 * kMs) {
        dsl.kernel(stream, {at + 10 * kUs, at + kMs}, dsl.launch(worker, {at, at + 2 * kUs}));
        dsl.op(program, {at + kMs, at + 2 * kMs - 10 * kUs}, "PjitFunction(forward)");
        dsl.op(program, {at + kMs + 10 * kUs, at + 2 * kMs - 20 * kUs}, "PJRT_Execute");
        dsl.python(program, {at + kMs + 20 * kUs, at + kMs + 30 * kUs}, "$array.py:1 shard");
        dsl.op(worker, {at + kMs, at + 2 * kMs - 20 * kUs}, "ExecuteHelper");
        dsl.memcpy(copies, {at + kMs, at + kMs + 10 * kUs},
                   dsl.call(worker, {at + kMs, at + kMs + kUs}, "cudaMemcpyAsync"));
    }
    const auto found = Detected(dsl).of("gpu-idle");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].where.gpu->device, 7);
    EXPECT_EQ(found[0].where.op, "PjitFunction(forward)");
    EXPECT_THAT(found[0].title, testing::HasSubstr("host in `PJRT_Execute` ("));
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_FALSE(found[0].cost.saving);
}

// Nothing was recorded: a warning where that is most of the idle time and more can be recorded.
TEST(GpuIdle, NotRecordedIsAWarningWhereItIsTheMainShare) {
    const auto nothing = [](TraceDsl&, const TraceDsl::Track&, Span) {};
    const auto part = [](TraceDsl& dsl, const TraceDsl::Track& host, Span gap) {
        if (gap.begin < 6 * kMs) {  // three of the four gaps
            dsl.annotation(host, gap, "load_batch");
            dsl.op(host, gap, "aten::normal_");
        }
    };
    const auto untraced = [](const TraceDsl& dsl) {
        for (const Finding& one : Detected(dsl).of("gpu-idle")) {
            if (one.values.caseOf("cause") == "untraced") {
                return one.severity;
            }
        }
        return Severity::Critical;
    };
    TraceDsl all = gapsOf(nothing);
    all.op(all.thread("other"), {0, 5 * kUs}, "aten::mm");  // operators are recorded
    EXPECT_EQ(untraced(all), Severity::Warning);
    EXPECT_EQ(untraced(gapsOf(part)), Severity::Info);
    all.python(all.thread("python"), {0, 5 * kUs}, "train.py(1): main");
    EXPECT_EQ(untraced(all), Severity::Info) << "stacks were recorded already";
}

// No loop repeats what is before its steps: fixing it gains nothing a step.
TEST(GpuIdle, NotRecordedBeforeTheStepsIsNamedApart) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.op(dsl.thread("other"), {0, 5 * kUs}, "aten::mm");
    const auto kernelAt = [&](std::int64_t at) {
        dsl.kernel(stream, {at + 10 * kUs, at + 500 * kUs}, dsl.launch(host, {at, at + 2 * kUs}));
    };
    kernelAt(0);
    kernelAt(20 * kMs);  // after a gap of 19 ms
    for (int step = 0; step < 4; ++step) {
        const std::int64_t at = 30 * kMs + step * 10 * kMs;
        dsl.annotation(host, {at, at + kMs}, "train");
        kernelAt(at + 100 * kUs);
    }
    const auto found = Detected(dsl).of("gpu-idle");
    ASSERT_EQ(found.size(), 2U);
    for (const Finding& one : found) {
        EXPECT_EQ(one.values.caseOf("cause"), "untraced");
        EXPECT_EQ(one.edits.empty(), one.count == 1) << one.title;
        EXPECT_EQ(one.severity == Severity::Info, one.count == 1) << one.title;
    }
}

}  // namespace
}  // namespace gaplight::test
