// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_visibility.h"

#include <algorithm>

namespace gaplight {

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

}  // namespace gaplight
