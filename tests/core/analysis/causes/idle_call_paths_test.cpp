// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/idle_call_paths.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kUs;

// Annotations "around 0" to "around n-1", one inside the other, around iterations of 1,000 µs: a
// kernel until 100, then a gap until 600 with "pack" from 200 to 500 and "sort" inside it, and a
// kernel until the next iteration.
struct Nested {
    static constexpr std::int64_t kIterations = 5;
    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);

    explicit Nested(int depth) {
        for (int at = 0; at < depth; ++at) {
            dsl.annotation(host, {at, kIterations * 1000 * kUs - at},
                           "around " + std::to_string(at));
        }
        for (std::int64_t at = 0; at < kIterations; ++at) {
            const auto us = [&](std::int64_t begin, std::int64_t end) {
                return test::Span{(at * 1000 + begin) * kUs, (at * 1000 + end) * kUs};
            };
            dsl.kernel(stream, us(20, 100), dsl.launch(host, us(10, 12)), "first");
            dsl.annotation(host, us(200, 500), "pack");
            dsl.annotation(host, us(250, 450), "sort");
            dsl.kernel(stream, us(600, 1015), dsl.launch(host, us(550, 552)), "second");
        }
    }
};

struct Found {
    test::Analyzed made;
    PlaceFinder places;
    HostCodeGaps gaps;

    explicit Found(const Nested& nested)
        : made(nested.dsl),
          places(*made.trace),
          gaps{*made.trace, made.analysis, places, GapPart::UntilLaunch, Duration(100 * kUs)} {}

    // The only path of a function with this name.
    std::uint32_t pathOf(const IdleCallPaths& merged, std::string_view name) const {
        const auto is = [&](const IdleCallPath& path) {
            return path.function.isValid() && made.trace->text(path.function) == name;
        };
        EXPECT_EQ(std::count_if(merged.paths.begin(), merged.paths.end(), is), 1);
        return static_cast<std::uint32_t>(
            std::find_if(merged.paths.begin(), merged.paths.end(), is) - merged.paths.begin());
    }
};

TEST(IdleCallPaths, AddUpTheTimeOfAllGaps) {
    const Found found(Nested(3));
    const IdleCallPaths merged = idleCallPaths(found.gaps);
    ASSERT_EQ(merged.paths.size(), 6U);  // root, three around, pack, sort
    const IdleCallPath& around = merged.paths[found.pathOf(merged, "around 2")];
    EXPECT_EQ(around.inGaps, Duration(Nested::kIterations * 450 * kUs));
    EXPECT_EQ(around.calls, 1U);
    EXPECT_EQ(around.depth, 3U);
    const IdleCallPath& sort = merged.paths[found.pathOf(merged, "sort")];
    EXPECT_EQ(sort.inGaps, Duration(Nested::kIterations * 200 * kUs));
    EXPECT_EQ(sort.touched, sort.inGaps);
    EXPECT_EQ(sort.calls, std::uint64_t{Nested::kIterations});
    EXPECT_EQ(sort.depth, 5U);
    EXPECT_FALSE(around.launches);
}

TEST(IdleCallPaths, FindWhichPathsLaunch) {
    const Found found(Nested(3));
    const IdleCallPaths merged = idleCallPaths(found.gaps, found.made.launches, Duration(1));
    EXPECT_TRUE(merged.paths[found.pathOf(merged, "around 0")].launches);
    EXPECT_TRUE(merged.paths[found.pathOf(merged, "around 2")].launches);
    EXPECT_FALSE(merged.paths[found.pathOf(merged, "pack")].launches);
    const IdleCallPaths none =
        idleCallPaths(found.gaps, found.made.launches, Duration(1'000'000 * kUs));
    EXPECT_FALSE(none.paths[found.pathOf(none, "around 0")].launches);
}

TEST(IdleCallPaths, ListTheCallsOfThePathsThatAreWanted) {
    const Found found(Nested(500));
    const IdleCallPaths merged = idleCallPaths(found.gaps);
    EXPECT_EQ(merged.paths.size(), 503U);
    EXPECT_TRUE(callsOfPaths(found.gaps, {}).empty());
    const std::uint32_t pack = found.pathOf(merged, "pack");
    const auto calls = callsOfPaths(found.gaps, {pack});
    ASSERT_EQ(calls.size(), std::size_t{Nested::kIterations});
    std::vector<SliceId> slices;
    for (const IdleCallPaths::Call& call : calls) {
        EXPECT_EQ(call.path, pack);
        EXPECT_EQ(found.made.trace->name(call.slice), "pack");
        EXPECT_EQ(call.inGap.length(), Duration(300 * kUs));
        slices.push_back(call.slice);
    }
    EXPECT_TRUE(std::is_sorted(slices.begin(), slices.end()));
    // One of 500 around the same gaps: once for each gap.
    EXPECT_EQ(callsOfPaths(found.gaps, {found.pathOf(merged, "around 499")}).size(),
              std::size_t{Nested::kIterations});
}

}  // namespace
}  // namespace gaplight
