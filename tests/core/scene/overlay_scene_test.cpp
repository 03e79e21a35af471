// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The overlays of findings: each kind alone, merged with its like, and too close to tell apart.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

#include "core/scene/overlays/overlay_clusters.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

// A host row and a stream with 40 slices each: ten of them wide apart, then ever closer.
std::shared_ptr<const Trace> rows() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 20'000}, "step");
    for (std::int64_t i = 0; i < 40; ++i) {
        const std::int64_t at = i < 10 ? i * 1'000 : 10'000 + i * 60;
        t.op(host, {at, at + (i < 10 ? 900 : 40)}, "aten::add");
        t.kernel(stream, {at, at + (i < 10 ? 900 : 55)});
    }
    return t.trace();
}

OverlaySource source(std::int32_t finding, OverlayWeight weight = OverlayWeight::Warning) {
    OverlaySource source;
    source.rule = 3;
    source.weight = weight;
    source.finding = finding;
    return source;
}

class OverlayScene : public ::testing::Test {
protected:
    // Every slice of this name, marked.
    std::vector<Overlay> overlaysOn(OverlayKind kind, std::string_view name) const {
        std::vector<Overlay> overlays;
        for (std::size_t i = 0; i < scene.trace().slices().size(); ++i) {
            if (scene.trace().name(SliceId(i)) == name) {
                overlays.push_back(scene.overlayOn(kind, SliceId(i)));
            }
        }
        return overlays;
    }
    Overlay overlayOn(OverlayKind kind, std::uint16_t row, std::int64_t begin,
                      std::int64_t end) const {
        Overlay overlay = scene.overlayOn(kind, scene.sliceAt(0));
        overlay.slice = {};
        overlay.row = row;
        overlay.range = {timeFromNs(begin), timeFromNs(end)};
        return overlay;
    }
    // What the overlays draw, at three zooms: apart, close, and all within a few pixels.
    void expectGoldens(const std::string& name) const {
        for (const auto& [zoom, begin, end] :
             {std::tuple{"near", 0, 4'000}, {"middle", 0, 20'000}, {"far", -100'000, 200'000}}) {
            DisplayList list = scene.build(scene.view(begin, end, 820, 260));
            const auto isOther = [](const auto& item) {
                return item.layer == Layer::Slices || item.layer == Layer::Chrome ||
                       item.layer == Layer::Background;
            };
            const auto isBand = [](const RectItem& item) {
                return item.color == ColorRef(Role::FindingMark);
            };
            std::erase_if(list.rects,
                          [&](const RectItem& item) { return isOther(item) && !isBand(item); });
            std::erase_if(list.texts, isOther);
            std::erase_if(list.lines, isOther);
            std::erase_if(list.polygons, isOther);
            EXPECT_TRUE(matchesGolden("scene/overlays/" + name + "_" + zoom + ".txt", list.dump()));
        }
    }

    SceneFixture scene{rows(), std::chrono::milliseconds(1)};
};

TEST_F(OverlayScene, Syncs) {
    scene.addFinding(source(0), "nonzero", overlaysOn(OverlayKind::BlockingCall, "aten::add"));
    scene.setCurrent(0);
    expectGoldens("sync");
}

