// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

constexpr const char* kGraphFallback = "graph-fallback";
constexpr int kKernels = 60;

// Decode iterations of these batches; a batch up to `largest` replays a graph.
PacedTrace decodes(const std::vector<int>& batches, int largest) {
    PacedTrace t;
    for (const int batch : batches) {
        const std::string size = std::to_string(batch);
        t.within("execute_context_0(0)_generation_" + size + "(" + size + ")", [&] {
            if (batch <= largest) {
                t.graphLaunch(kKernels);
            } else {
                t.launch(kKernels);
            }
            t.sync();
        });
        t.pause(100'000);
    }
    return t;
}

TEST(GraphFallback, NoGraphAtAll) {
    const Detected d(decodes(std::vector<int>(10, 20), 0).dsl);
    const auto found = d.of(kGraphFallback);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 10U);
    EXPECT_EQ(found[0].values.caseOf("graphs"), "none");
    EXPECT_EQ(found[0].values.count("kernels"), kKernels);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(matchesGolden("findings/rules/graph-fallback.txt", d.text(kGraphFallback)));
}

TEST(GraphFallback, BatchAboveTheLargestGraph) {
    const Detected d(decodes({16, 20, 16, 20, 16, 20, 16, 20, 16, 20}, 16).dsl);
    const auto found = d.of(kGraphFallback);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 5U);
    EXPECT_EQ(found[0].values.caseOf("graphs"), "smaller");
    EXPECT_EQ(found[0].values.count("largest"), 16);
}

TEST(GraphFallback, IsSilentWhereGraphsAreReplayed) {
    EXPECT_TRUE(Detected(decodes(std::vector<int>(10, 16), 16).dsl).of(kGraphFallback).empty());
    for (const char* name : {"serving/bucket_padding", "serving/host_gap", "serving/atom"}) {
        EXPECT_TRUE(Detected(name).of(kGraphFallback).empty()) << name;
    }
}

}  // namespace
}  // namespace gaplight::test
