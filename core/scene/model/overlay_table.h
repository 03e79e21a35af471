// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text_hash.h"
#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/trace/ids.h"

namespace gaplight {

// Shape of an overlay. A slice with several is represented by the first kind in this order.
enum class OverlayKind : std::uint8_t {
    IdleGap,       // hatch: no stream of `gpu` was busy
    BlockingCall,  // filled ribbon with a notch: the host waited in `slice`
    Outline,       // frame around `slice`: a region, a copy, a call
    Bracket,       // line with ends: host activity over an interval of `track`
    Tint,          // wash over `slice`: kernels of one kind
    Band,          // thin strip below `track`: an interval in which a condition holds
    Count_,
};

// Severity of the finding behind an overlay; Plain: no finding.
enum class OverlayWeight : std::uint8_t { Plain, Info, Warning, Critical, Count_ };

// Where an overlay comes from: the rule, the finding (by rank) and the occurrence within the
// finding's evidence. Measured intervals without a finding have a rule only.
struct OverlaySource {
    std::uint16_t rule = 0;  // index of the rule, < kMaxRules
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::int32_t occurrence = -1;
    std::uint32_t label = 0;  // into OverlayTable's texts; 0: none
    bool isSecond = false;  // of a gap that another rule explains: comes after that rule's finding
};
inline constexpr std::uint16_t kMaxRules = 64;

// A finding or measure drawn on the timeline, e.g. an idle gap or a blocking call. Built from
// analysis and findings by core/session/session_overlays.
struct Overlay {
    OverlayKind kind = OverlayKind::IdleGap;
    bool muted = false;                // not actionable (e.g. the profiler's own call): drawn gray
    std::uint16_t row = 0;             // of `track`, for all but IdleGap and Band
    ColorRef color = Role::IdleOther;  // IdleGap: by what the GPU waited for
    Duration recording{};              // IdleGap: what recording costs in it, at its end
    GpuId gpu;                         // IdleGap
    TrackId track;                     // all but IdleGap
    SliceId slice;                     // BlockingCall, Outline, Tint; a Bracket over a single slice
    TimeRange range;
    OverlaySource source;  // shown in label and color: the current finding, else the highest ranked
    std::uint32_t firstSource = 0;  // set by the table
    std::uint32_t sourceCount = 0;
};

using OverlayId = Id<struct OverlayTag>;  // into OverlayTable::all()

// Interns the texts of overlays; number 0 is the empty text.
class OverlayLabels {
public:
    OverlayLabels() : m_texts(1) { m_numbers.emplace(std::string(), 0); }
    [[nodiscard]] std::uint32_t number(std::string_view text);
    [[nodiscard]] std::vector<std::string> take() { return std::move(m_texts); }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, std::uint32_t, TextHash> m_numbers;
};

class OverlayTable;

// Overlays that a table shows, in the table's order: a sequence, a part of one, or all. Valid as
// long as the table, and until that is assigned to.
class OverlaySpan {
public:
    class Iterator;

    OverlaySpan() = default;
    // `shown`: numbers of overlays; `ranges`: of all overlays.
    OverlaySpan(const OverlayTable& table, std::span<const std::uint32_t> shown,
                const TimeRange* ranges)
        : m_table(&table), m_shown(shown), m_ranges(ranges) {}

    std::size_t size() const { return m_shown.size(); }
    bool empty() const { return m_shown.empty(); }
    std::span<const std::uint32_t> numbers() const { return m_shown; }
    OverlayId id(std::size_t position) const { return OverlayId(m_shown[position]); }
    const TimeRange& range(std::size_t position) const { return m_ranges[m_shown[position]]; }
    // As OverlayTable::operator[]. O(its sources).
    Overlay operator[](std::size_t position) const;
    Overlay front() const { return (*this)[0]; }

    OverlaySpan subspan(std::size_t first, std::size_t count) const {
        return {*m_table, m_shown.subspan(first, count), m_ranges};
    }
    // For spans of one sequence: the first position, from `position` on, whose overlay begins at
    // `time` or later. O(log n).
    std::size_t firstFrom(Time time, std::size_t position = 0) const;

    Iterator begin() const;
    Iterator end() const;

private:
    const OverlayTable* m_table = nullptr;
    std::span<const std::uint32_t> m_shown;
    const TimeRange* m_ranges = nullptr;
};

// Gives each overlay by value, as operator[] does.
class OverlaySpan::Iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Overlay;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Overlay;

    Iterator(const OverlaySpan& span, std::size_t position) : m_span(span), m_position(position) {}

