// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

constexpr const char* kCaptureWhileServing = "capture-while-serving";

void capture(PacedTrace& t) {
    const std::int64_t begin = t.now;
    t.dsl.call(t.host, {begin, begin + 10'000}, "cudaStreamBeginCapture");
    t.dsl.call(t.host, {begin + 5'000'000, begin + 5'020'000}, "cudaStreamEndCapture");
    t.dsl.call(t.host, {begin + 5'020'000, begin + 8'000'000}, "cudaGraphInstantiateWithFlags");
    t.now = begin + 8'000'000;
}

// Decode iterations of these batches; those of `capturing` capture their graph before they replay
// it.
PacedTrace decodes(const std::vector<int>& batches, const std::vector<std::size_t>& capturing) {
    PacedTrace t;
    for (std::size_t at = 0; at < batches.size(); ++at) {
        const std::string size = std::to_string(batches[at]);
        t.within("execute_context_0(0)_generation_" + size + "(" + size + ")", [&] {
            if (std::ranges::find(capturing, at) != capturing.end()) {
                t.within("capture_" + std::to_string((batches[at] + 7) / 8 * 8) + "_decode",
                         [&] { capture(t); });
            }
            t.graphLaunch(40);
            t.sync();
        });
        t.pause(100'000);
    }
    return t;
}

TEST(CaptureWhileServing, FirstUseOfASize) {
    const Detected d(decodes({8, 8, 8, 11, 11, 20, 20, 11, 8, 8}, {3, 5}).dsl);
    const auto found = d.of(kCaptureWhileServing);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Critical);
    EXPECT_EQ(found[0].count, 2U);
    EXPECT_EQ(found[0].values.text("sizes"), "16 and 24");
    EXPECT_EQ(found[0].values.caseOf("fix"), "first");
    EXPECT_EQ(found[0].cost.host, std::chrono::milliseconds(16));
    ASSERT_TRUE(found[0].cost.saving);
    EXPECT_NEAR(static_cast<double>(found[0].cost.saving->count()), 16e6, 0.2e6);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(d.of("graph-capture-in-loop").empty());
    EXPECT_TRUE(
        matchesGolden("findings/rules/capture-while-serving.txt", d.text(kCaptureWhileServing)));
}

TEST(CaptureWhileServing, TheSameSizeAgain) {
    const Detected d(decodes({8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, {3, 5, 7}).dsl);
    const auto found = d.of(kCaptureWhileServing);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("fix"), "again");
}

// No iteration of a server is its warm-up; what is before them is.
TEST(CaptureWhileServing, CapturesBeforeRequestsAreStartUp) {
    const auto found = Detected(decodes({8, 8, 8, 8}, {0, 1}).dsl).of(kCaptureWhileServing);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 2U);
    PacedTrace t;
    t.within("capture_8_decode", [&] { capture(t); });
    for (int at = 0; at < 6; ++at) {
        t.within("step[DECODE bs=8]", [&] {
            t.graphLaunch(40);
            t.sync();
        });
    }
    EXPECT_TRUE(Detected(t.dsl).of(kCaptureWhileServing).empty());
}

// A loop without a server is graph-capture-in-loop's.
TEST(CaptureWhileServing, IsSilentWithoutServer) {
    PacedTrace t;
    for (int at = 0; at < 6; ++at) {
        t.within("ProfilerStep#" + std::to_string(at), [&] {
            capture(t);
            t.graphLaunch(40);
            t.sync();
        });
    }
    const Detected d(t.dsl);
    EXPECT_TRUE(d.of(kCaptureWhileServing).empty());
    EXPECT_EQ(d.of("graph-capture-in-loop").size(), 1U);
    for (const char* name : {"serving/atom", "serving/host_gap", "serving/prefill_stalls"}) {
        EXPECT_TRUE(Detected(name).of(kCaptureWhileServing).empty()) << name;
    }
}

}  // namespace
}  // namespace gaplight::test
