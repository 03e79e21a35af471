// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/address_map.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

// The end of a range; of one that a damaged file lets wrap around, the last address.
std::uint64_t endOf(std::uint64_t address, std::int64_t size) {
    constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
    const auto length = static_cast<std::uint64_t>(std::max<std::int64_t>(0, size));
    return length > kLast - address ? kLast : address + length;
}

}  // namespace

AddressMap::AddressMap(const MemoryModel& model) {
    for (const SegmentSpan& segment : model.segments) {
        m_spans.push_back({segment.address, segment.size, 0});
    }
    merge();
    // A history that begins in the middle can have allocations without their segments.
    std::vector<Span> outside;
    for (const Allocation& one : model.allocations) {
        if (!offsetOf(one.address)) {
            outside.push_back({one.address, one.size, 0});
        }
    }
    if (!outside.empty()) {
        m_spans.insert(m_spans.end(), outside.begin(), outside.end());
        merge();
    }
}

void AddressMap::merge() {
    std::ranges::sort(m_spans, {}, &Span::address);
    std::vector<Span> merged;
    for (const Span& span : m_spans) {
        const std::uint64_t end = endOf(span.address, span.size);
        if (!merged.empty() && span.address <= endOf(merged.back().address, merged.back().size)) {
            Span& last = merged.back();
            last.size = static_cast<std::int64_t>(std::max(end, endOf(last.address, last.size)) -
                                                  last.address);
        } else {
            merged.push_back({span.address, static_cast<std::int64_t>(end - span.address), 0});
        }
    }
    m_bytes = 0;
    for (Span& span : merged) {
        span.offset = m_bytes;
        m_bytes += span.size;
    }
    m_spans = std::move(merged);
}

std::optional<std::int64_t> AddressMap::offsetOf(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(m_spans, address, {}, &Span::address);
    if (after == m_spans.begin()) {
        return {};
    }
    const Span& span = *std::prev(after);
    const std::uint64_t inside = address - span.address;
    return inside < static_cast<std::uint64_t>(span.size)
               ? std::optional(span.offset + static_cast<std::int64_t>(inside))
               : std::nullopt;
}

std::uint64_t AddressMap::addressAt(std::int64_t offset) const {
    const auto after = std::ranges::upper_bound(m_spans, offset, {}, &Span::offset);
    if (after == m_spans.begin()) {
        return 0;
    }
    const Span& span = *std::prev(after);
    return span.address + static_cast<std::uint64_t>(offset - span.offset);
}

}  // namespace gaplight
