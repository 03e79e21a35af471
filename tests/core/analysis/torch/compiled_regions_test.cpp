// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/compiled_regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const Trace& trace, const std::vector<SliceId>& slices) {
    std::vector<std::string> texts;
    for (const SliceId slice : slices) {
        texts.emplace_back(trace.name(slice));
    }
    return texts;
}

TEST(CompileId, OfARegionsName) {
    EXPECT_TRUE(isCompiledCode("Torch-Compiled Region: 3/1"));
    EXPECT_TRUE(isCompiledCode("CompiledFunctionBackward"));
    EXPECT_FALSE(isCompiledCode("aten::mm"));
    EXPECT_EQ(regionIdOf("Torch-Compiled Region: 3/1"), (CompileId{3, 1}));
    EXPECT_EQ(regionIdOf("Torch-Compiled Region"), CompileId{});
    EXPECT_EQ(regionIdOf("Torch-Compiled Region: ?"), CompileId{});
    EXPECT_EQ(regionIdOf("CompiledFunction"), std::nullopt);
    EXPECT_EQ(compileIdText({12, 3}), "12/3");
    EXPECT_EQ(compileIdText({}), "?");
}

TEST(CompileId, OfTheAnnotationsInsideACompilation) {
    EXPECT_EQ(annotatedCompileIdOf("dynamo_data: compile_id=1/0"), (CompileId{1, 0}));
    EXPECT_EQ(annotatedCompileIdOf("x_data: fn_name=f, compile_id=0/2_1, is_forward=True"),
              (CompileId{0, 2}));
    EXPECT_EQ(annotatedCompileIdOf("dynamo_data: compile_id=None"), std::nullopt);
    EXPECT_EQ(annotatedCompileIdOf("scheduler_step"), std::nullopt);
}

// As PyTorch 2.11 writes a function with one break, without stacks.
TEST(CompiledRegions, OneInsideTheOther) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "Torch-Compiled Region: 0/0");
    t.op(host, {10, 20}, "Pregraph bytecode");
    t.op(host, {100, 300}, "CompiledFunction");
    t.op(host, {110, 290}, "## Call CompiledFxGraph abc ##");
    t.op(host, {320, 350}, "aten::item");
    t.op(host, {400, 420}, "TorchDynamo Cache Lookup");
    t.op(host, {430, 900}, "Torch-Compiled Region: 1/0");
    t.op(host, {500, 800}, "CompiledFunction");
    t.op(host, {2000, 2500}, "Torch-Compiled Region: 2/0");
    const auto trace = t.trace();
    const CompiledRegions found = compiledRegions(*trace);

    ASSERT_EQ(found.regions.size(), 3U);
    EXPECT_EQ(found.regions[0].outer, CompiledRegion::kNone);
    EXPECT_EQ(found.regions[1].outer, 0U);
    EXPECT_EQ(found.regions[1].outermost, 0U);
    EXPECT_EQ(found.regions[1].id, (CompileId{1, 0}));
    EXPECT_EQ(found.regions[2].outer, CompiledRegion::kNone);
    EXPECT_EQ(found.regions[2].outermost, 2U);

    ASSERT_EQ(found.seams.size(), 1U);
    EXPECT_EQ(found.seams[0].region, 1U);
    EXPECT_EQ(found.seams[0].host, (TimeRange{timeFromNs(300), timeFromNs(500)}));
    EXPECT_TRUE(found.seams[0].resumes);
    EXPECT_THAT(names(*trace, found.seams[0].between),
                ElementsAre("aten::item", "TorchDynamo Cache Lookup"));
}

// Strange seed 788: a finding of -74 ns.
TEST(CompiledRegions, HaveNoTimeBetweenThemWhereTheyOverlap) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "Torch-Compiled Region: 0/0");
    t.op(host, {100, 500}, "Torch-Compiled Region: 1/0");
    t.op(host, {400, 700}, "Torch-Compiled Region: 2/0");
    const CompiledRegions found = compiledRegions(*t.trace());
    ASSERT_EQ(found.seams.size(), 2U);
    EXPECT_EQ(found.seams[0].host.length(), Duration(100));
    EXPECT_EQ(found.seams[1].host, (TimeRange{timeFromNs(400), timeFromNs(400)}));
}

TEST(CompiledRegions, ThirdLevelAndNeighborBelongToTheOutermost) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "Torch-Compiled Region: 0/0");
    t.op(host, {100, 400}, "Torch-Compiled Region: 5/0");
    t.op(host, {200, 300}, "Torch-Compiled Region: 6/0");
    t.op(host, {450, 460}, "aten::add");
    t.op(host, {500, 900}, "Torch-Compiled Region: 1/0");
    const auto trace = t.trace();
    const CompiledRegions found = compiledRegions(*trace);
    ASSERT_EQ(found.regions.size(), 4U);
    EXPECT_EQ(found.regions[2].outer, 1U);
    EXPECT_EQ(found.regions[2].outermost, 0U);
    ASSERT_EQ(found.seams.size(), 3U);
    // From the end of what ran before, where no graph of its own did.
    EXPECT_EQ(found.seams[2].host, (TimeRange{timeFromNs(400), timeFromNs(500)}));
    EXPECT_THAT(names(*trace, found.seams[2].between), ElementsAre("aten::add"));
}

// With stacks, the frame tells the rest of a function from a function that it calls.
TEST(CompiledRegions, FramesTellResumptionsFromCalls) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "Torch-Compiled Region: 0/0");
    t.python(host, {5, 990}, "model.py(9): forward");
    t.op(host, {50, 100}, "## Call CompiledFxGraph abc ##");
    t.python(host, {110, 300}, "torch/_dynamo/eval_frame.py(1240): _fn");
    t.python(host, {120, 290}, "other.py(3): helper");
    t.op(host, {150, 280}, "Torch-Compiled Region: 4/0");
    t.op(host, {400, 900}, "Torch-Compiled Region: 1/0");
    t.python(host, {405, 890}, "model.py(11): torch_dynamo_resume_in_forward_at_11");
    const auto trace = t.trace();
    const CompiledRegions found = compiledRegions(*trace);
    ASSERT_EQ(found.regions.size(), 3U);
    EXPECT_EQ(trace->name(found.regions[0].frame), "model.py(9): forward");
    EXPECT_FALSE(found.regions[1].frame.isValid());
    ASSERT_EQ(found.seams.size(), 2U);
    EXPECT_FALSE(found.seams[0].resumes);
    EXPECT_THAT(names(*trace, found.seams[0].between),
                ElementsAre("torch/_dynamo/eval_frame.py(1240): _fn"));
    EXPECT_TRUE(found.seams[1].resumes);
    EXPECT_THAT(found.seams[1].between, IsEmpty());
}

TEST(CompiledRegions, NotTheirShadowsOnAStream) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 100}, "aten::add");
    t.kernel(stream, {200, 300}, t.launch(host, {10, 20}));
    t.slice(stream, {200, 300}, "gpu_user_annotation", "Torch-Compiled Region: 0/0");
    EXPECT_THAT(compiledRegions(*t.trace()).regions, IsEmpty());
}

}  // namespace
}  // namespace gaplight
