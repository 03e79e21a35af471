// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_text.h"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

// Two threads that do the same at the same time; the trace begins at 100.
std::shared_ptr<const Trace> twice() {
    TraceDsl t;
    for (const char* name : {"main", "other"}) {
        const auto thread = t.thread(name);
        t.annotation(thread, {100, 900}, "step@home");
        t.op(thread, {200, 300}, "aten::mul");
    }
    return t.trace();
}

std::string complaint(std::string_view text, const Trace& trace) {
    const Result<SliceId> slice = sliceFromText(text, trace);
    return slice ? "" : slice.error().message;
}

TEST(SliceText, EverySliceHasWordsOfItsOwn) {
    const auto owned = twice();
    const Trace& trace = *owned;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        const std::string text = sliceText(trace, SliceId(at));
        const Result<SliceId> slice = sliceFromText(text, trace);
        ASSERT_TRUE(slice) << text << ": " << slice.error().message;
        EXPECT_EQ(*slice, SliceId(at)) << text;
    }
    EXPECT_EQ(sliceText(trace, SliceId(0)), "step@home@0ns");
    EXPECT_EQ(sliceText(trace, SliceId(3)), "aten::mul@100ns#2");
}

TEST(SliceText, ReadsAnyUnit) {
    const auto owned = twice();
    const Trace& trace = *owned;
    EXPECT_EQ(*sliceFromText("aten::mul@0.1us", trace), *sliceFromText("aten::mul@100ns", trace));
}

TEST(SliceText, SaysWhatIsWrong) {
    const auto owned = twice();
    const Trace& trace = *owned;
    for (const char* text : {"", "aten::mul", "aten::mul@", "aten::mul@soon", "aten::mul@100ns#",
                             "aten::mul@100ns#0", "aten::mul@100ns#1x"}) {
        EXPECT_THAT(complaint(text, trace), HasSubstr("expected NAME@TIME")) << text;
    }
    EXPECT_EQ(complaint("aten::add@100ns", trace),
              "slice 'aten::add@100ns': there is no slice of that name");
    EXPECT_EQ(complaint("aten::mul@90ns", trace),
              "slice 'aten::mul@90ns': no such slice of that name begins then; the nearest begins "
              "at 100ns");
    EXPECT_THAT(complaint("aten::mul@100ns#3", trace), HasSubstr("nearest begins at 100ns"));
}

}  // namespace
}  // namespace gaplight::test
