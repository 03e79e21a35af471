// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/address_map.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

using Span = AddressMap::Span;

constexpr std::size_t kMinMerge = 4096;  // spans

// The end of a range; of one that a damaged file lets wrap around, the last address.
std::uint64_t endOf(std::uint64_t address, std::int64_t size) {
    constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
    const auto length = static_cast<std::uint64_t>(std::max<std::int64_t>(0, size));
    return length > kLast - address ? kLast : address + length;
}

// The span of the first `count`, which are ascending, that has an address; null: none. O(log n).
const Span* findSpan(const std::vector<Span>& spans, std::size_t count, std::uint64_t address) {
    const auto last = spans.begin() + static_cast<std::ptrdiff_t>(count);
    const auto after = std::ranges::upper_bound(spans.begin(), last, address, {}, &Span::address);
    if (after == spans.begin()) {
        return nullptr;
    }
    const Span& span = *std::prev(after);
    return address - span.address < static_cast<std::uint64_t>(span.size) ? &span : nullptr;
}

bool isWithin(const std::vector<Span>& spans, std::size_t count, const Allocation& one) {
    const Span* span = findSpan(spans, count, one.address);
    return span != nullptr && endOf(one.address, one.size) <= endOf(span->address, span->size);
}

// Sorts spans, and makes one of those that overlap or touch.
void merge(std::vector<Span>& spans) {
    std::ranges::sort(spans, {}, &Span::address);
    std::vector<Span> merged;
    for (const Span& span : spans) {
        const std::uint64_t end = endOf(span.address, span.size);
        if (!merged.empty() && span.address <= endOf(merged.back().address, merged.back().size)) {
            Span& last = merged.back();
            last.size = static_cast<std::int64_t>(std::max(end, endOf(last.address, last.size)) -
                                                  last.address);
        } else {
            merged.push_back({span.address, static_cast<std::int64_t>(end - span.address), 0});
        }
    }
    spans = std::move(merged);
}

}  // namespace

AddressMap::AddressMap(const MemoryModel& model) {
    for (const SegmentSpan& segment : model.segments) {
        m_spans.push_back({segment.address, segment.size, 0});
    }
    merge(m_spans);
    // A history that begins in the middle can have allocations without their segments: millions,
    // of which most use the memory of earlier ones.
    std::vector<Span> outside;
    std::size_t merged = 0;
    for (const Allocation& one : model.allocations) {
        if (findSpan(m_spans, m_spans.size(), one.address) == nullptr &&
            !isWithin(outside, merged, one)) {
            outside.push_back({one.address, one.size, 0});
        }
        if (outside.size() - merged > std::max(kMinMerge, merged)) {
            merge(outside);
            merged = outside.size();
        }
    }
    m_spans.insert(m_spans.end(), outside.begin(), outside.end());
    merge(m_spans);
    for (Span& span : m_spans) {
        span.offset = m_bytes;
        m_bytes += span.size;
    }
}

std::optional<std::int64_t> AddressMap::offsetOf(std::uint64_t address) const {
    const Span* span = findSpan(m_spans, m_spans.size(), address);
    return span == nullptr
               ? std::nullopt
               : std::optional(span->offset + static_cast<std::int64_t>(address - span->address));
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
