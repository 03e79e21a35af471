// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gaplight {

std::uint32_t OverlayLabels::number(std::string_view text) {
    const auto [at, isNew] =
        m_numbers.emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
    if (isNew) {
        m_texts.emplace_back(text);
    }
    return at->second;
}

// Overlays of one kind on one row of a track, or of one GPU: [first, first + count).
struct OverlayPlaceRow {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool overlaps = false;  // some of them do
};

// The time that one finding costs by the overlays of one rule: their ranges, joined. Overlays that
// another finding shares are left out.
struct FindingSpans {
    std::uint16_t rule = 0;
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::vector<TimeRange> spans;
};

// The overlays of one finding.
struct FindingOverlays {
    std::vector<std::uint32_t> overlays;  // numbers, ascending
    std::uint64_t rules = 0;              // a bit for each rule with an overlay of the finding
    bool isShared = false;                // one of its overlays belongs to another finding, too
    bool hasGaps = false;
};

// The data that all filtered copies of one OverlayTable share. The number of an overlay is its
// position in `overlays`.
struct OverlayPlaces {
    std::vector<std::string> labels;
    std::vector<OverlaySource> sources;
    std::vector<Overlay> overlays;          // by kind, GPU, track, row, begin, end and slice
    std::vector<TimeRange> ranges;          // of the overlays
    std::vector<std::uint64_t> rules;       // of the overlays: a bit for the rule of each source
    std::vector<OverlayPlaceRow> rows;      // in the order of `overlays`
    std::vector<FindingOverlays> findings;  // by rank
    std::vector<std::pair<SliceId, std::uint32_t>> ofSlice;  // sorted; without gaps
    std::vector<FindingSpans> costs;                         // without shared overlays
    std::vector<std::uint32_t> shared;                       // overlays of several findings

    // Overlays with one source each, in any order. O(n log n).
    [[nodiscard]] static OverlayPlaces build(std::vector<Overlay> overlays, OverlayLabels labels);

    std::span<const OverlaySource> sourcesOf(const Overlay& overlay) const {
        return std::span(sources).subspan(overlay.firstSource, overlay.sourceCount);
    }
    // Numbers of a finding's overlays, ascending; none for -1.
    std::span<const std::uint32_t> overlaysOf(std::int32_t finding) const {
        const auto rank = static_cast<std::size_t>(finding);
        return finding < 0 || rank >= findings.size()
                   ? std::span<const std::uint32_t>()
                   : std::span<const std::uint32_t>(findings[rank].overlays);
    }
    // Whether an overlay counts as time that the finding of `source` costs: any idle gap; other
    // shapes where the finding is a warning or worse and has no gaps.
    bool isCost(const Overlay& overlay, const OverlaySource& source) const {
        return overlay.kind == OverlayKind::IdleGap ||
               (source.weight > OverlayWeight::Info &&
                !findings[static_cast<std::size_t>(source.finding)].hasGaps);
    }
    // The source by which an overlay is labeled and colored: that of the current finding, else the
    // first one whose rule is shown; null if the overlay is hidden.
    const OverlaySource* shownSource(const Overlay& overlay, std::uint64_t shownRules,
                                     std::int32_t current) const;
};

