// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

// The finding whose place has this function, or an empty one.
Finding atFunction(const Detected& detected, const std::string& function) {
    for (const Finding& finding : detected.of("host-sync")) {
        if (finding.where.python.find(function) != std::string::npos) {
            return finding;
        }
    }
    return {};
}

Duration idleOf(const std::vector<Finding>& findings) {
    Duration idle{};
    for (const Finding& finding : findings) {
        idle += finding.cost.gpuIdle;
    }
    return idle;
}

// Each decoded token is copied to pageable memory: the copy call waits for the whole graph, and the
// wait call behind it returns at once.
TEST(HostSync, CountsTheWaitInsideACopyToTheHost) {
    const Detected replay("graphs/graph_replay");
    const auto findings = replay.of("host-sync");
    ASSERT_FALSE(findings.empty());
    const Finding& read = findings.front();
    EXPECT_EQ(read.where.annotation, "decode");
    EXPECT_EQ(read.severity, Severity::Critical);
    EXPECT_GT(read.values.time("waited").value_or(Duration{}), std::chrono::milliseconds(1));
    EXPECT_TRUE(std::any_of(read.edits.begin(), read.edits.end(), [](const ReplayEdit& edit) {
        return edit.kind == ReplayEdit::Kind::AsyncCopy;
    }));
    EXPECT_TRUE(evidenceExists(replay.session(), read));
}

