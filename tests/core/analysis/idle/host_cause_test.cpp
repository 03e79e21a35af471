// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/python_frame.h"

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// A trace whose only gap is [100, 1000): its launch starts at 900 on the thread.
struct OneGap {
    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);

    std::string cause() {
        dsl.kernel(stream, {50, 100}, dsl.launch(host, {10, 20}));
        dsl.kernel(stream, {1000, 1100}, dsl.launch(host, {900, 910}));
        const auto trace = dsl.trace();
        Gap gap;
        gap.begin = timeFromNs(100);
        gap.end = timeFromNs(1000);
        for (std::size_t at = 0; at < trace->slices().size(); ++at) {
            if (ns(trace->slices().start(SliceId(at))) == 900) {
                gap.launch = SliceId(at);
            }
        }
        return std::string(trace->text(hostCauseOf(*trace, gap)));
    }
};

TEST(GapCause, NamesTheDeepestSliceThatCoversHalfOfIt) {
    OneGap trace;
    trace.dsl.python(trace.host, {0, 2000}, "main.py(1): main");
    trace.dsl.python(trace.host, {110, 890}, "hooks.py(5): _set_context");
    trace.dsl.python(trace.host, {200, 300}, "small.py(1): detail");
    EXPECT_EQ(trace.cause(), "hooks.py(5): _set_context");
}

TEST(GapCause, TakesManyShortCallsOfOneNameTogether) {
    OneGap trace;
    trace.dsl.python(trace.host, {110, 890}, "hooks.py(5): _set_context");
    for (std::int64_t at = 120; at < 880; at += 20) {
        trace.dsl.python(trace.host, {at, at + 15}, "module.py(2882): named_modules");
    }
    EXPECT_EQ(trace.cause(), "module.py(2882): named_modules");
}

// A generator's frame is named with the line at which it goes on.
TEST(GapCause, TakesTheLinesOfAModuleWalkTogether) {
    OneGap trace;
    trace.dsl.python(trace.host, {110, 890}, "hooks.py(5): _set_context");
    trace.dsl.python(trace.host, {120, 400}, "torch/nn/modules/module.py(2837): named_modules");
    trace.dsl.python(trace.host, {410, 700}, "torch/nn/modules/module.py(2882): named_modules");
    EXPECT_EQ(trace.cause(), "torch/nn/modules/module.py(2837): named_modules");
    OneGap others;
    others.dsl.python(others.host, {110, 890}, "hooks.py(5): _set_context");
    others.dsl.python(others.host, {120, 400}, "model.py(7): forward");
    others.dsl.python(others.host, {410, 700}, "model.py(90): forward");
    EXPECT_EQ(others.cause(), "hooks.py(5): _set_context");
}

TEST(GapCause, LooksPastFramesThatOnlyPassCallsOn) {
    OneGap trace;
    trace.dsl.python(trace.host, {105, 895}, "model.py(5): forward");
    trace.dsl.python(trace.host, {110, 890}, "torch/nn/modules/module.py(1783): _call_impl");
    trace.dsl.python(trace.host, {112, 880}, "<built-in function next>");
    EXPECT_EQ(trace.cause(), "model.py(5): forward");
    OneGap nothingElse;
    nothingElse.dsl.python(nothingElse.host, {110, 890}, "<built-in function next>");
    EXPECT_EQ(nothingElse.cause(), "<built-in function next>");
}

TEST(GapCause, DoesNotCountRecursionTwice) {
    OneGap trace;
    trace.dsl.python(trace.host, {100, 500}, "walk.py(1): walk");
    trace.dsl.python(trace.host, {110, 490}, "walk.py(1): walk");
    EXPECT_EQ(trace.cause(), "walk.py(1): walk");  // 400 of 800
    OneGap shorter;
    shorter.dsl.python(shorter.host, {100, 400}, "walk.py(1): walk");
    shorter.dsl.python(shorter.host, {110, 390}, "walk.py(1): walk");
    EXPECT_EQ(shorter.cause(), "");
}

TEST(GapCause, SaysNothingWhereTheHostWasUntraced) {
    OneGap trace;
    EXPECT_EQ(trace.cause(), "");
}

TEST(GapCause, ShowsTheFunctionOfAFrame) {
    EXPECT_EQ(functionOfFrame("torch/nn/modules/module.py(2882): named_modules"), "named_modules");
    EXPECT_EQ(functionOfFrame("aten::nonzero"), "aten::nonzero");
    EXPECT_EQ(functionOfFrame("<built-in function len>"), "<built-in function len>");
    EXPECT_EQ(sourceOfFrame("torch/nn/modules/module.py(2882): named_modules"),
              "torch/nn/modules/module.py:2882");
    EXPECT_EQ(sourceOfFrame("aten::nonzero"), "");
    EXPECT_EQ(sourceOfFrame("f(x): y"), "");
}

}  // namespace
}  // namespace gaplight