// What marks slices is a line below their row until its finding is selected, and hides no name.
TEST_F(OverlayScene, MarksOfFindingsThatAreNotSelectedAreLines) {
    for (const OverlayKind kind : {OverlayKind::BlockingCall, OverlayKind::Outline,
                                   OverlayKind::Bracket, OverlayKind::Tint}) {
        SceneFixture quiet{rows(), std::chrono::milliseconds(1)};
        const std::string_view name = kind == OverlayKind::Tint ? "kernel" : "aten::add";
        const Viewport view = quiet.view(0, 4'000);
        const std::size_t before = quiet.build(view).texts.size();
        const std::size_t rects = quiet.build(view).rects.size();
        quiet.addFinding(source(0), "note", overlaysOn(kind, name));
        const DisplayList list = quiet.build(view);
        EXPECT_EQ(list.texts.size(), before);
        EXPECT_TRUE(std::none_of(list.polygons.begin(), list.polygons.end(),
                                 [](const auto& item) { return item.layer == Layer::Overlays; }));
        EXPECT_GT(list.rects.size(), rects);
        for (const RectItem& item : list.rects) {
            const bool isMark =
                item.layer == Layer::Overlays && item.clip != 0 && item.box.height > 2;
            EXPECT_FALSE(isMark) << item.box.y << ' ' << item.box.height;
        }
        quiet.setCurrent(0);
        const DisplayList selected = quiet.build(view);
        EXPECT_TRUE(selected.rects.size() > list.rects.size() ||
                    selected.polygons.size() > list.polygons.size());
    }
}

TEST_F(OverlayScene, Brackets) {
    auto overlays = overlaysOn(OverlayKind::Bracket, "aten::add");
    overlays.push_back(overlayOn(OverlayKind::Bracket, 0, 0, 9'900));
    scene.addFinding(source(0), "a loop over 10 tensors", overlays);
    scene.setCurrent(0);
    expectGoldens("bracket");
}

TEST_F(OverlayScene, Outlines) {
    scene.addFinding(source(0), "copy", overlaysOn(OverlayKind::Outline, "aten::add"));
    scene.setCurrent(0);
    expectGoldens("outline");
}

TEST_F(OverlayScene, Bands) {
    scene.addFinding(
        source(0), "launch-bound",
        {overlayOn(OverlayKind::Band, 0, 0, 1'900), overlayOn(OverlayKind::Band, 0, 3'000, 9'900),
         overlayOn(OverlayKind::Band, 0, 1'000, 3'900)});
    expectGoldens("band");
}

TEST_F(OverlayScene, Tints) {
    scene.addFinding(source(0), "cast", overlaysOn(OverlayKind::Tint, "kernel"));
    scene.setCurrent(0);
    expectGoldens("tint");
}

TEST_F(OverlayScene, GapsOfAFinding) {
    SceneFixture gaps(rows());
    const std::vector<Overlay> overlays{gaps.model.overlays->gaps(GpuId(SourceId(), 0))[0],
                                        gaps.model.overlays->gaps(GpuId(SourceId(), 0))[1]};
    gaps.addFinding(source(0), "host: named_modules", overlays);
    EXPECT_TRUE(matchesGolden("scene/overlays/gap_of_finding.txt",
                              gaps.dump(gaps.view(0, 4'000, 1'820, 160))));
    EXPECT_EQ(gaps.model.overlays->gaps(GpuId(SourceId(), 0))[0].source.finding, 0);
    EXPECT_EQ(gaps.model.overlays->gaps(GpuId(SourceId(), 0))[2].source.finding, -1);
}

// The cause is cut before it is left out, but the hatch stays a hatch.
TEST_F(OverlayScene, ACauseThatDoesNotFitIsCut) {
    SceneFixture gaps(rows());
    gaps.addFinding(source(0), "host: named_modules",
                    {gaps.model.overlays->gaps(GpuId(SourceId(), 0))[0]});
    const DisplayList list = gaps.build(gaps.view(800, 1'195));
    const auto label = std::find_if(list.texts.begin(), list.texts.end(), [](const TextItem& text) {
        return text.layer == Layer::Overlays;
    });
    ASSERT_NE(label, list.texts.end());
    EXPECT_TRUE(list.text(*label).starts_with("100\u2009ns idle · host")) << list.text(*label);
    EXPECT_TRUE(list.text(*label).ends_with("…"));
    float hatched = 0;
    for (const HatchItem& hatch : list.hatches) {
        hatched += hatch.layer == Layer::Overlays ? hatch.box.width : 0;
    }
    EXPECT_GE(hatched, 24);
}

TEST_F(OverlayScene, OtherMarksAreLinesWhileAFindingIsCurrent) {
    const auto all = overlaysOn(OverlayKind::Outline, "aten::add");
    scene.addFinding(source(0), "one", {all[0]});
    scene.addFinding(source(1), "two", {all[1]});
    scene.setCurrent(1);
    const DisplayList list = scene.build(scene.view(0, 4'000));
    std::vector<std::uint8_t> alphas;
    for (const RectItem& item : list.rects) {
        if (item.color == ColorRef(Role::FindingMark)) {
            alphas.push_back(item.alpha);
        }
    }
    // A line, and the four sides of a frame.
    EXPECT_EQ(alphas, std::vector<std::uint8_t>(5, 255));
}

// No two texts of the tracks overlap, whatever overlays and slices are labeled there.
TEST_F(OverlayScene, LabelsNeverOverlap) {
    scene.addFinding(source(0), "nonzero", overlaysOn(OverlayKind::BlockingCall, "aten::add"));
    scene.addFinding(source(1), "region", overlaysOn(OverlayKind::Outline, "step"));
    scene.addFinding(
        source(2), "loop",
        {overlayOn(OverlayKind::Bracket, 0, 0, 9'900), overlayOn(OverlayKind::Bracket, 1, 0, 1'900),
         overlayOn(OverlayKind::Bracket, 0, 5'000, 20'000)});
    scene.addFinding(source(3), "again", overlaysOn(OverlayKind::Bracket, "aten::add"));
    for (std::int64_t width = 200; width < 400'000; width = width * 5 / 4) {
        const DisplayList list = scene.build(scene.view(-width / 10, width));
        for (std::size_t i = 0; i < list.texts.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const TextItem& a = list.texts[i];
                const TextItem& b = list.texts[j];
                EXPECT_TRUE(std::abs(a.baselineY - b.baselineY) > 8 || a.x >= b.x + b.width ||
                            b.x >= a.x + a.width)
                    << width << ": " << list.text(a) << " / " << list.text(b);
            }
        }
    }
}

TEST_F(OverlayScene, TicksOfTheOverviewAreAsHighAsTheirFindingsCost) {
    const auto all = overlaysOn(OverlayKind::Outline, "aten::add");
    scene.addFinding(source(0, OverlayWeight::Critical), "", {all[0], all[1]});
    scene.addFinding(source(1, OverlayWeight::Warning), "", {all[3]});
    // What has next to nothing to gain ticks at its gaps alone.
    std::vector<Overlay> info{all[3], all[8], all[20], all[21]};
    std::for_each(info.begin() + 1, info.end(), [](Overlay& overlay) {
        overlay.kind = OverlayKind::IdleGap;
        overlay.gpu = GpuId(SourceId(), 0);
        overlay.track = {};
        overlay.slice = {};
    });
    scene.addFinding(source(2, OverlayWeight::Info), "", info);
    const Viewport view = scene.view(2'000, 4'000);
    DisplayList list;
    buildOverview({scene.model, view, scene.state, 400, 56}, test::FixedTextMeasure(), list);
    EXPECT_TRUE(matchesGolden("scene/overlays/overview.txt", list.dump()));
}

// Many ticks close to each other are one bar, those apart stay ticks.
TEST(OverlayOverview, CloseTicksAreOne) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 400'000}, "whole");  // 1,000 ns a pixel
    std::vector<SliceId> slices;
    const auto thread = t.thread("other");
    for (std::int64_t at = 0; at < 50; ++at) {
        t.op(thread, {at * 4'000, at * 4'000 + 100}, "comb");
    }
    for (const std::int64_t at : {300'000, 320'000}) {
        t.op(thread, {at, at + 100}, "apart");
    }
    SceneFixture scene(t.trace(), std::chrono::hours(1));
    std::vector<Overlay> overlays;
    for (std::size_t i = 0; i < scene.model.trace->slices().size(); ++i) {
        if (scene.model.trace->name(SliceId(i)) != "whole") {
            overlays.push_back(scene.overlayOn(OverlayKind::Outline, SliceId(i)));
        }
    }
    scene.addFinding(source(0), "", overlays);
    const Viewport view = scene.view(0, 400'000);
    DisplayList list;
    buildOverview({scene.model, view, scene.state, 400, 56}, test::FixedTextMeasure(), list);
    std::vector<float> widths;
    for (const RectItem& item : list.rects) {
        if (item.layer == Layer::Overlays) {
            widths.push_back(item.box.width);
        }
    }
    ASSERT_EQ(widths.size(), 3U);
    EXPECT_NEAR(widths[0], 198, 2);
    EXPECT_EQ(widths[1], 2);
    EXPECT_EQ(widths[2], 2);
}

// The cost of drawing follows pixels, not overlays: 200,000 tinted kernels fill a row with as many
// rectangles as it has pixels at most.
TEST(OverlayCost, OfTintsIsBoundedByPixels) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    constexpr std::int64_t kCount = 200'000;
    for (std::int64_t i = 0; i < kCount; ++i) {
        t.kernel(stream, {i * 10, i * 10 + 8});
    }
    SceneFixture scene(t.trace(), std::chrono::hours(1));
    std::vector<Overlay> overlays;
    for (std::size_t i = 0; i < static_cast<std::size_t>(kCount); i += 1 + i % 2) {
        overlays.push_back(scene.overlayOn(OverlayKind::Tint, SliceId(i)));
    }
    scene.addFinding(source(0), "", overlays);
    for (const std::int64_t end : {10 * kCount, 5 * kCount, std::int64_t{100'000}}) {
        const DisplayList list = scene.build(scene.view(0, end));
        const auto tints = std::count_if(
            list.rects.begin(), list.rects.end(),
            [](const RectItem& item) { return item.color == ColorRef(Role::FindingMark); });
        EXPECT_GT(tints, 0);
        EXPECT_LE(tints, 2 * 600 + 2) << end;
    }
}

}  // namespace
}  // namespace gaplight
