// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/match_scene.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

Viewport viewOf(std::int64_t begin, double nsPerPixel) {
    Viewport view;
    view.begin = timeFromNs(begin);
    view.nsPerPixel = nsPerPixel;
    view.width = 820;
    view.height = 300;
    return view;
}

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

// A pipeline with two steps, one of which got faster, one slower, and a part of the first.
std::vector<MatchBand> bands() {
    std::vector<MatchBand> list;
    list.push_back({range(0, 6'000), range(0, 5'000), MatchChange::Faster, MatchBand::kNone,
                    "pipeline −17 %"});
    list.push_back({range(0, 3'000), range(0, 1'500), MatchChange::Faster, 0, "step 1 −50 %"});
    list.push_back({range(100, 130), range(100, 130), MatchChange::Same, 1, "tiny 0 %"});
    list.push_back(
        {range(3'000, 6'000), range(1'500, 5'000), MatchChange::Slower, 0, "step 2 +17 %"});
    return list;
}

TEST(MatchScene, BandsFromOneTimelineToTheOther) {
    const std::vector<MatchBand> list = bands();
    const Viewport a = viewOf(0, 10);
    const Viewport b = viewOf(0, 10);
    DisplayList drawn;
    buildMatches({list, a, b, 820, 46}, test::FixedTextMeasure(), drawn);
    EXPECT_TRUE(test::matchesGolden("scene/matches.txt", drawn.dump()));
}

TEST(MatchScene, CloserThePartInsideIsFilledInstead) {
    const std::vector<MatchBand> list = bands();
    const Viewport a = viewOf(0, 1);
    const Viewport b = viewOf(0, 1);
    DisplayList drawn;
    buildMatches({list, a, b, 820, 46}, test::FixedTextMeasure(), drawn);
    EXPECT_TRUE(test::matchesGolden("scene/matches_close.txt", drawn.dump()));
}

