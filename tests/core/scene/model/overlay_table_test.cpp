// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_table.h"

#include <random>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

const TrackId kTrack{std::size_t{3}};

Overlay gap(std::int32_t device, std::int64_t begin, std::int64_t end) {
    Overlay overlay;
    overlay.gpu = GpuId(SourceId(), device);
    overlay.range = {timeFromNs(begin), timeFromNs(end)};
    return overlay;
}

Overlay overlay(OverlayKind kind, std::uint16_t row, std::int64_t begin, std::int64_t end,
                SliceId slice = {}) {
    Overlay overlay = gap(-1, begin, end);
    overlay.kind = kind;
    overlay.track = kTrack;
    overlay.row = row;
    overlay.slice = slice;
    return overlay;
}

Overlay owned(Overlay overlay, std::uint16_t rule, std::int32_t finding,
              OverlayWeight weight = OverlayWeight::Info, std::uint32_t label = 0) {
    overlay.source = {rule, weight, finding, 0, label};
    return overlay;
}

SliceId sliceId(std::size_t index) {
    return SliceId(index);
}

TEST(OverlayTable, SortsByDeviceTrackAndTime) {
    const auto table = OverlayTable::build({overlay(OverlayKind::BlockingCall, 0, 0, 1, sliceId(9)),
                                            gap(1, 5, 6), gap(0, 9, 10), gap(0, 1, 2)});
    ASSERT_EQ(table.gaps(GpuId(SourceId(), 0)).size(), 2U);
    EXPECT_EQ(table.gaps(GpuId(SourceId(), 0))[0].range.begin, timeFromNs(1));
    EXPECT_EQ(table.gaps(GpuId(SourceId(), 1)).size(), 1U);
    EXPECT_TRUE(table.gaps(GpuId(SourceId(), 2)).empty());
    EXPECT_EQ(table.sequences(OverlayKind::BlockingCall, kTrack).size(), 1U);
    EXPECT_TRUE(table.sequences(OverlayKind::Outline, kTrack).empty());
    EXPECT_TRUE(table.sequences(OverlayKind::BlockingCall, TrackId(std::size_t{2})).empty());
    EXPECT_EQ(table[table.ofSlice(sliceId(9))].track, kTrack);
    EXPECT_FALSE(table.ofSlice(sliceId(8)).isValid());
    EXPECT_EQ(table.totalLength(table.gaps(GpuId(SourceId(), 0))), Duration(2));
}

// What several findings and the measurement say of one place is one overlay.
TEST(OverlayTable, MergesWhatLiesAtOnePlace) {
    OverlayLabels labels;
    const std::uint32_t measured = labels.number("host: step");
    const std::uint32_t note = labels.number("named_modules");
    EXPECT_EQ(labels.number("host: step"), measured);
    const auto table = OverlayTable::build(
        {owned(gap(0, 1, 9), 0, -1, OverlayWeight::Plain, measured), owned(gap(0, 1, 9), 2, 7),
         owned(gap(0, 1, 9), 1, 4, OverlayWeight::Warning, note), owned(gap(0, 9, 12), 1, 4)},
        std::move(labels));
    ASSERT_EQ(table.all().size(), 2U);
    const Overlay& both = table.gaps(GpuId(SourceId(), 0)).front();
    EXPECT_EQ(both.source.finding, 4);
    EXPECT_EQ(table.label(both), "host: step");
    ASSERT_EQ(table.sources(both).size(), 3U);
    EXPECT_EQ(table.sources(both)[1].finding, 7);
    EXPECT_EQ(table.sources(both)[2].finding, -1);
}

// A gap says what the host did, whatever else a higher finding concludes from it.
TEST(OverlayTable, TakesTheWordsOfTheRuleWhoseMatterItIs) {
    OverlayLabels labels;
    const std::uint32_t underused = labels.number("GPU underused");
    const std::uint32_t cause = labels.number("host in step");
    const std::uint32_t measured = labels.number("host: step");
    const std::vector<Overlay> overlays{
        owned(gap(0, 1, 9), 0, -1, OverlayWeight::Plain, measured),
        owned(gap(0, 1, 9), 5, 1, OverlayWeight::Info, underused),
        owned(gap(0, 1, 9), 0, 4, OverlayWeight::Info, cause),
        owned(gap(0, 20, 29), 0, -1, OverlayWeight::Plain, measured),
        owned(gap(0, 20, 29), 5, 1, OverlayWeight::Info, underused)};
    const auto table = OverlayTable::build(overlays, std::move(labels));
    EXPECT_EQ(table.label(table.all()[0]), "host in step");
    EXPECT_EQ(table.label(table.all()[1]), "host: step");
    EXPECT_EQ(table.all()[0].source.finding, 1);
    OverlayFilter filter;
    filter.finding = 1;
    const auto shown = table.filtered(filter);
    EXPECT_EQ(shown.label(shown.all()[0]), "GPU underused");
}

TEST(OverlayTable, ShowsWhatTheFilterLetsThrough) {
    OverlayLabels labels;
    const std::uint32_t measured = labels.number("host: step");
    const auto table = OverlayTable::build(
        {owned(gap(0, 1, 9), 0, -1, OverlayWeight::Plain, measured), owned(gap(0, 1, 9), 2, 7),
         owned(gap(0, 20, 30), 2, 8), owned(gap(0, 40, 50), 3, 9)},
        std::move(labels));
    OverlayFilter filter;
    filter.rules = 0b0001;
    auto shown = table.filtered(filter);
    ASSERT_EQ(shown.all().size(), 1U);
    EXPECT_EQ(shown.all()[0].source.finding, -1);
    filter.rules = 0b0100;
    shown = table.filtered(filter);
    ASSERT_EQ(shown.all().size(), 2U);
    EXPECT_EQ(shown.all()[0].source.finding, 7);
    EXPECT_EQ(shown.label(shown.all()[0]), "host: step") << "the finding has no words of its own";
    filter.rules = 0;
    filter.finding = 8;
    shown = table.filtered(filter);
    ASSERT_EQ(shown.all().size(), 1U);
    EXPECT_EQ(shown.all()[0].source.finding, 8);
    EXPECT_EQ(table.filtered({}).all().size(), 3U);
}