namespace {

// Sorts by begin and joins what overlaps or touches.
void joinRanges(std::vector<TimeRange>& ranges) {
    const auto byBegin = [](TimeRange a, TimeRange b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), byBegin)) {
        std::sort(ranges.begin(), ranges.end(), byBegin);
    }
    std::size_t kept = 0;
    for (const TimeRange& range : ranges) {
        if (kept > 0 && range.begin <= ranges[kept - 1].end) {
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

}  // namespace

// The overlays shown for a set of visible rules and a current finding (-1 if the finding changes
// neither the shown overlays nor their sources). Immutable, apart from spans, which are computed on
// first use; may be read from several threads.
class OverlayVisibility {
public:
    // One pass over a rule mask per overlay, and over the shown overlays' ranges. O(n); rows whose
    // overlays overlap are spread over levels, O(levels × overlays of the row). `places` must
    // outlive it.
    OverlayVisibility(const OverlayPlaces& places, std::uint64_t rules, std::int32_t finding);

    std::uint64_t rules() const { return m_rules; }
    // The current finding; -1: none, or one without an effect on the shown overlays.
    std::int32_t finding() const { return m_finding; }
    // Numbers of the shown overlays, sequence by sequence.
    std::span<const std::uint32_t> shown() const { return {m_shown.get(), m_count}; }
    std::span<const OverlaySequence> sequences() const { return m_sequences; }
    // Sum of the lengths of shown()[first, first + count).
    Duration totalLength(std::size_t first, std::size_t count) const;
    std::span<const TimeRange> spans(OverlayWeight weight) const;

    // Whether these rules show all overlays of a finding and no other finding shares one of them:
    // then making it the current finding changes neither the shown overlays nor the spans.
    [[nodiscard]] static bool isIndependent(const OverlayPlaces& places, std::uint64_t rules,
                                            std::int32_t finding);

private:
    static constexpr std::size_t kSumEvery = 64;  // overlays

    void showRow(const OverlayPlaceRow& row, std::span<const std::uint32_t> current);
    // Sorts the overlays of a row into levels without overlap; adds a sequence for each level.
    void makeLevels(std::size_t first);
    void addSequence(std::size_t first, std::size_t count, std::uint16_t level);
    void sumLengths();
    void joinSpans() const;

    const OverlayPlaces& m_places;
    std::uint64_t m_rules;
    std::int32_t m_finding;
    std::unique_ptr<std::uint32_t[]> m_shown;  // NOLINT(*-avoid-c-arrays): left uninitialized
    std::size_t m_count = 0;
    std::vector<OverlaySequence> m_sequences;
    std::vector<Duration> m_sums;  // of all overlays before every kSumEvery-th
    mutable std::once_flag m_joined;
    mutable std::array<std::vector<TimeRange>, static_cast<std::size_t>(OverlayWeight::Count_)>
        m_spans;
};

namespace {

auto rowKey(const Overlay& overlay) {
    return std::make_tuple(overlay.kind, overlay.gpu, overlay.track, overlay.row);
}
// The same for two overlays at the same place.
auto placeKey(const Overlay& overlay) {
    return std::tuple_cat(rowKey(overlay),
                          std::make_tuple(overlay.range.begin, overlay.range.end, overlay.slice));
}
auto rankOf(const OverlaySource& source) {
    // No finding, -1, comes last.
    return std::make_tuple(source.finding < 0, source.isSecond, source.finding, source.occurrence);
}

// The label of an overlay while no finding is current: that of the rule which measured it (its
// source without a finding comes last), else of the best ranked source that has one.
std::uint32_t labelOf(std::span<const OverlaySource> sources) {
    std::uint32_t label = 0;
    for (const OverlaySource& source : sources) {
        const bool isAtHome = sources.back().finding < 0 && source.rule == sources.back().rule;
        if (source.label != 0 && isAtHome) {
            return source.label;
        }
        label = label == 0 ? source.label : label;
    }
    return label;
}

std::vector<OverlaySource> mergeSamePlaces(std::vector<Overlay>& overlays) {
    std::vector<OverlaySource> sources;
    sources.reserve(overlays.size());
    std::size_t kept = 0;
    for (const Overlay& overlay : overlays) {
        if (kept == 0 || placeKey(overlays[kept - 1]) != placeKey(overlay)) {
            overlays[kept] = overlay;
            overlays[kept].firstSource = static_cast<std::uint32_t>(sources.size());
            overlays[kept].sourceCount = 0;
            ++kept;
        }
        Overlay& place = overlays[kept - 1];
        ++place.sourceCount;
        place.muted |= overlay.muted;
        sources.push_back(overlay.source);
    }
    overlays.resize(kept);
    for (Overlay& overlay : overlays) {
        const auto all = std::span(sources).subspan(overlay.firstSource, overlay.sourceCount);
        overlay.source.label = labelOf(all);
    }
    return sources;
}

std::vector<OverlayPlaceRow> rowsOf(const std::vector<Overlay>& overlays) {
    std::vector<OverlayPlaceRow> rows;
    Time end = Time::min();
    for (std::size_t number = 0; number < overlays.size(); ++number) {
        const Overlay& overlay = overlays[number];
        if (number == 0 || rowKey(overlays[number - 1]) != rowKey(overlay)) {
            rows.push_back({static_cast<std::uint32_t>(number), 0, false});
            end = Time::min();
        }
        ++rows.back().count;
        rows.back().overlaps = rows.back().overlaps || overlay.range.begin < end;
        end = std::max(end, overlay.range.end);
    }
    return rows;
}

std::size_t findingCount(std::span<const OverlaySource> sources) {
    return static_cast<std::size_t>(
        std::count_if(sources.begin(), sources.end(),
                      [](const OverlaySource& source) { return source.finding >= 0; }));
}

void listFindings(OverlayPlaces& places) {
    for (std::size_t number = 0; number < places.overlays.size(); ++number) {
        const Overlay& overlay = places.overlays[number];
        const auto sources = places.sourcesOf(overlay);
        const bool isShared = findingCount(sources) > 1;
        if (isShared) {
            places.shared.push_back(static_cast<std::uint32_t>(number));
        }
        std::uint64_t rules = 0;
        for (const OverlaySource& source : sources) {
            rules |= std::uint64_t{1} << source.rule;
            if (source.finding < 0) {
                continue;
            }
            const auto rank = static_cast<std::size_t>(source.finding);
            if (rank >= places.findings.size()) {
                places.findings.resize(rank + 1);
            }
            FindingOverlays& shown = places.findings[rank];
            if (shown.overlays.empty() || shown.overlays.back() != number) {
                shown.overlays.push_back(static_cast<std::uint32_t>(number));
            }
            shown.rules |= std::uint64_t{1} << source.rule;
            shown.isShared = shown.isShared || isShared;
            shown.hasGaps = shown.hasGaps || overlay.kind == OverlayKind::IdleGap;
        }
        places.rules.push_back(rules);
    }
}

void listCosts(OverlayPlaces& places) {
    std::map<std::tuple<std::int32_t, std::uint16_t, OverlayWeight>, std::vector<TimeRange>> costs;
    for (const Overlay& overlay : places.overlays) {
        const auto sources = places.sourcesOf(overlay);
        if (sources.front().finding >= 0 && findingCount(sources) == 1 &&
            places.isCost(overlay, sources.front())) {
            const OverlaySource& source = sources.front();
            costs[{source.finding, source.rule, source.weight}].push_back(overlay.range);
        }
    }
    for (auto& [source, spans] : costs) {
        joinRanges(spans);
        places.costs.push_back(
            {std::get<1>(source), std::get<2>(source), std::get<0>(source), std::move(spans)});
    }
}

}  // namespace

OverlayPlaces OverlayPlaces::build(std::vector<Overlay> overlays, OverlayLabels labels) {
    std::sort(overlays.begin(), overlays.end(), [](const Overlay& a, const Overlay& b) {
        const auto placeA = placeKey(a);
        const auto placeB = placeKey(b);
        return placeA != placeB ? placeA < placeB : rankOf(a.source) < rankOf(b.source);
    });
    OverlayPlaces places;
    places.sources = mergeSamePlaces(overlays);
    places.labels = labels.take();
    places.overlays = std::move(overlays);
    places.ranges.reserve(places.overlays.size());
    places.rules.reserve(places.overlays.size());
    for (std::size_t number = 0; number < places.overlays.size(); ++number) {
        const Overlay& overlay = places.overlays[number];
        places.ranges.push_back(overlay.range);
        if (overlay.kind != OverlayKind::IdleGap && overlay.slice.isValid()) {
            places.ofSlice.emplace_back(overlay.slice, static_cast<std::uint32_t>(number));
        }
    }
    std::sort(places.ofSlice.begin(), places.ofSlice.end());
    places.rows = rowsOf(places.overlays);
    listFindings(places);
    listCosts(places);
    return places;
}

const OverlaySource* OverlayPlaces::shownSource(const Overlay& overlay, std::uint64_t shownRules,
                                                std::int32_t current) const {
    const OverlaySource* first = nullptr;
    for (const OverlaySource& source : sourcesOf(overlay)) {
        if (current >= 0 && source.finding == current) {
            return &source;
        }
        if (first == nullptr && ((shownRules >> source.rule) & 1U) != 0) {
            first = &source;
        }
    }
    return first;
}

OverlayVisibility::OverlayVisibility(const OverlayPlaces& places, std::uint64_t rules,
                                     std::int32_t finding)
    : m_places(places),
      m_rules(rules),
      m_finding(finding),
      m_shown(std::make_unique_for_overwrite<std::uint32_t[]>(places.overlays.size())) {
    std::span<const std::uint32_t> current = places.overlaysOf(finding);
    for (const OverlayPlaceRow& row : places.rows) {
        const std::size_t before = m_count;
        showRow(row, current);
        const auto past = std::lower_bound(current.begin(), current.end(), row.first + row.count);
        current = {past, current.end()};
        if (m_count == before) {
            continue;
        }
        if (row.overlaps) {
            makeLevels(before);
        } else {
            addSequence(before, m_count - before, 0);
        }
    }
    sumLengths();
}

// Branch-free, as which overlays are shown follows no pattern. `current`: from this row on.
void OverlayVisibility::showRow(const OverlayPlaceRow& row,
                                std::span<const std::uint32_t> current) {
    std::uint32_t* const shown = m_shown.get();
    const std::uint64_t* const rules = m_places.rules.data();
    const std::uint32_t last = row.first + row.count;
    std::size_t count = m_count;
    std::uint32_t number = row.first;
    const auto showUpTo = [&](std::uint32_t end) {
        for (; number < end; ++number) {
            shown[count] = number;
            count += (rules[number] & m_rules) != 0 ? 1U : 0U;
        }
    };
    for (const std::uint32_t ofFinding : current) {
        if (ofFinding >= last) {
            break;
        }
        showUpTo(ofFinding);
        shown[count++] = number++;
    }
    showUpTo(last);
    m_count = count;
}

void OverlayVisibility::addSequence(std::size_t first, std::size_t count, std::uint16_t level) {
    const Overlay& one = m_places.overlays[m_shown[first]];
    m_sequences.push_back({one.kind, one.row, level, one.gpu, one.track,
                           static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
}

void OverlayVisibility::makeLevels(std::size_t first) {
    std::span<std::uint32_t> row(m_shown.get() + first, m_count - first);
    std::vector<std::uint32_t> later;
    for (std::uint16_t level = 0; !row.empty(); ++level) {
        later.clear();
        std::size_t kept = 0;
        for (const std::uint32_t next : row) {
            const bool overlaps =
                kept > 0 && m_places.ranges[next].begin < m_places.ranges[row[kept - 1]].end;
            if (overlaps && level < OverlaySequence::kMaxLevels) {
                later.push_back(next);
            } else {
                row[kept++] = next;
            }
        }
        std::copy(later.begin(), later.end(), row.begin() + static_cast<std::ptrdiff_t>(kept));
        addSequence(first, kept, level);
        first += kept;
        row = row.subspan(kept);
    }
}

void OverlayVisibility::sumLengths() {
    m_sums.reserve(m_count / kSumEvery + 1);
    Duration sum{};
    for (std::size_t first = 0; first < m_count; first += kSumEvery) {
        m_sums.push_back(sum);
        const std::size_t last = std::min(m_count, first + kSumEvery);
        for (std::size_t at = first; at < last; ++at) {
            sum += m_places.ranges[m_shown[at]].length();
        }
    }
}

Duration OverlayVisibility::totalLength(std::size_t first, std::size_t count) const {
    const auto before = [this](std::size_t position) {
        const std::size_t block = std::min(position / kSumEvery, m_sums.size() - 1);
        Duration sum = m_sums[block];
        for (std::size_t at = block * kSumEvery; at < position; ++at) {
            sum += m_places.ranges[m_shown[at]].length();
        }
        return sum;
    };
    return count == 0 ? Duration{} : before(first + count) - before(first);
}

bool OverlayVisibility::isIndependent(const OverlayPlaces& places, std::uint64_t rules,
                                      std::int32_t finding) {
    const auto rank = static_cast<std::size_t>(finding);
    if (finding < 0 || rank >= places.findings.size()) {
        return true;
    }
    const FindingOverlays& shown = places.findings[rank];
    return !shown.isShared && (shown.rules & ~rules) == 0;
}

std::span<const TimeRange> OverlayVisibility::spans(OverlayWeight weight) const {
    std::call_once(m_joined, [this] { joinSpans(); });
    return m_spans[static_cast<std::size_t>(weight)];
}

void OverlayVisibility::joinSpans() const {
    const auto spansOf = [this](OverlayWeight weight) -> std::vector<TimeRange>& {
        return m_spans[static_cast<std::size_t>(weight)];
    };
    for (const FindingSpans& cost : m_places.costs) {
        if (((m_rules >> cost.rule) & 1U) != 0 || cost.finding == m_finding) {
            std::vector<TimeRange>& spans = spansOf(cost.weight);
            spans.insert(spans.end(), cost.spans.begin(), cost.spans.end());
        }
    }
    for (const std::uint32_t number : m_places.shared) {
        const Overlay& overlay = m_places.overlays[number];
        const OverlaySource* shownSource = m_places.shownSource(overlay, m_rules, m_finding);
        if (shownSource != nullptr && shownSource->finding >= 0 &&
            m_places.isCost(overlay, *shownSource)) {
            spansOf(shownSource->weight).push_back(overlay.range);
        }
    }
    for (std::vector<TimeRange>& spans : m_spans) {
        joinRanges(spans);
    }
}

namespace {

// Where a sequence is.
auto sequenceKey(OverlayKind kind, GpuId gpu, TrackId track) {
    return std::make_tuple(kind, gpu, track);
}

std::span<const OverlaySequence> sequencesAt(std::span<const OverlaySequence> all, OverlayKind kind,
                                             GpuId gpu, TrackId track) {
    const auto key = sequenceKey(kind, gpu, track);
    const auto keyOf = [](const OverlaySequence& sequence) {
        return sequenceKey(sequence.kind, sequence.gpu, sequence.track);
    };
    const auto first = std::partition_point(
        all.begin(), all.end(),
        [&](const OverlaySequence& sequence) { return keyOf(sequence) < key; });
    const auto last = std::partition_point(
        first, all.end(), [&](const OverlaySequence& sequence) { return keyOf(sequence) == key; });
    return {first, last};
}

}  // namespace

Overlay OverlaySpan::operator[](std::size_t position) const {
    return (*m_table)[id(position)];
}

std::size_t OverlaySpan::firstFrom(Time time, std::size_t position) const {
    const auto at =
        std::partition_point(m_shown.begin() + static_cast<std::ptrdiff_t>(position), m_shown.end(),
                             [&](std::uint32_t number) { return m_ranges[number].begin < time; });
    return static_cast<std::size_t>(at - m_shown.begin());
}

OverlayTable::OverlayTable() : OverlayTable(build({})) {}

OverlayTable::OverlayTable(std::shared_ptr<const OverlayPlaces> places, const OverlayFilter& filter,
                           std::shared_ptr<const OverlayVisibility> visibility)
    : m_places(std::move(places)),
      m_visibility(std::move(visibility)),
      m_rules(filter.rules),
      m_finding(filter.finding) {}

OverlayTable OverlayTable::build(std::vector<Overlay> overlays, OverlayLabels labels) {
    auto places = std::make_shared<const OverlayPlaces>(
        OverlayPlaces::build(std::move(overlays), std::move(labels)));
    const OverlayFilter all;
    auto visibility = std::make_shared<const OverlayVisibility>(*places, all.rules, all.finding);
    return {std::move(places), all, std::move(visibility)};
}

OverlayTable OverlayTable::filtered(const OverlayFilter& filter) const {
    const std::int32_t finding =
        OverlayVisibility::isIndependent(*m_places, filter.rules, filter.finding) ? -1
                                                                                  : filter.finding;
    if (m_visibility->rules() == filter.rules && m_visibility->finding() == finding) {
        return {m_places, filter, m_visibility};
    }
    return {m_places, filter,
            std::make_shared<const OverlayVisibility>(*m_places, filter.rules, finding)};
}

OverlaySpan OverlayTable::all() const {
    return {*this, m_visibility->shown(), m_places->ranges.data()};
}

Overlay OverlayTable::operator[](OverlayId id) const {
    Overlay overlay = place(id);
    const OverlaySource* shownSource = m_places->shownSource(overlay, m_rules, m_finding);
    if (shownSource != nullptr) {
        const bool isCurrent = m_finding >= 0 && shownSource->finding == m_finding;
        const std::uint32_t label =
            isCurrent && shownSource->label != 0 ? shownSource->label : overlay.source.label;
        overlay.source = *shownSource;
        overlay.source.label = label;
    }
    return overlay;
}

const Overlay& OverlayTable::place(OverlayId id) const {
    return m_places->overlays[id.index()];
}

std::string_view OverlayTable::label(const Overlay& overlay) const {
    return m_places->labels[overlay.source.label];
}

std::span<const OverlaySource> OverlayTable::sources(const Overlay& overlay) const {
    return m_places->sourcesOf(overlay);
}

OverlaySpan OverlayTable::gaps(GpuId gpu) const {
    const auto sequences = sequencesAt(m_visibility->sequences(), OverlayKind::IdleGap, gpu, {});
    return sequences.empty() ? all().subspan(0, 0) : overlays(sequences.front());
}

std::span<const OverlaySequence> OverlayTable::sequences(OverlayKind kind, TrackId track) const {
    return sequencesAt(m_visibility->sequences(), kind, GpuId(), track);
}

std::span<const OverlaySequence> OverlayTable::sequences(OverlayKind kind) const {
    const auto all = m_visibility->sequences();
    const auto first = std::partition_point(
        all.begin(), all.end(),
        [kind](const OverlaySequence& sequence) { return sequence.kind < kind; });
    const auto last = std::partition_point(
        first, all.end(),
        [kind](const OverlaySequence& sequence) { return sequence.kind == kind; });
    return {first, last};
}

OverlaySpan OverlayTable::overlays(const OverlaySequence& sequence) const {
    return all().subspan(sequence.first, sequence.count);
}

OverlayId OverlayTable::ofSlice(SliceId slice) const {
    const auto& entries = m_places->ofSlice;
    auto at = std::partition_point(entries.begin(), entries.end(),
                                   [&](const auto& entry) { return entry.first < slice; });
    // Numbers ascend with kinds.
    OverlayId first;
    for (; at != entries.end() && at->first == slice; ++at) {
        const OverlayId id(at->second);
        const OverlaySource* shownSource = m_places->shownSource(place(id), m_rules, m_finding);
        if (shownSource == nullptr) {
            continue;
        }
        if (m_finding < 0 || shownSource->finding == m_finding) {
            return id;
        }
        first = first.isValid() ? first : id;
    }
    return first;
}

Duration OverlayTable::totalLength(const OverlaySpan& part) const {
    return m_visibility->totalLength(
        static_cast<std::size_t>(part.numbers().data() - m_visibility->shown().data()),
        part.size());
}

ColorRef OverlayTable::mainColor(const OverlaySpan& part) const {
    constexpr std::size_t kSamples = 64;
    constexpr auto kRoles = static_cast<std::size_t>(Role::Count_);
    std::array<Duration, kRoles> sums{};
    const std::size_t stride = std::max<std::size_t>(1, part.size() / kSamples);
    ColorRef color = Role::IdleOther;
    Duration most{};
    for (std::size_t at = 0; at < part.size(); at += stride) {
        const ColorRef own = place(part.id(at)).color;
        Duration& sum = sums.at(static_cast<std::size_t>(own.role()));
        sum += part.range(at).length();
        if (sum > most) {
            most = sum;
            color = own;
        }
    }
    return color;
}

bool OverlayTable::isQuiet(const OverlaySpan& part) const {
    return m_finding < 0 || m_places->overlaysOf(m_finding).empty() || isFaded(part);
}

bool OverlayTable::isFaded(const OverlaySpan& part) const {
    if (m_finding < 0 || part.empty()) {
        return false;
    }
    // Numbers ascend within a sequence.
    const auto numbers = part.numbers();
    const auto shown = m_places->overlaysOf(m_finding);
    const auto first = std::lower_bound(shown.begin(), shown.end(), numbers.front());
    const auto last = std::upper_bound(first, shown.end(), numbers.back());
    const auto isIn = [](std::span<const std::uint32_t> list, std::uint32_t number) {
        return std::binary_search(list.begin(), list.end(), number);
    };
    const std::span<const std::uint32_t> between(first, last);
    const bool isIncluded =
        between.size() < numbers.size()
            ? std::any_of(between.begin(), between.end(),
                          [&](std::uint32_t number) { return isIn(numbers, number); })
            : std::any_of(numbers.begin(), numbers.end(),
                          [&](std::uint32_t number) { return isIn(between, number); });
    return !isIncluded;
}

std::span<const TimeRange> OverlayTable::spans(OverlayWeight weight) const {
    return m_visibility->spans(weight);
}

}  // namespace gaplight