    Overlay operator*() const { return m_span[m_position]; }
    Iterator& operator++() {
        ++m_position;
        return *this;
    }
    Iterator operator++(int) {
        Iterator before = *this;
        ++m_position;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
        return a.m_position == b.m_position;
    }

private:
    OverlaySpan m_span;
    std::size_t m_position;
};

inline OverlaySpan::Iterator OverlaySpan::begin() const {
    return {*this, 0};
}
inline OverlaySpan::Iterator OverlaySpan::end() const {
    return {*this, size()};
}

struct OverlayPlaces;
class OverlayVisibility;

// Overlays of one kind on one GPU or row without overlap, by begin: a part of all() of a table.
struct OverlaySequence {
    static constexpr std::uint16_t kMaxLevels = 4;  // further levels are not drawn

    OverlayKind kind = OverlayKind::IdleGap;
    std::uint16_t row = 0;
    std::uint16_t level = 0;  // number among the sequences of one place; 0: the first
    GpuId gpu;
    TrackId track;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// Which overlays are shown.
struct OverlayFilter {
    std::uint64_t rules = ~std::uint64_t{0};  // a bit for each
    std::int32_t finding = -1;                // the current one: always shown
};

// Overlays in sequences by kind, GPU or track, and row, so that those in view are found in O(log
// n). Immutable. A filtered table shares its overlays with the table it was made from: an OverlayId
// names the same overlay in both.
class OverlayTable {
public:
    OverlayTable();
    // Overlays with one source each, in any order. Those of equal kind, row and range become one
    // overlay with all their sources, the highest ranked first. O(n log n).
    [[nodiscard]] static OverlayTable build(std::vector<Overlay> overlays,
                                            OverlayLabels labels = {});
    // The same overlays with another filter in place of this table's. O(1) if only the current
    // finding changes and that finding is shown whole and shares no overlay; otherwise one pass
    // over a rule mask per overlay, O(n).
    OverlayTable filtered(const OverlayFilter& filter) const;

    // The shown overlays, by kind, GPU, track, row, level and begin.
    OverlaySpan all() const;
    // An overlay, hidden or not; its `source` is that of the current finding, otherwise the highest
    // ranked one whose rule is shown. O(its sources).
    Overlay operator[](OverlayId id) const;
    // The same with an unspecified `source`: for kind, row and range. O(1).
    const Overlay& place(OverlayId id) const;
    // Text drawn after the duration: "host: named_modules"; may be empty.
    std::string_view label(const Overlay& overlay) const;
    // All sources, hidden ones too.
    std::span<const OverlaySource> sources(const Overlay& overlay) const;

    // All gaps of a GPU in time order.
    OverlaySpan gaps(GpuId gpu) const;
    // Sequences of a kind on a track, by row and level. O(log sequences).
    std::span<const OverlaySequence> sequences(OverlayKind kind, TrackId track) const;
    // The same on all tracks and GPUs, by GPU, track, row and level.
    std::span<const OverlaySequence> sequences(OverlayKind kind) const;
    OverlaySpan overlays(const OverlaySequence& sequence) const;
    // The shown overlay of a slice, or an invalid id: one of the current finding, else by kind.
    // O(log n).
    OverlayId ofSlice(SliceId slice) const;

    // Sum of the lengths of a part of a sequence. O(1): at most 128 additions.
    Duration totalLength(const OverlaySpan& part) const;
    // The color with most time in a part of a sequence of gaps; of a long part, of 64 gaps evenly
    // taken from it.
    ColorRef mainColor(const OverlaySpan& part) const;
    // Whether a part of a sequence is drawn faded: there is a current finding with overlays, and
    // none of them is in this part. O(log n) where overlays of its row do not overlap.
    bool isFaded(const OverlaySpan& part) const;
    // Whether a part of a sequence has no overlay of a current finding: it is a thin line below
    // what it marks.
    bool isQuiet(const OverlaySpan& part) const;
    bool isCurrent(const Overlay& overlay) const {
        return m_finding >= 0 && overlay.source.finding == m_finding;
    }
    // The time that the shown findings of this weight cost, as disjoint ranges in time order: see
    // OverlayPlaces::isCost(). The first call after a change of the filter joins ranges, O(n).
    std::span<const TimeRange> spans(OverlayWeight weight) const;

private:
    OverlayTable(std::shared_ptr<const OverlayPlaces> places, const OverlayFilter& filter,
                 std::shared_ptr<const OverlayVisibility> visibility);

    std::shared_ptr<const OverlayPlaces> m_places;
    std::shared_ptr<const OverlayVisibility> m_visibility;
    std::uint64_t m_rules = ~std::uint64_t{0};
    std::int32_t m_finding = -1;
};

}  // namespace gaplight
