// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A filtered table against the plain way: copy what is shown, sort it into levels, sum it up.
#include <algorithm>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

#include "core/scene/interaction/navigation.h"
#include "core/scene/model/overlay_table.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/scene_data.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

struct PlainSequence {
    OverlaySequence sequence;
    std::vector<Overlay> overlays;
};

// The shown overlays of a table, each with the source that shownSource for it.
std::vector<Overlay> plainlyShown(const OverlayTable& table, const OverlayFilter& filter) {
    std::vector<Overlay> shown;
    for (Overlay overlay : table.all()) {
        const OverlaySource* shownSource = nullptr;
        for (const OverlaySource& source : table.sources(overlay)) {
            const bool isCurrent = filter.finding >= 0 && source.finding == filter.finding;
            const bool isShown = ((filter.rules >> source.rule) & 1U) != 0;
            if (isCurrent || (isShown && shownSource == nullptr)) {
                shownSource = &source;
            }
            if (isCurrent) {
                break;
            }
        }
        if (shownSource != nullptr) {
            const bool isCurrent = filter.finding >= 0 && shownSource->finding == filter.finding;
            const std::uint32_t label =
                isCurrent && shownSource->label != 0 ? shownSource->label : overlay.source.label;
            overlay.source = *shownSource;
            overlay.source.label = label;
            shown.push_back(overlay);
        }
    }
    return shown;
}

std::vector<PlainSequence> plainSequences(std::vector<Overlay> shown) {
    const auto rowKey = [](const Overlay& overlay) {
        return std::make_tuple(overlay.kind, overlay.gpu, overlay.track, overlay.row);
    };
    std::stable_sort(shown.begin(), shown.end(), [&](const Overlay& a, const Overlay& b) {
        return std::make_tuple(rowKey(a), a.range.begin, a.range.end, a.slice) <
               std::make_tuple(rowKey(b), b.range.begin, b.range.end, b.slice);
    });
    std::vector<PlainSequence> sequences;
    for (std::size_t first = 0; first < shown.size();) {
        std::vector<Overlay> row;
        for (; first < shown.size() && (row.empty() || rowKey(row[0]) == rowKey(shown[first]));
             ++first) {
            row.push_back(shown[first]);
        }
        for (std::uint16_t level = 0; !row.empty(); ++level) {
            PlainSequence sequence;
            sequence.sequence = {row[0].kind, row[0].row, level, row[0].gpu, row[0].track, 0, 0};
            std::vector<Overlay> later;
            for (const Overlay& next : row) {
                const bool overlaps = !sequence.overlays.empty() &&
                                      next.range.begin < sequence.overlays.back().range.end;
                (overlaps && level < OverlaySequence::kMaxLevels ? later : sequence.overlays)
                    .push_back(next);
            }
            sequences.push_back(std::move(sequence));
            row = std::move(later);
        }
    }
    return sequences;
}