// The call of the copy waits, and the one behind it lasts for a part of the gap that both leave.
TEST(HostSync, CountsAGapBehindACopyOnce) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {100'000, 400'000}, t.launch(host, {0, 10'000}));
    t.op(host, {15'000, 800'000}, "aten::item");
    t.memcpy(stream, {400'000, 410'000}, t.call(host, {20'000, 450'000}, "cudaMemcpyAsync"),
             "Memcpy DtoH (Device -> Pageable)");
    t.call(host, {500'000, 780'000}, "cudaStreamSynchronize");
    t.kernel(stream, {905'000, 1'205'000}, t.launch(host, {900'000, 910'000}));
    const Detected read(t);
    const auto findings = read.of("host-sync");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].cost.gpuIdle, Duration(905'000 - 410'000));
    EXPECT_TRUE(evidenceExists(read.session(), findings[0]));
}

// What the host does for 90 ms after the copy is not the wait's cost.
TEST(HostSync, AWaitInsideACopyExposesAtMostWhatItLasts) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {100'000, 4'000'000}, t.launch(host, {0, 10'000}));
    t.op(host, {15'000, 4'480'000}, "aten::item");
    t.memcpy(stream, {4'000'000, 4'010'000}, t.call(host, {20'000, 4'450'000}, "cudaMemcpyAsync"),
             "Memcpy DtoH (Device -> Pageable)");
    t.call(host, {4'460'000, 4'470'000}, "cudaStreamSynchronize");
    t.kernel(stream, {94'905'000, 95'205'000}, t.launch(host, {94'900'000, 94'910'000}));
    const Detected read(t);
    const auto findings = read.of("host-sync");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.time("waited"), Duration(3'980'000 + 10'000));
    EXPECT_EQ(findings[0].cost.gpuIdle, Duration(3'980'000 + 10'000));
    EXPECT_TRUE(evidenceExists(read.session(), findings[0]));
}

TEST(HostSync, NamesTheSchedulersWaitsWithTheirLines) {
    const Detected wan("wan_before_compile");
    const Finding search = atFunction(wan, "index_for_timestep");
    EXPECT_EQ(search.where.annotation, "scheduler_step");
    EXPECT_EQ(search.where.op, "aten::nonzero");
    EXPECT_EQ(search.count, 2U);
    EXPECT_NEAR(static_cast<double>(search.values.time("waited").value_or(Duration{}).count()),
                563e6, 5e5);
    EXPECT_EQ(search.values.text("cure"), "begin-index");
    EXPECT_EQ(search.edits.size(), 3U);  // two waits, and the item() that is nothing else

    const Finding corrector = atFunction(wan, "multistep_uni_c_bh_update");
    EXPECT_EQ(corrector.where.annotation, "scheduler_step");
    EXPECT_EQ(corrector.count, 5U);
    EXPECT_EQ(corrector.perStep, 2);
    EXPECT_EQ(corrector.values.text("label"), "`torch.tensor`");
    EXPECT_EQ(corrector.values.text("cure"), "scalars-to-tensor");
    EXPECT_EQ(corrector.values.count("from_scalars"), 3);
    EXPECT_EQ(corrector.values.text("others_in"), "scheduler_step");
    for (const Finding& finding : wan.of("host-sync")) {
        EXPECT_TRUE(evidenceExists(wan.session(), finding));
    }
}

// 1,683 ms of waiting expose 1.77 ms of idle time, and that is all that counts.
TEST(HostSync, DoesNotTakeALongWaitForACost) {
    const Detected wan("wan_before_compile");
    const Duration idle = idleOf(wan.of("host-sync"));
    EXPECT_GT(idle, std::chrono::microseconds(1700));
    EXPECT_LT(idle, std::chrono::microseconds(1800));
    for (const Finding& finding : wan.of("host-sync")) {
        ASSERT_TRUE(finding.cost.saving.has_value());
        EXPECT_LT(*finding.cost.saving, std::chrono::milliseconds(20));
        EXPECT_EQ(finding.severity, Severity::Info);
    }
    const Finding search = atFunction(wan, "index_for_timestep");
    EXPECT_EQ(search.values.caseOf("cost"), "part");
}

TEST(HostSync, TellsOfAWaitThatIsWorthAlmostNothing) {
    const Detected flux("flux2_before_compile");
    const auto findings = flux.of("host-sync");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(findings[0].where.python, HasSubstr("_unpack_latents_with_ids"));
    EXPECT_NEAR(static_cast<double>(findings[0].values.time("waited").value_or(Duration{}).count()),
                218e6, 5e5);
    EXPECT_EQ(findings[0].values.text("cure"), "size-argument");
    EXPECT_LT(findings[0].cost.gpuIdle, std::chrono::microseconds(500));
    EXPECT_LT(*findings[0].cost.saving, std::chrono::milliseconds(2));
}

// The wait of stop_trace() is the profiler's; afterwards nothing of the program's waits.
TEST(HostSync, IsSilentWhereOnlyTheProfilerWaits) {
    for (const char* name : {"flux2_after_compile", "flux_after_cudagraph", "memory_growth",
                             "train_workers_pinned", "resnet18_eager"}) {
        EXPECT_TRUE(Detected(name).of("host-sync").empty()) << name;
    }
}

TEST(HostSync, IsSilentAboutTheWaitAtTheEndOfTheProgram) {
    for (const char* name : {"host_large_before", "sync_large_after", "graph_large_after"}) {
        EXPECT_TRUE(Detected(name).of("host-sync").empty()) << name;
    }
}

TEST(HostSync, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/host-sync.txt",
                              textOf("host-sync", {"wan_before_compile", "flux2_before_compile",
                                                   "sync_large_before", "ema_foreach_pageable"})));
}

TEST(HostSync, FindsASynchronizeAfterEachLayer) {
    const Detected large("sync_large_before");
    ASSERT_EQ(large.of("host-sync").size(), 1U);
    const Finding finding = large.of("host-sync").front();
    EXPECT_EQ(finding.where.annotation, "step");
    EXPECT_EQ(finding.perStep, 12);
    EXPECT_EQ(finding.values.text("cure"), "synchronize");
    EXPECT_EQ(finding.values.caseOf("stacks"), "missing");
    EXPECT_GT(finding.cost.gpuIdle, std::chrono::milliseconds(2));
    EXPECT_EQ(finding.severity, Severity::Critical);
    const Detected small("sync_small_before");
    ASSERT_EQ(small.of("host-sync").size(), 1U);
    // The GPU is idle before each of them: they cost what the calls take, 0.3 ms.
    EXPECT_LT(small.of("host-sync").front().cost.gpuIdle, std::chrono::microseconds(350));
}

// aten::item of AdamW reads a step counter on the CPU: no wait at all.
TEST(HostSync, DoesNotCallTheOptimizersStepCounterASync) {
    for (const char* name : {"ema_loop_none", "ema_foreach_none", "ema_foreach_pinned"}) {
        const Detected ema(name);
        const auto findings = ema.of("host-sync");
        ASSERT_EQ(findings.size(), 1U) << name;
        EXPECT_EQ(findings[0].where.annotation, "log") << name;  // loss.item()
        EXPECT_EQ(findings[0].severity, Severity::Info) << name;
    }
}

// Ten launches and a wait of 2 ms; `recorded` of the kernels, of 100 µs each, are in the trace.
TraceDsl waitsFor(int recorded) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t round = 0; round < 5; ++round) {
        const std::int64_t at = round * 3 * kMs;
        for (int launch = 0; launch < 10; ++launch) {
            const std::int64_t call = at + launch * 10 * kUs;
            const auto id = dsl.launch(host, {call, call + 5 * kUs});
            if (launch < recorded) {
                const std::int64_t start = at + 20 * kUs + launch * 101 * kUs;
                dsl.kernel(stream, {start, start + 100 * kUs}, id);
            }
        }
        dsl.call(host, {at + 120 * kUs, at + 2'100 * kUs}, "cudaStreamSynchronize");
    }
    return dsl;
}

// The wait goes on for 1.6 ms after the last kernel that was recorded of ten.
TEST(HostSync, IsNoWaitForWorkThatWasNotRecorded) {
    const Detected lost(waitsFor(4));
    EXPECT_TRUE(lost.of("host-sync").empty());
    const auto& parts = lost.set().explanations.at(0).parts;
    EXPECT_EQ(parts.front().reason.name(), "work_not_recorded");
    EXPECT_FALSE(Detected(waitsFor(10)).of("host-sync").empty()) << "all of it was recorded";
}

TEST(HostSync, NamesCopiesFromPageableMemory) {
    const Detected ema("ema_foreach_pageable");
    const auto findings = ema.of("host-sync");
    ASSERT_EQ(findings.size(), 3U);
    for (const char* cure : {"upload", "read-back"}) {
        const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
            return one.values.text("cure") == cure;
        });
        ASSERT_NE(found, findings.end()) << cure;
        EXPECT_EQ(found->perStep, 240) << cure;
    }
}

// 39 ms of idle time follow each .item(), and the data loader fills them.
TEST(HostSync, DoesNotBlameTheWaitBesideADataLoader) {
    const Detected train("train_sync_pageable");
    for (const Finding& finding : train.of("host-sync")) {
        EXPECT_LT(finding.cost.gpuIdle, std::chrono::microseconds(100));
        EXPECT_LT(*finding.cost.saving, std::chrono::microseconds(300));
        EXPECT_EQ(finding.severity, Severity::Info);
        const bool drawsGap =
            std::any_of(finding.evidence.begin(), finding.evidence.end(),
                        [](const Evidence& one) { return one.shape == EvidenceShape::Gap; });
        EXPECT_FALSE(drawsGap);
    }
}

TEST(HostSync, KnowsTheStatisticsOfDistributedTraining) {
    const Detected rank("ddp_straggler_rank0");
    ASSERT_EQ(rank.of("host-sync").size(), 1U);
    EXPECT_EQ(rank.of("host-sync")[0].values.text("cure"), "ddp-statistics");
    EXPECT_EQ(rank.of("host-sync")[0].cost.gpuIdle, Duration::zero());
    EXPECT_TRUE(Detected("ddp_straggler_rank1").of("host-sync").empty());  // 61 µs of it
}

TEST(HostSync, LeavesTheCompilersReadsAlone) {
    EXPECT_TRUE(Detected("compile_time").of("host-sync").empty());
}

// Four steps of two kernels with a wait in between.
TraceDsl fourSteps(bool everyStep) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 4; ++step) {
        const std::int64_t at = step * 10'000 * kUs;
        dsl.annotation(host, {at, at + 9500 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.annotation(host, {at + 1 * kUs, at + 9400 * kUs}, "body");
        dsl.kernel(stream, {at + 10 * kUs, at + 500 * kUs},
                   dsl.launch(host, {at + 2 * kUs, at + 4 * kUs}), "a");
        if (everyStep || step == 0) {
            dsl.op(host, {at + 490 * kUs, at + 502 * kUs}, "aten::item");
            dsl.call(host, {at + 495 * kUs, at + 501 * kUs}, "cudaStreamSynchronize");
        }
        dsl.kernel(stream, {at + 507 * kUs, at + 10'005 * kUs},
                   dsl.launch(host, {at + 503 * kUs, at + 505 * kUs}), "b");
    }
    return dsl;
}

TEST(HostSync, ReportsWhatWaitsInEveryStep) {
    const Detected every(fourSteps(true));
    ASSERT_EQ(every.of("host-sync").size(), 1U);
    const Finding finding = every.of("host-sync").front();
    EXPECT_EQ(finding.where.annotation, "body");  // the steps' markers are no places
    EXPECT_EQ(finding.count, 4U);
    EXPECT_EQ(finding.perStep, 1);
    EXPECT_TRUE(evidenceExists(every.session(), finding));
    // Once, for 6 µs of 40 ms, is nothing to tell.
    EXPECT_TRUE(Detected(fourSteps(false)).of("host-sync").empty());
}

// Of a single step it cannot be said what comes in every step.
TEST(HostSync, DoesNotTakeOneStepForALoop) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.annotation(host, {0, 9500 * kUs}, "ProfilerStep#3");
    dsl.kernel(stream, {10 * kUs, 500 * kUs}, dsl.launch(host, {2 * kUs, 4 * kUs}), "a");
    dsl.call(host, {495 * kUs, 501 * kUs}, "cudaStreamSynchronize");
    dsl.kernel(stream, {507 * kUs, 10'005 * kUs}, dsl.launch(host, {503 * kUs, 505 * kUs}), "b");
    EXPECT_TRUE(Detected(dsl).of("host-sync").empty());
}

// A server copies what it sampled to the host in each iteration, and waits for it.
TEST(HostSync, SpeaksOfTheSamplingOfServers) {
    const Detected server("serving/prefill_stalls");
    bool isFound = false;
    for (const Finding& finding : server.of("host-sync")) {
        EXPECT_TRUE(finding.isByDesign) << finding.title;
        EXPECT_EQ(finding.severity, Severity::Info) << finding.title;
        if (finding.values.caseOf("title") == "sampling") {
            isFound = true;
            EXPECT_EQ(finding.count, 59U);
            EXPECT_THAT(finding.title, HasSubstr("waits for a copy to the host in each iteration"));
            EXPECT_THAT(finding.fix, HasSubstr("asynchronous"));
            EXPECT_GT(finding.cost.savingShare, 0.05) << "by the replay without the waits";
        }
    }
    EXPECT_TRUE(isFound);
}

// The same waits outside of iterations are those of a program.
TEST(HostSync, IsNotByDesignWithoutAServer) {
    for (const Finding& finding : Detected("graphs/graph_replay").of("host-sync")) {
        EXPECT_FALSE(finding.isByDesign);
        EXPECT_EQ(finding.values.caseOf("title"), "code");
    }
}

TEST(HostSync, HasThresholds) {
    EXPECT_FALSE(Detected(fourSteps(false), {"host-sync.min_wait=0.01%"}).of("host-sync").empty());
    EXPECT_FALSE(
        Detected(fourSteps(false), {"host-sync.min_exposed=0.01%"}).of("host-sync").empty());
    EXPECT_TRUE(Detected(fourSteps(true), {"host-sync.per_step=2", "host-sync.min_wait=5%",
                                           "host-sync.min_exposed=5%"})
                    .of("host-sync")
                    .empty());
}

TEST(HostSync, NeedsAGpu) {
    TraceDsl dsl;
    dsl.call(dsl.thread("main"), {0, 10}, "cudaStreamSynchronize");
    EXPECT_THAT(Detected(dsl).notApplicable("host-sync"), HasSubstr("no GPU activity"));
}

TEST(HostSync, ReadsTheLineFromACallStackWhereFramesAreMissing) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {10 * kUs, 500 * kUs}, dsl.launch(host, {2 * kUs, 4 * kUs}), "a");
    dsl.op(host, {5 * kUs, 502 * kUs}, "aten::item");
    dsl.arg("Call stack", "\"/x/site-packages/torch/_ops.py(1): __call__;train.py(7): log\"");
    dsl.call(host, {6 * kUs, 501 * kUs}, "cudaStreamSynchronize");
    dsl.kernel(stream, {600 * kUs, 700 * kUs}, dsl.launch(host, {590 * kUs, 592 * kUs}), "b");
    const auto findings = Detected(dsl).of("host-sync");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].where.python, "train.py(7): log");
    EXPECT_EQ(findings[0].values.caseOf("stacks"), "");
}

}  // namespace
}  // namespace gaplight::test
