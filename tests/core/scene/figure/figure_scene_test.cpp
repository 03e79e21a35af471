// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_scene.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/display/elided_text.h"
#include "core/scene/figure/figure_callouts.h"
#include "core/scene/timeline/replay_scene.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::FixedTextMeasure;
using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

using test::kMs;

// Two kernels with a gap between them, under a step with a wait.
std::shared_ptr<const Trace> oneGap() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 90 * kMs}, "ProfilerStep#1");
    t.kernel(stream, {5 * kMs, 30 * kMs}, t.launch(host, {2 * kMs, 3 * kMs}), "first");
    t.call(host, {10 * kMs, 31 * kMs}, "cudaStreamSynchronize");
    t.kernel(stream, {70 * kMs, 95 * kMs}, t.launch(host, {68 * kMs, 69 * kMs}), "second");
    return t.trace();
}

// What a figure says and points at.
struct Told {
    FigureTexts texts;
    std::vector<FigureCallout> callouts;
};

Told fullTexts(const SceneFixture& scene) {
    Told told;
    FigureTexts& texts = told.texts;
    texts.title = "A step boundary";
    texts.subtitle = "NVIDIA H200 · 100 ms";
    texts.bars.push_back({"GPU 0",
                          {{"computes 60 %", 0.6, Role::Compute, false},
                           {"idle: after a wait 40 %", 0.4, Role::IdleSync, true}}});
    FigureCallout gap;
    gap.text = "GPU idle 40 ms";
    gap.detail = "the host waited, then was slow";
    gap.range = {timeFromNs(30 * kMs), timeFromNs(70 * kMs)};
    gap.gpu = GpuId(SourceId(), 0);
    FigureCallout wait;
    wait.text = "A wait";
    wait.range = {timeFromNs(10 * kMs), timeFromNs(31 * kMs)};
    wait.track = scene.trace().trackOf(scene.sliceAt(10 * kMs));
    wait.row = 1;
    FigureCallout note;
    note.text = "A note";
    note.range = {timeFromNs(95 * kMs), timeFromNs(95 * kMs)};
    told.callouts = {gap, wait, note};
    texts.checklist = {{"Does the GPU stay busy?", "60 % busy", FigureStatus::Bad},
                       {"Is memory stable?", "not recorded", FigureStatus::Unknown},
                       {"Is the host free?", "yes", FigureStatus::Good}};
    texts.caption = "What one sees.";
    texts.provenance = {"a.json · Gaplight", "gaplight export a.json"};
    return told;
}

Result<Figure> figureOf(const SceneFixture& scene, const Told& told, float width = 800,
                        float height = 0) {
    const FigureSubject subject{scene.model,
                                scene.layout,
                                scene.state,
                                {timeFromNs(0), timeFromNs(100 * kMs)},
                                told.callouts};
    return buildFigure({subject, told.texts, width, height}, FixedTextMeasure());
}

bool overlap(const TextItem& a, const TextItem& b) {
    constexpr float kHeight = 9;
    return a.x < b.x + b.width && b.x < a.x + a.width && a.baselineY > b.baselineY - kHeight &&
           b.baselineY > a.baselineY - kHeight;
}

TEST(FigureScene, EverythingThatAFigureCanHold) {
    const SceneFixture scene(oneGap());
    const Result<Figure> figure = figureOf(scene, fullTexts(scene));
    ASSERT_TRUE(figure) << figure.error().message;
    EXPECT_TRUE(matchesGolden("scene/figure_full.txt", figure->list.dump()));
    for (const TextItem& text : figure->list.texts) {
        EXPECT_LE(text.x + text.width, 800) << figure->list.text(text);
        EXPECT_LE(text.baselineY, figure->list.height) << figure->list.text(text);
        for (const TextItem& other : figure->list.texts) {
            EXPECT_TRUE(&text == &other || !overlap(text, other))
                << figure->list.text(text) << " over " << figure->list.text(other);
        }
    }
}