TEST(OverlayTable, FadesAllButTheCurrentFinding) {
    const auto table = OverlayTable::build(
        {owned(gap(0, 1, 2), 0, 1), owned(gap(0, 3, 4), 0, 2), owned(gap(0, 5, 6), 0, 1)});
    EXPECT_FALSE(table.isFaded(table.gaps(GpuId(SourceId(), 0))));
    OverlayFilter filter;
    filter.finding = 2;
    const auto shown = table.filtered(filter);
    EXPECT_FALSE(shown.isFaded(shown.gaps(GpuId(SourceId(), 0))));
    EXPECT_TRUE(shown.isFaded(shown.gaps(GpuId(SourceId(), 0)).subspan(0, 1)));
    EXPECT_FALSE(shown.isFaded(shown.gaps(GpuId(SourceId(), 0)).subspan(1, 1)));
    EXPECT_TRUE(shown.isFaded(shown.gaps(GpuId(SourceId(), 0)).subspan(2, 1)));
}

TEST(OverlayTable, AsksTheCurrentFindingFirstForASlice) {
    const auto table =
        OverlayTable::build({owned(overlay(OverlayKind::Tint, 0, 0, 9, sliceId(5)), 0, 3),
                             owned(overlay(OverlayKind::BlockingCall, 0, 0, 9, sliceId(5)), 1, 1)});
    EXPECT_EQ(table[table.ofSlice(sliceId(5))].kind, OverlayKind::BlockingCall);
    OverlayFilter filter;
    filter.finding = 3;
    const auto shown = table.filtered(filter);
    EXPECT_EQ(shown[shown.ofSlice(sliceId(5))].kind, OverlayKind::Tint);
}

// No two overlays of a sequence overlap, whatever overlaps at a place, and none is lost.
TEST(OverlayTable, SpreadsWhatOverlapsOverLevels) {
    std::mt19937 random(11);
    std::vector<Overlay> overlays;
    for (int i = 0; i < 400; ++i) {
        const auto begin = static_cast<std::int64_t>(random() % 3000);
        const auto length = 1 + static_cast<std::int64_t>(random() % 20);
        overlays.push_back(owned(
            overlay(OverlayKind::Bracket, static_cast<std::uint16_t>(i % 3), begin, begin + length),
            static_cast<std::uint16_t>(i % 5), i));
    }
    const auto table = OverlayTable::build(overlays);
    OverlayFilter filter;
    filter.rules = 0b10110;
    for (const OverlayTable& each : {table, table.filtered(filter)}) {
        std::size_t count = 0;
        for (const OverlaySequence& sequence : each.sequences(OverlayKind::Bracket, kTrack)) {
            count += sequence.count;
            const auto inRow = each.overlays(sequence);
            for (std::size_t i = 1; i < inRow.size(); ++i) {
                EXPECT_LE(inRow.range(i - 1).begin, inRow.range(i).begin);
                EXPECT_TRUE(sequence.level == OverlaySequence::kMaxLevels ||
                            inRow[i - 1].range.end <= inRow[i].range.begin);
                EXPECT_EQ(inRow[i].row, sequence.row);
            }
        }
        EXPECT_EQ(count, each.all().size());
    }
}

TEST(OverlayTable, JoinsSpansOfOneWeight) {
    const auto table =
        OverlayTable::build({owned(gap(0, 1, 5), 0, 1, OverlayWeight::Critical),
                             owned(gap(1, 3, 9), 0, 1, OverlayWeight::Critical),
                             owned(gap(0, 20, 30), 0, 2, OverlayWeight::Critical),
                             owned(gap(0, 40, 50), 0, 3, OverlayWeight::Info), gap(0, 60, 70)});
    const auto critical = table.spans(OverlayWeight::Critical);
    ASSERT_EQ(critical.size(), 2U);
    EXPECT_EQ(critical[0], (TimeRange{timeFromNs(1), timeFromNs(9)}));
    EXPECT_EQ(table.spans(OverlayWeight::Info).size(), 1U);
    EXPECT_TRUE(table.spans(OverlayWeight::Warning).empty());
    EXPECT_TRUE(table.spans(OverlayWeight::Plain).empty());
}

// A long wait is no cost; what has none of the GPU's idle time counts if it is worth a warning.
TEST(OverlayTable, CountsGapsAsCostsBeforeAnythingElse) {
    const auto table = OverlayTable::build(
        {owned(gap(0, 100, 105), 0, 1, OverlayWeight::Warning),
         owned(overlay(OverlayKind::BlockingCall, 0, 0, 100, sliceId(1)), 0, 1,
               OverlayWeight::Warning),
         owned(overlay(OverlayKind::Band, 0, 200, 300), 0, 2, OverlayWeight::Warning),
         owned(overlay(OverlayKind::Outline, 0, 400, 500, sliceId(2)), 0, 3)});
    const auto warning = table.spans(OverlayWeight::Warning);
    ASSERT_EQ(warning.size(), 2U);
    EXPECT_EQ(warning[0].begin, timeFromNs(100));
    EXPECT_EQ(warning[1].begin, timeFromNs(200));
    EXPECT_TRUE(table.spans(OverlayWeight::Info).empty());
}

}  // namespace
}  // namespace gaplight