TEST(MatchScene, OverOneTimelineItsOwnEnds) {
    const std::vector<MatchBand> list = bands();
    const Viewport a = viewOf(0, 10);
    const Viewport b = viewOf(1'000, 10);
    MatchInput input{list, a, b, 820, 24, MatchEnds::OnlyA, 1};
    DisplayList drawn;
    buildMatches(input, test::FixedTextMeasure(), drawn);
    EXPECT_TRUE(test::matchesGolden("scene/matches_of_a.txt", drawn.dump()));
    input.ends = MatchEnds::OnlyB;
    EXPECT_EQ(matchAt(input, 220 + 20, 0), 1U);  // step 1 in B, from 1 µs on
    EXPECT_EQ(matchAt(input, 220 + 100, 23), 3U);
}

// All texts of a strip with bands, from left to right.
std::string labelsOf(const std::vector<MatchBand>& list) {
    const Viewport view = viewOf(0, 10);
    DisplayList drawn;
    buildMatches({list, view, view, 820, 46}, test::FixedTextMeasure(), drawn);
    std::ranges::sort(drawn.texts, {}, &TextItem::x);
    std::string all;
    for (const TextItem& text : drawn.texts) {
        all += drawn.text(text);
    }
    return all;
}

MatchBand labeled(TimeRange range, const std::string& change, const std::string& name) {
    return {range,
            range,
            MatchChange::Faster,
            MatchBand::kNone,
            change + "  " + name + "  165 ms → 123 ms",
            name,
            {change + "  165 → 123 ms", "165 → 123 ms", change}};
}

// A label goes on after a band that is too narrow for it, as far as the next band.
TEST(MatchScene, ALabelUsesTheRoomAfterItsBand) {
    std::vector<MatchBand> list{labeled(range(0, 500), "−25.5 %", "transformer_forward")};
    EXPECT_EQ(labelsOf(list), list.front().label);
    list.push_back(labeled(range(1'200, 3'000), "−1 %", "decode"));
    EXPECT_FALSE(labelsOf(list).starts_with(list.front().label));
}

// The name loses its middle first, then both figures stay, then the change; none is ever cut.
TEST(MatchScene, ANarrowBandShortensItsLabelAndCutsNoFigure) {
    const std::string name = "transformer_forward";
    const std::vector<std::string> wanted{"−25.5 %  165 → 123 ms", "165 → 123 ms", "−25.5 %", ""};
    std::vector<std::string> seen;
    for (std::int64_t end = 6'000; end > 140; end -= 10) {
        std::vector<MatchBand> list{labeled(range(0, end), "−25.5 %", name),
                                    labeled(range(end, 8'000), "", "")};
        list.back().label.clear();
        list.back().briefLabels.clear();
        const std::string label = labelsOf(list);
        if (seen.empty() || seen.back() != label) {
            seen.push_back(label);
        }
    }
    ASSERT_GT(seen.size(), 5U);
    EXPECT_EQ(seen.front(), "−25.5 %  transformer_forward  165 ms → 123 ms");
    for (std::size_t at = 1; at < seen.size(); ++at) {
        const bool isElided = seen[at].starts_with("−25.5 %  tran") &&
                              seen[at].find("…") != std::string::npos &&
                              seen[at].ends_with("  165 ms → 123 ms");
        EXPECT_TRUE(at + wanted.size() < seen.size() ? isElided : !isElided) << seen[at];
    }
    EXPECT_EQ(std::vector<std::string>(seen.end() - 4, seen.end()), wanted);
}

TEST(MatchScene, LabelsOfBandsThatCrossStandApart) {
    const std::vector<MatchBand> list{{range(0, 1'500),
                                       range(0, 4'000),
                                       MatchChange::Slower,
                                       MatchBand::kNone,
                                       "+11.3 %  forward  8.87 ms → 9.87 ms",
                                       "forward",
                                       {"+11.3 %"}},
                                      {range(0, 3'000),
                                       range(1'000, 4'000),
                                       MatchChange::Slower,
                                       MatchBand::kNone,
                                       "×67  ema  14.1 µs → 9.77 ms",
                                       "ema",
                                       {"×67"}},
                                      {range(1'000, 3'000),
                                       range(1'200, 5'000),
                                       MatchChange::Slower,
                                       MatchBand::kNone,
                                       "+7.7 %  forward  8.28 ms → 8.87 ms",
                                       "forward",
                                       {"+7.7 %"}}};
    const Viewport view = viewOf(0, 10);
    DisplayList drawn;
    buildMatches({list, view, view, 820, 46}, test::FixedTextMeasure(), drawn);
    ASSERT_GE(drawn.texts.size(), 2U);
    for (const TextItem& one : drawn.texts) {
        for (const TextItem& other : drawn.texts) {
            EXPECT_TRUE(&one == &other || one.x + one.width <= other.x ||
                        other.x + other.width <= one.x ||
                        std::abs(one.baselineY - other.baselineY) >= 11)
                << drawn.text(one) << " | " << drawn.text(other);
        }
    }
}

TEST(MatchScene, NothingToDraw) {
    const Viewport view = viewOf(0, 10);
    DisplayList drawn;
    buildMatches({{}, view, view, 820, 46}, test::FixedTextMeasure(), drawn);
    EXPECT_TRUE(drawn.polygons.empty());
    EXPECT_TRUE(drawn.texts.empty());
}

TEST(MatchScene, ThePointerFindsTheInnermost) {
    const std::vector<MatchBand> list = bands();
    const Viewport a = viewOf(0, 10);
    const Viewport b = viewOf(0, 10);
    const MatchInput input{list, a, b, 820, 46};
    EXPECT_EQ(matchAt(input, 220 + 250, 0), 1U);   // step 1 in A
    EXPECT_EQ(matchAt(input, 220 + 250, 45), 3U);  // already step 2 in B
    EXPECT_EQ(matchAt(input, 220 + 590, 45), MatchBand::kNone);
}

}  // namespace
}  // namespace gaplight
