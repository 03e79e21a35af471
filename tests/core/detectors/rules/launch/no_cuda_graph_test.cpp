// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;

constexpr const char* kNoCudaGraphRule = "no-cuda-graph";

// Three steps differ in a kernel of the scheduler; what they call is the same each time.
TEST(NoCudaGraph, EagerFlux) {
    const Detected d("flux_after_eager");
    const auto found = d.of(kNoCudaGraphRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kNoCudaGraphRule);
    EXPECT_EQ(found[0].where.annotation, "transformer_forward");
    EXPECT_EQ(found[0].values.count("repeats"), 3);
    EXPECT_EQ(found[0].values.text("annotation"), "transformer_forward");
    EXPECT_EQ(found[0].values.count("kernels"), 673);
    EXPECT_EQ(found[0].values.caseOf("fix"), "eager");
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    ASSERT_EQ(found[0].edits.size(), 3U);
    EXPECT_THAT(found[0].edits, Each(Field(&ReplayEdit::kind, ReplayEdit::Kind::GraphLaunch)));
}

TEST(NoCudaGraph, SameStepsOneByOne) {
    const Detected d("graph_small_before");
    const auto found = d.of(kNoCudaGraphRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kNoCudaGraphRule);
    EXPECT_EQ(found[0].values.count("repeats"), 5);
    EXPECT_EQ(found[0].perStep, 1);
    EXPECT_EQ(found[0].values.count("kernels"), 72);
    EXPECT_EQ(found[0].values.caseOf("grids"), "same");
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

// A cache that is concatenated grows: a graph needs constant shapes.
TEST(NoCudaGraph, DecodingWithAGrowingCache) {
    const Detected d("llm_decode_eager");
    const auto found = d.of(kNoCudaGraphRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kNoCudaGraphRule);
    EXPECT_EQ(found[0].values.count("repeats"), 14);
    const FindingValues& values = found[0].values;
    EXPECT_EQ(values.count("kernels"), 754);
    EXPECT_EQ(values.count("others"), 10);
    EXPECT_EQ(values.count("changed"), 32);
    EXPECT_THAT(values.text("changed_kernel"), HasSubstr("CatArrayBatchedCopy"));
    EXPECT_EQ(values.count("waits"), 2);
    EXPECT_EQ(values.caseOf("generate"), "static-cache");
    EXPECT_EQ(values.caseOf("steps"), "by-kernels");
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(NoCudaGraph, CompiledWithoutGraphs) {
    for (const char* name : {"resnet18_compile", "no_graph_breaks"}) {
        const auto found = Detected(name).of(kNoCudaGraphRule);
        ASSERT_EQ(found.size(), 1U) << name;
        EXPECT_EQ(found[0].values.caseOf("fix"), "compiled") << name;
    }
    EXPECT_EQ(Detected("transformer_compile").of(kNoCudaGraphRule).size(), 1U);
}

TEST(NoCudaGraph, SilentWhereAGraphGainsNothing) {
    for (const char* name :
         {"flux_after_cudagraph", "transformer_compile_cudagraph", "graph_small_after",
          "graph_large_before", "graph_large_after", "optimizer_loop", "memory_flat",
          "ddp_balanced_rank0", "host_large_before", "wan_before_compile"}) {
        EXPECT_EQ(Detected(name).of(kNoCudaGraphRule).size(), 0U) << name;
    }
}

// Steps of 60 launches. Of each, `extra` names one kernel more.
PacedTrace steps(const std::vector<std::string>& extra) {
    PacedTrace t;
    for (std::size_t step = 0; step < extra.size(); ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.kernel = "kernel";
            t.launch(60);
            t.kernel = extra[step];
            t.launch();
        });
    }
    return t;
}

TEST(NoCudaGraph, OnlyWhereStepsRepeat) {
    EXPECT_EQ(Detected(steps({"warm", "a", "a", "b"}).dsl).of(kNoCudaGraphRule).size(), 1U);
    EXPECT_EQ(Detected(steps({"warm", "a", "a", "b"}).dsl)
                  .of(kNoCudaGraphRule)[0]
                  .values.count("repeats"),
              2);
    EXPECT_TRUE(
        Detected(steps({"a", "a"}).dsl).of(kNoCudaGraphRule).empty());  // one of them warm-up
    EXPECT_TRUE(Detected(steps({"a", "b", "c", "d"}).dsl).of(kNoCudaGraphRule).empty());
    EXPECT_TRUE(Detected(steps({"a", "b", "b", "c", "d", "e"}).dsl).of(kNoCudaGraphRule).empty());
    EXPECT_THAT(Detected(steps({"a"}).dsl).notApplicable(kNoCudaGraphRule),
                HasSubstr("steady steps"));
}

TEST(NoCudaGraph, Thresholds) {
    const PacedTrace t = steps({"a", "a", "a", "b"});
    EXPECT_TRUE(Detected(t.dsl, {"no-cuda-graph.min_steps=3"}).of(kNoCudaGraphRule).empty());
    EXPECT_TRUE(Detected(t.dsl, {"no-cuda-graph.min_repeat=70%"}).of(kNoCudaGraphRule).empty());
    PacedTrace half;
    for (int step = 0; step < 4; ++step) {
        half.within("ProfilerStep#" + std::to_string(step), [&] {
            half.work = 3'000;
            half.launch(60);
            half.sync();
            half.work = 60'000;
            half.launch(40);
            half.sync();
        });
    }
    EXPECT_EQ(Detected(half.dsl).of(kNoCudaGraphRule).size(), 1U);
    EXPECT_TRUE(Detected(half.dsl, {"no-cuda-graph.min_bound=70%"}).of(kNoCudaGraphRule).empty());
}

TEST(NoCudaGraph, BesideGraphs) {
    PacedTrace t;
    for (int step = 0; step < 4; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.graphLaunch(40);
            t.sync();
            t.within("head", [&] { t.launch(60); });
        });
    }
    const auto found = Detected(t.dsl).of(kNoCudaGraphRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.count("kernels"), 60);
    EXPECT_EQ(found[0].values.count("graphs"), 1);
    EXPECT_EQ(found[0].values.text("code"), "in `head`");
    EXPECT_EQ(found[0].values.caseOf("fix"), "beside-graphs");
}

TEST(NoCudaGraph, SilentWhereGraphsWereUnderRecorded) {
    PacedTrace t = steps({"a", "a", "a"});
    EXPECT_EQ(Detected(t.dsl).of(kNoCudaGraphRule).size(), 1U);
    t.graphLaunch(0);
    EXPECT_TRUE(Detected(t.dsl).of(kNoCudaGraphRule).empty());
}

TEST(NoCudaGraph, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/no-cuda-graph.txt",
                              textOf("no-cuda-graph", {"flux_after_eager", "graph_small_before",
                                                       "llm_decode_eager", "resnet18_compile"})));
}

}  // namespace
}  // namespace gaplight::test
