// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/launch_delay.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

SliceId sliceNamed(const Trace& trace, std::string_view name) {
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (trace.name(SliceId(at)) == name) {
            return SliceId(at);
        }
    }
    ADD_FAILURE() << name;
    return {};
}

TEST(LaunchedWork, IsOfTheCallsInsideASlice) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.thread("other");
    const auto first = t.stream(0, 7);
    const auto second = t.stream(0, 8);
    t.op(host, {0, 100}, "module");
    t.op(host, {100, 200}, "next");
    t.kernel(first, {300, 400}, t.launch(host, {10, 20}), "a");
    t.kernel(second, {350, 450}, t.launch(host, {90, 110}), "beside");
    t.kernel(first, {500, 510}, t.launch(host, {150, 160}), "later");
    t.kernel(first, {600, 700}, t.launch(other, {50, 60}), "of_another_thread");
    const Analyzed analyzed(t);
    const Trace& trace = *analyzed.trace;
    const LaunchIndex launches = LaunchIndex::build(trace);
    const auto inside = [&](std::string_view name) {
        return workLaunchedIn(trace, launches, sliceNamed(trace, name));
    };
    const LaunchedWork module = inside("module");
    EXPECT_EQ(module.activities, 2U);
    EXPECT_EQ(module.sum, Duration(200));
    EXPECT_EQ(module.busy, Duration(150));
    EXPECT_EQ(module.range.length(), Duration(150));
    EXPECT_EQ(inside("next").activities, 1U);
    EXPECT_EQ(inside("later").activities, 0U);  // a kernel launches nothing
}

}  // namespace
}  // namespace gaplight
