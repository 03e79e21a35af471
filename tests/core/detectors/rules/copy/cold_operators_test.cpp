// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/copy/cold_operators.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kUs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A copy, behind it three operators that take three times what two of them take in each of `layers`
// layers later on; nothing else calls the third. The copy's call is 505 µs long.
std::shared_ptr<const Trace> copyAndLayers(std::int64_t layers) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 510 * kUs}, "aten::copy_");
    t.memcpy(t.stream(0, 7), {100 * kUs, 500 * kUs},
             t.call(host, {1 * kUs, 506 * kUs}, "cudaMemcpyAsync"));
    t.op(host, {520 * kUs, 580 * kUs}, "aten::linear");
    t.op(host, {530 * kUs, 570 * kUs}, "aten::addmm");
    t.op(host, {600 * kUs, 630 * kUs}, "aten::gelu");
    t.op(host, {640 * kUs, 700 * kUs}, "aten::embedding");
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::int64_t at = (1'000 + layer * 100) * kUs;
        t.op(host, {at, at + 20 * kUs}, "aten::linear");
        t.op(host, {at + 30 * kUs, at + 40 * kUs}, "aten::gelu");
    }
    return t.trace();
}

// The names of the operators that become shorter.
std::vector<std::string> shortened(std::int64_t layers) {
    const auto trace = copyAndLayers(layers);
    std::vector<std::string> names;
    for (const ReplayEdit& edit :
         ColdOperators::warmUp(*trace, std::vector{test::sliceNamed(*trace, "cudaMemcpyAsync")})) {
        EXPECT_EQ(edit.kind, ReplayEdit::Kind::ScaleHost);
        EXPECT_EQ(edit.range, trace->slices().range(edit.slice));
        EXPECT_DOUBLE_EQ(edit.factor, 1.0 / 3);
        names.emplace_back(trace->name(edit.slice));
    }
    return names;
}

TEST(ColdOperators, TakeAsLongAsTheSameOnesElsewhere) {
    EXPECT_THAT(shortened(8), ElementsAre("aten::linear", "aten::gelu"));
}

TEST(ColdOperators, StayWhereTooFewOthersShowWhatTheyTake) {
    EXPECT_THAT(shortened(7), IsEmpty());
}

TEST(ColdOperators, AreThoseOfNoCallIfThereIsNone) {
    EXPECT_THAT(ColdOperators::warmUp(*copyAndLayers(8), {}), IsEmpty());
}

}  // namespace
}  // namespace gaplight
