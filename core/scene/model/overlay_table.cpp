// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_table.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/scene/model/overlay_visibility.h"

namespace gaplight {
namespace {

// Where a sequence lies.
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