TEST(FigureScene, SlicesAndTracksHaveNames) {
    const SceneFixture scene(oneGap());
    const Result<Figure> figure = figureOf(scene, {});
    ASSERT_TRUE(figure) << figure.error().message;
    std::vector<std::string> titles;
    for (const FigureSlice& slice : figure->slices) {
        titles.push_back(slice.title.substr(0, slice.title.find('\n')));
        EXPECT_EQ(figure->list.rects[slice.rect].layer, Layer::Slices);
    }
    EXPECT_EQ(titles,
              (std::vector<std::string>{"first", "second", "ProfilerStep#1", "cudaLaunchKernel",
                                        "cudaStreamSynchronize", "cudaLaunchKernel"}));
    ASSERT_EQ(figure->tracks.size(), 2U);
    EXPECT_LT(figure->tracks[0].box.y, figure->tracks[1].box.y);
}

// A slice underlined in the accent, on the row and in the key.
TEST(FigureScene, TheKeyShowsPredictedSlicesAsTheyAreDrawn) {
    const SceneFixture scene(oneGap());
    const SliceId kernel = scene.sliceAt(70 * kMs);
    ReplayIntervals replay;
    replay.ghosts = RowIntervals::build({{scene.trace().trackOf(kernel),
                                          scene.trace().slices().row(kernel),
                                          {timeFromNs(40 * kMs), timeFromNs(65 * kMs)}}});
    const FigureSubject subject{scene.model, scene.layout,
                                scene.state, {timeFromNs(0), timeFromNs(100 * kMs)},
                                {},          &replay};
    const Result<Figure> figure = buildFigure({subject, {}, 800, 0}, FixedTextMeasure());
    ASSERT_TRUE(figure) << figure.error().message;
    const DisplayList& list = figure->list;
    const auto label = std::ranges::find_if(
        list.texts, [&](const TextItem& text) { return list.text(text) == "with the changes"; });
    ASSERT_NE(label, list.texts.end());
    std::vector<float> heights;  // of what is in the accent, the row's first
    std::vector<float> ends;     // of the swatch, below it
    for (const RectItem& rect : list.rects) {
        const bool isSwatch = rect.box.x < label->x && rect.box.x + rect.box.width < label->x &&
                              rect.box.y > label->baselineY - 12;
        if (rect.color == ColorRef(Role::Accent)) {
            heights.push_back(rect.box.height);
        }
        if (isSwatch &&
            (rect.color == ColorRef(Role::Accent) || rect.color == ColorRef::neutralSlice())) {
            ends.push_back(rect.box.y + rect.box.height);
        }
    }
    EXPECT_EQ(heights, (std::vector<float>{2, 2}));
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_FLOAT_EQ(ends[0], ends[1]);
}

TEST(FigureScene, ACalloutTextStandsBesideItsBadgeWhereItFits) {
    const SceneFixture scene(oneGap());
    Told texts = fullTexts(scene);
    texts.callouts[0].detail.clear();
    const Result<Figure> figure = figureOf(scene, texts);
    ASSERT_TRUE(figure);
    const auto count = [&](std::string_view wanted) {
        return std::count_if(
            figure->list.texts.begin(), figure->list.texts.end(),
            [&](const TextItem& text) { return figure->list.text(text) == wanted; });
    };
    EXPECT_EQ(count("GPU idle 40 ms"), 1);
    EXPECT_EQ(count("A note"), 1);
    EXPECT_EQ(count("1"), 1);
}

TEST(FigureScene, AMarkOutsideIsLeftOutAndNumbersHaveNoHoles) {
    const SceneFixture scene(oneGap());
    Told texts = fullTexts(scene);
    texts.callouts[0].gpu = GpuId(SourceId(), 5);
    const Result<Figure> figure = figureOf(scene, texts);
    ASSERT_TRUE(figure);
    const std::string dump = figure->list.dump();
    EXPECT_EQ(dump.find("GPU idle 40 ms"), std::string::npos);
    EXPECT_NE(dump.find("bold \"1\""), std::string::npos);
    EXPECT_EQ(dump.find("bold \"3\""), std::string::npos);
}

TEST(FigureScene, AGivenHeightIsKept) {
    const SceneFixture scene(oneGap());
    const Told texts;
    const float natural = figureOf(scene, texts)->list.height;
    EXPECT_EQ(figureOf(scene, texts, 800, natural + 50)->list.height, natural + 50);
    EXPECT_EQ(figureOf(scene, texts, 800, natural - 19)->list.height, natural - 19);
    const Result<Figure> low = figureOf(scene, texts, 800, 60);
    ASSERT_FALSE(low);
    EXPECT_EQ(low.error().code, ErrorCode::BadArgument);
    EXPECT_NE(low.error().message.find("expected at least"), std::string::npos);
}

