// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/scene/model/overlay_places.h"
#include "core/scene/model/overlay_table.h"

namespace gaplight {

// The overlays shown for a set of visible rules and a current finding (-1 if the finding changes
// neither the shown overlays nor their sources). Immutable, apart from spans, which are computed on
// first use; may be read from several threads.
class OverlayVisibility {
public:
    // One pass over a rule mask per overlay, and over the shown overlays' ranges. O(n); rows whose
    // overlays overlap are spread over levels, O(levels × overlays of the row). `places` must
    // outlive it.
    OverlayVisibility(const OverlayPlaces& places, std::uint64_t rules, std::int32_t finding);

    [[nodiscard]] std::uint64_t rules() const { return m_rules; }
    // The current finding; -1: none, or one without an effect on the shown overlays.
    [[nodiscard]] std::int32_t finding() const { return m_finding; }
    // Numbers of the shown overlays, sequence by sequence.
    [[nodiscard]] std::span<const std::uint32_t> shown() const { return {m_shown.get(), m_count}; }
    [[nodiscard]] std::span<const OverlaySequence> sequences() const { return m_sequences; }
    // Sum of the lengths of shown()[first, first + count).
    [[nodiscard]] Duration totalLength(std::size_t first, std::size_t count) const;
    [[nodiscard]] std::span<const TimeRange> spans(OverlayWeight weight) const;

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

}  // namespace gaplight