std::vector<TimeRange> plainSpans(const OverlayTable& table, const std::vector<Overlay>& shown,
                                  OverlayWeight weight) {
    const auto hasGaps = [&](std::int32_t finding) {
        return std::any_of(shown.begin(), shown.end(), [&](const Overlay& overlay) {
            const auto sources = table.sources(overlay);
            return overlay.kind == OverlayKind::IdleGap &&
                   std::any_of(sources.begin(), sources.end(), [&](const OverlaySource& source) {
                       return source.finding == finding;
                   });
        });
    };
    std::vector<TimeRange> ranges;
    for (const Overlay& overlay : shown) {
        const OverlaySource& source = overlay.source;
        if (source.finding >= 0 && source.weight == weight &&
            (overlay.kind == OverlayKind::IdleGap ||
             (weight > OverlayWeight::Info && !hasGaps(source.finding)))) {
            ranges.push_back(overlay.range);
        }
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> spans;
    for (const TimeRange& range : ranges) {
        if (!spans.empty() && range.begin <= spans.back().end) {
            spans.back().end = std::max(spans.back().end, range.end);
        } else {
            spans.push_back(range);
        }
    }
    return spans;
}

void expectSame(const Overlay& a, const Overlay& b) {
    EXPECT_EQ(a.range, b.range);
    EXPECT_EQ(a.slice, b.slice);
    EXPECT_EQ(a.muted, b.muted);
    EXPECT_EQ(a.source.rule, b.source.rule);
    EXPECT_EQ(a.source.finding, b.source.finding);
    EXPECT_EQ(a.source.occurrence, b.source.occurrence);
    EXPECT_EQ(a.source.weight, b.source.weight);
    EXPECT_EQ(a.source.label, b.source.label);
}

void expectFaded(const OverlayTable& table, const OverlaySequence& sequence,
                 const PlainSequence& plain, std::int32_t finding) {
    const auto overlays = table.overlays(sequence);
    for (std::size_t first = 0; first < overlays.size(); first += 1 + overlays.size() / 5) {
        for (const std::size_t count : {std::size_t{1}, (overlays.size() - first + 1) / 2}) {
            Duration length{};
            bool isFaded = finding >= 0;
            for (std::size_t at = first; at < first + count; ++at) {
                length += plain.overlays[at].range.length();
                isFaded = isFaded && plain.overlays[at].source.finding != finding;
            }
            EXPECT_EQ(table.isFaded(overlays.subspan(first, count)), isFaded);
            EXPECT_EQ(table.totalLength(overlays.subspan(first, count)), length);
        }
    }
}

void expectSliceMarks(const OverlayTable& table, const std::vector<Overlay>& shown,
                      std::int32_t finding) {
    for (const Overlay& overlay : shown) {
        if (overlay.kind == OverlayKind::IdleGap || !overlay.slice.isValid()) {
            continue;
        }
        const OverlayId id = table.ofSlice(overlay.slice);
        ASSERT_TRUE(id.isValid());
        const Overlay answer = table[id];
        EXPECT_EQ(answer.slice, overlay.slice);
        EXPECT_TRUE(answer.source.finding == finding || overlay.source.finding != finding ||
                    finding < 0);
    }
}

// `filtered` is made from `table` or another one of the same overlays; `table` shows all.
void expectFiltered(const OverlayTable& table, const OverlayTable& filtered,
                    const OverlayFilter& filter) {
    SCOPED_TRACE(testing::Message() << "rules " << filter.rules << ", finding " << filter.finding);
    const std::vector<Overlay> shown = plainlyShown(table, filter);
    const std::vector<PlainSequence> plain = plainSequences(shown);
    std::size_t count = 0;
    for (const PlainSequence& expected : plain) {
        count += expected.overlays.size();
        const OverlaySequence& key = expected.sequence;
        std::vector<OverlaySequence> sequences;
        if (key.kind != OverlayKind::IdleGap) {
            for (const OverlaySequence& sequence : filtered.sequences(key.kind, key.track)) {
                if (sequence.row == key.row && sequence.level == key.level) {
                    sequences.push_back(sequence);
                }
            }
        } else {
            for (const OverlaySequence& sequence : filtered.sequences(OverlayKind::IdleGap)) {
                if (sequence.gpu == key.gpu && sequence.level == key.level) {
                    sequences.push_back(sequence);
                }
            }
        }
        ASSERT_EQ(sequences.size(), 1U);
        const OverlaySpan overlays = filtered.overlays(sequences.front());
        ASSERT_EQ(overlays.size(), expected.overlays.size());
        for (std::size_t at = 0; at < overlays.size(); ++at) {
            expectSame(overlays[at], expected.overlays[at]);
            EXPECT_EQ(overlays.range(at), expected.overlays[at].range);
        }
        expectFaded(filtered, sequences.front(), expected, filter.finding);
    }
    EXPECT_EQ(filtered.all().size(), count);
    for (const OverlayWeight weight : {OverlayWeight::Plain, OverlayWeight::Info,
                                       OverlayWeight::Warning, OverlayWeight::Critical}) {
        const auto spans = filtered.spans(weight);
        EXPECT_EQ(std::vector<TimeRange>(spans.begin(), spans.end()),
                  plainSpans(table, shown, weight));
    }
    expectSliceMarks(filtered, shown, filter.finding);
}

OverlaySource randomSource(std::mt19937& random) {
    const auto finding = static_cast<std::int32_t>(random() % 12) - 2;
    OverlaySource source;
    source.finding = std::max(-1, finding);
    source.rule = static_cast<std::uint16_t>(finding < 0 ? random() % 5 : finding % 5);
    source.weight = finding < 0
                        ? OverlayWeight::Plain
                        : static_cast<OverlayWeight>(1 + static_cast<unsigned>(finding) % 3);
    source.occurrence = static_cast<std::int32_t>(random() % 3);
    source.label = static_cast<std::uint32_t>(random() % 4);
    return source;
}

OverlayTable madeTable(unsigned seed, std::int64_t spread) {
    std::mt19937 random(seed);
    OverlayLabels labels;
    for (const char* text : {"one", "two", "three"}) {
        EXPECT_GT(labels.number(text), 0U);
    }
    std::vector<Overlay> overlays;
    for (int i = 0; i < 600; ++i) {
        Overlay overlay;
        overlay.kind =
            static_cast<OverlayKind>(random() % static_cast<unsigned>(OverlayKind::Count_));
        const auto begin = static_cast<std::int64_t>(random() % static_cast<unsigned>(spread));
        overlay.range = {timeFromNs(begin),
                         timeFromNs(begin + 1 + static_cast<std::int64_t>(random() % 20))};
        if (overlay.kind == OverlayKind::IdleGap) {
            overlay.gpu = GpuId(SourceId(), static_cast<std::int32_t>(random() % 2));
        } else {
            overlay.track = TrackId(std::size_t{random() % 3});
            overlay.row = static_cast<std::uint16_t>(random() % 2);
            overlay.slice = random() % 3 == 0 ? SliceId() : SliceId(std::size_t{random() % 200});
        }
        for (auto sources = 1 + random() % 3 / 2; sources > 0; --sources) {
            overlay.source = randomSource(random);
            overlays.push_back(overlay);
        }
    }
    return OverlayTable::build(std::move(overlays), std::move(labels));
}

TEST(OverlayFilter, ShowsWhatThePlainWayShows) {
    for (const std::int64_t spread : {300, 100'000}) {
        const OverlayTable table = madeTable(static_cast<unsigned>(spread), spread);
        OverlayTable last = table;
        for (const std::uint64_t rules :
             {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0b10110}}) {
            for (std::int32_t finding = -1; finding < 10; ++finding) {
                const OverlayFilter filter{rules, finding};
                last = last.filtered(filter);  // from whatever was shown before
                expectFiltered(table, last, filter);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

// That a finding becomes current is no new pass over all overlays.
TEST(OverlayFilter, SharesWhatAFindingDoesNotChange) {
    std::vector<Overlay> overlays(3);
    for (std::size_t at = 0; at < overlays.size(); ++at) {
        const auto begin = static_cast<std::int64_t>(at) * 10;
        overlays[at].gpu = GpuId(SourceId(), 0);
        overlays[at].range = {timeFromNs(begin), timeFromNs(begin + 5)};
        overlays[at].source = {static_cast<std::uint16_t>(at), OverlayWeight::Info,
                               static_cast<std::int32_t>(at), 0, 0};
    }
    const OverlayTable table = OverlayTable::build(overlays);
    const OverlayTable current = table.filtered({~std::uint64_t{0}, 1});
    EXPECT_EQ(current.all().numbers().data(), table.all().numbers().data());
    const OverlayTable hidden = table.filtered({0b101, 1});
    EXPECT_NE(hidden.all().numbers().data(), table.all().numbers().data());
    EXPECT_EQ(hidden.all().size(), 3U);
    EXPECT_EQ(table.filtered({0b101, -1}).all().size(), 2U);
}

class RecordedFilter : public ::testing::TestWithParam<const char*> {};

// Also as drawn: the same as of a table that has nothing but what is shown.
TEST_P(RecordedFilter, DrawsWhatThePlainWayDraws) {
    auto session = openSession(test::dataFile(std::string(GetParam()) + ".json.zst"));
    ASSERT_TRUE(session.has_value()) << session.error().message;
    const auto data = SceneData::build(*session);
    SceneModel model = data->model();
    const OverlayTable& table = *model.overlays;
    const TrackLayout layout = TrackLayout::build(*model.trace, model.counters);
    const ViewLimits limits = viewLimits(model, layout);
    Viewport whole;
    whole.width = 1600;
    whole.height = 900;
    whole = fitted(whole, limits.range, limits);
    const auto findings = static_cast<std::int32_t>((*session)->findings.findings.size());
    std::uint64_t startsShown = 0;
    for (const OverlayRule& rule : data->rules()) {
        startsShown |= rule.startsShown ? std::uint64_t{1} << rule.number : 0;
    }
    for (const std::uint64_t rules : {startsShown, std::uint64_t{0}, std::uint64_t{0b0101'0101}}) {
        for (std::int32_t finding = -1; finding < std::min(findings, 6); ++finding) {
            const OverlayFilter filter{rules, finding};
            const OverlayTable filtered = table.filtered(filter);
            expectFiltered(table, filtered, filter);
            OverlayLabels labels;
            std::vector<Overlay> shown = plainlyShown(table, filter);
            for (Overlay& overlay : shown) {
                overlay.source.label = labels.number(table.label(overlay));
            }
            const OverlayTable plain = OverlayTable::build(shown, std::move(labels))
                                           .filtered({~std::uint64_t{0}, finding});
            for (const double zoom : {1.0, 7.0, 60.0}) {
                const Viewport view = zoomedAbout(whole, 700, zoom, limits);
                DisplayList a;
                DisplayList b;
                model.overlays = &filtered;
                buildTimeline({model, layout, view, {}}, test::FixedTextMeasure(), a);
                model.overlays = &plain;
                buildTimeline({model, layout, view, {}}, test::FixedTextMeasure(), b);
                ASSERT_EQ(a.dump(), b.dump()) << "rules " << rules << ", finding " << finding;
            }
            model.overlays = &table;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Data, RecordedFilter,
                         ::testing::Values("wan_before_compile", "llm_decode_eager",
                                           "streams_overlap", "ddp_straggler_rank0"));

}  // namespace
}  // namespace gaplight
