// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kGraphCaptureInLoopRule = "graph-capture-in-loop";

void capture(PacedTrace& t) {
    const std::int64_t begin = t.now;
    t.dsl.call(t.host, {begin, begin + 10'000}, "cudaStreamBeginCapture");
    t.dsl.call(t.host, {begin + 500'000, begin + 520'000}, "cudaStreamEndCapture");
    t.dsl.call(t.host, {begin + 520'000, begin + 900'000}, "cudaGraphInstantiateWithFlags");
    t.now = begin + 900'000;
}

// Steps that each replay a graph; those of `capturing` capture it before.
PacedTrace capturingSteps(const std::vector<bool>& capturing, bool replays = true) {
    PacedTrace t;
    for (std::size_t step = 0; step < capturing.size(); ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.within("forward", [&] {
                if (capturing[step]) {
                    capture(t);
                }
                if (replays) {
                    t.graphLaunch(20);
                } else {
                    t.launch();
                }
            });
            t.sync();
        });
    }
    return t;
}

TEST(GraphCaptureInLoop, CapturedAgainAndAgain) {
    const Detected d(capturingSteps({true, true, true, true}).dsl);
    const auto found = d.of(kGraphCaptureInLoopRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 3U);  // without the first step
    EXPECT_EQ(found[0].perStep, 1);
    EXPECT_EQ(found[0].where.annotation, "forward");
    EXPECT_EQ(found[0].cost.host.count(), 3 * 900'000);
    EXPECT_EQ(found[0].cost.gpuIdle.count(), 3 * 900'000);
    EXPECT_EQ(found[0].values.count("steps"), 3);
    EXPECT_EQ(found[0].values.count("steady_steps"), 3);
    EXPECT_EQ(found[0].evidence.size(), 12U);  // three calls each, and a bracket
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    ASSERT_EQ(found[0].edits.size(), 3U);
    EXPECT_EQ(found[0].edits[0].kind, ReplayEdit::Kind::ScaleHost);
    EXPECT_EQ(found[0].edits[0].range.length().count(), 900'000);
}

TEST(GraphCaptureInLoop, Texts) {
    EXPECT_TRUE(matchesGolden(
        "findings/rules/graph-capture-in-loop.txt",
        Detected(capturingSteps({true, true, true, true}).dsl).text(kGraphCaptureInLoopRule)));
}

TEST(GraphCaptureInLoop, WarmUpIsNoLoop) {
    EXPECT_TRUE(Detected(capturingSteps({true, false, false, false}).dsl)
                    .of(kGraphCaptureInLoopRule)
                    .empty());
    // TorchInductor records in the second run.
    EXPECT_TRUE(Detected(capturingSteps({true, true, false, false}).dsl)
                    .of(kGraphCaptureInLoopRule)
                    .empty());
    EXPECT_EQ(
        Detected(capturingSteps({true, true, false, true}).dsl).of(kGraphCaptureInLoopRule).size(),
        1U);
    EXPECT_EQ(Detected(capturingSteps({true, true, false, false}).dsl,
                       {"graph-capture-in-loop.min_steps=1"})
                  .of(kGraphCaptureInLoopRule)
                  .size(),
              1U);
}

// A server that captures its graphs at start-up, one after the other, replays none of them yet.
TEST(GraphCaptureInLoop, SilentWhereNothingIsReplayed) {
    EXPECT_TRUE(Detected(capturingSteps({true, true, true, true}, false).dsl)
                    .of(kGraphCaptureInLoopRule)
                    .empty());
}

TEST(GraphCaptureInLoop, InstantiateAlone) {
    PacedTrace t;
    for (int step = 0; step < 4; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.dsl.call(t.host, {t.now, t.now + 50'000}, "cuGraphInstantiate_v2");
            t.now += 50'000;
            t.graphLaunch(20);
        });
    }
    const auto found = Detected(t.dsl).of(kGraphCaptureInLoopRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 3U);
    EXPECT_EQ(found[0].cost.host.count(), 3 * 50'000);
}

TEST(GraphCaptureInLoop, NeedsSteps) {
    PacedTrace t;
    capture(t);
    t.graphLaunch(5);
    EXPECT_THAT(Detected(t.dsl).notApplicable(kGraphCaptureInLoopRule), HasSubstr("no steps"));
    PacedTrace none;
    none.launch(5);
    EXPECT_EQ(Detected(none.dsl).text(kGraphCaptureInLoopRule), "");
}

TEST(GraphCaptureInLoop, SilentOnRecordedTraces) {
    for (const char* name : {"flux_after_cudagraph", "graph_small_after",
                             "transformer_compile_cudagraph", "flux_after_eager"}) {
        EXPECT_EQ(Detected(name).text(kGraphCaptureInLoopRule), "") << name;
    }
}

// What torch.compile's graphs do around a capture: wait for the device, collect garbage, wait
// again, capture, and register what the graph holds before it is replayed.
PacedTrace capturingWithGarbage(int launchesBetween) {
    PacedTrace t;
    for (int step = 0; step < 4; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.launch(6);
            for (const std::int64_t collects : {1'000'000, 2'000'000}) {
                t.dsl.call(t.host, {t.now, t.now + 5'000}, "cudaDeviceSynchronize");
                t.now += collects;
                t.launch(launchesBetween);
            }
            capture(t);
            t.pause(700'000);
            t.op("aten::fill_");
            t.graphLaunch(20);
        });
    }
    return t;
}

TEST(GraphCaptureInLoop, IncludesWhatItBringsAlong) {
    const Detected d(capturingWithGarbage(1).dsl);
    const auto found = d.of(kGraphCaptureInLoopRule);
    ASSERT_EQ(found.size(), 1U);
    const std::int64_t around = 2 * 20'000 - 2 * 5'000 + 20'000;  // three launches, two waits
    EXPECT_EQ(found[0].cost.host.count(), 3 * (3'000'000 + 900'000 + 700'000 + around));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    for (const Finding& one : d.of("gpu-idle")) {
        EXPECT_EQ(one.severity, Severity::Info) << d.text("gpu-idle");
    }
}

// Work between two waits for the device is the program's, not the capture's.
TEST(GraphCaptureInLoop, LeavesOutWorkBeforeIt) {
    const auto found = Detected(capturingWithGarbage(6).dsl).of(kGraphCaptureInLoopRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].cost.host.count(), 3 * (900'000 + 700'000 + 20'000));
}

}  // namespace
}  // namespace gaplight::test
