// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/compile_spans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;

std::vector<CompileSpan> spansOf(const Trace& trace) {
    return compileSpans(trace, NameClasses::build(trace));
}

TEST(CompileSpans, OutermostWithTheIdInside) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "dynamo");
    t.annotation(host, {1, 2}, "dynamo_data: compile_id=0/1");
    t.op(host, {10, 900}, "entire_frame_compile");
    t.annotation(host, {20, 21}, "inductor_compile_data: compile_id=7/7");
    t.op(host, {2000, 2100}, "Torch-Compiled Region: 0/1");
    const auto worker = t.thread("autograd");
    t.op(worker, {500, 3000}, "CompiledFunctionBackward");
    t.op(worker, {600, 2900}, "entire_backward_compile");
    t.annotation(worker, {601, 602}, "entire_backward_compile_data: compile_id=0/1");
    const auto trace = t.trace();
    const auto spans = spansOf(*trace);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(trace->name(spans[0].slice), "dynamo");
    EXPECT_EQ(spans[0].id, (CompileId{0, 1}));
    EXPECT_FALSE(spans[0].backward);
    EXPECT_EQ(spans[0].range, (TimeRange{timeFromNs(0), timeFromNs(1000)}));
    EXPECT_EQ(trace->name(spans[1].slice), "entire_backward_compile");
    EXPECT_TRUE(spans[1].backward);
}

TEST(CompileSpans, TuningBelongsToTheRegionThatRuns) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "Torch-Compiled Region: 2/3");
    t.op(host, {10, 900}, "## Call CompiledFxGraph abc ##");
    t.op(host, {20, 800}, "CachingAutotuner.benchmark_all_configs (dynamo_timed)");
    const auto trace = t.trace();
    const auto spans = spansOf(*trace);
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0].id, (CompileId{2, 3}));
    EXPECT_TRUE(spans[0].tunes);
}

// record_function opens inside the frame of its own __enter__ and outlives it.
TEST(CompileSpans, OverlappingSlicesAreOneCompilation) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.python(host, {0, 1000}, "torch/_dynamo/convert_frame.py(2228): __call__");
    t.op(host, {900, 1500}, "build_guards (dynamo_timed)");
    t.annotation(host, {1200, 1210}, "build_guards_data: compile_id=3/0");
    t.op(host, {1500, 1600}, "gc (dynamo_timed)");
    const auto trace = t.trace();
    const auto spans = spansOf(*trace);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].range, (TimeRange{timeFromNs(0), timeFromNs(1500)}));
    EXPECT_EQ(trace->slices().duration(spans[0].slice), Duration(1000));
    EXPECT_EQ(spans[0].id, (CompileId{3, 0}));
    EXPECT_FALSE(spans[1].id.isKnown());
}

TEST(CompileSpans, NoneWhereCompiledCodeOnlyRuns) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 20}, "TorchDynamo Cache Lookup");
    t.op(host, {30, 1000}, "Torch-Compiled Region: 0/0");
    t.op(host, {40, 900}, "## Call CompiledFxGraph abc ##");
    EXPECT_THAT(spansOf(*t.trace()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace gaplight