// A line from above to a place below others goes behind the labels on its way.
TEST(FigureScene, LeadersCrossNoLabel) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t depth = 0; depth < 6; ++depth) {
        t.op(host, {depth, 100 * kMs - depth}, "a label that is in the way of everything below");
    }
    t.op(host, {40 * kMs, 42 * kMs}, "below");
    t.kernel(stream, {50 * kMs, 60 * kMs}, t.launch(host, {45 * kMs, 46 * kMs}), "k");
    const SceneFixture scene(t.trace());
    Told told;
    FigureCallout callout;
    callout.text = "what is below";
    callout.range = {timeFromNs(40 * kMs), timeFromNs(42 * kMs)};
    callout.track = scene.trace().trackOf(scene.sliceAt(40 * kMs));
    callout.row = 6;
    told.callouts = {callout};
    const Result<Figure> figure = figureOf(scene, told, 500);
    ASSERT_TRUE(figure);
    std::size_t behind = 0;
    for (const TextItem& text : figure->list.texts) {
        for (const LineItem& line : figure->list.lines) {
            const bool isLeader = line.layer == Layer::Chrome && line.x0 == line.x1 &&
                                  text.layer == Layer::SliceLabels;
            const bool isBeside = line.x0 < text.x || line.x0 > text.x + text.width;
            EXPECT_TRUE(!isLeader || isBeside || line.y1 <= text.baselineY - 9 ||
                        line.y0 >= text.baselineY + 2)
                << figure->list.text(text);
            behind += isLeader && !isBeside && line.y1 <= text.baselineY ? 1 : 0;
        }
    }
    EXPECT_GT(behind, 0U);
}

TEST(FigureCallouts, BadgesStandApartAndInside) {
    std::vector<CalloutTarget> targets;
    for (const float x : {10.0F, 12.0F, 14.0F, 198.0F}) {
        targets.push_back({targets.size(),
                           static_cast<int>(targets.size()) + 1,
                           x,
                           50,
                           "a text that is too long for this",
                           {}});
    }
    const CalloutPlacing placing = placeCallouts(targets, 0, 200, FixedTextMeasure());
    EXPECT_FALSE(placing.hasTexts);
    ASSERT_EQ(placing.centers.size(), 4U);
    for (std::size_t at = 1; at < placing.centers.size(); ++at) {
        EXPECT_GE(placing.centers[at] - placing.centers[at - 1], 2 * kBadgeRadius);
    }
    EXPECT_GE(placing.centers.front(), kBadgeRadius);
    EXPECT_LE(placing.centers.back(), 200 - kBadgeRadius);
}

TEST(WrappedText, BreaksBetweenWordsAndLongWordsAnywhere) {
    const FixedTextMeasure measure;  // 6 px a character
    EXPECT_EQ(wrappedText("one two three", 48, TextStyle::Label, measure),
              (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrappedText("abcdefghij k", 30, TextStyle::Label, measure),
              (std::vector<std::string>{"abcde", "fghij", "k"}));
    EXPECT_EQ(wrappedText("a\nb", 300, TextStyle::Label, measure),
              (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(wrappedText("äöü äöü äöü", 42, TextStyle::Label, measure, 1),
              (std::vector<std::string>{"äöü äö…"}));
    EXPECT_TRUE(wrappedText("", 42, TextStyle::Label, measure).empty());
    EXPECT_EQ(wrappedText("ab", 1, TextStyle::Label, measure),
              (std::vector<std::string>{"a", "b"}));
}

// Counts the bytes that were measured.
class CountingMeasure final : public TextMeasure {
public:
    float width(std::string_view utf8, TextStyle style) const override {
        bytes += utf8.size();
        return FixedTextMeasure().width(utf8, style);
    }
    mutable std::size_t bytes = 0;
};

TEST(WrappedText, CostsNoMoreForAnEndlessWord) {
    const std::string word(1'600'000, 'x');
    CountingMeasure ofShort;
    const auto some =
        wrappedText(std::string_view(word).substr(0, 50'000), 600, TextStyle::Label, ofShort);
    CountingMeasure ofLong;
    EXPECT_EQ(wrappedText(word, 600, TextStyle::Label, ofLong), some);
    EXPECT_EQ(some.size(), 100U);
    EXPECT_EQ(ofLong.bytes, ofShort.bytes);
}

}  // namespace
}  // namespace gaplight
