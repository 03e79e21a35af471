// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_index.h"

#include <algorithm>
#include <bit>

namespace gaplight {

StackWindow::StackWindow(std::vector<Item> items)
    : m_items(std::move(items)),
      m_held(m_items.size()),
      m_sums((m_items.size() + kGroup - 1) / kGroup) {
    for (std::uint32_t rank = 0; rank < m_items.size(); ++rank) {
        m_begins.emplace_back(m_items[rank].begin, rank);
        m_ends.emplace_back(m_items[rank].end, rank);
    }
    std::ranges::sort(m_begins);
    std::ranges::sort(m_ends);
}

bool StackWindow::advanceTo(Moment moment) {
    bool isChanged = false;
    for (; m_nextBegin < m_begins.size() && m_begins[m_nextBegin].first <= moment; ++m_nextBegin) {
        const std::uint32_t rank = m_begins[m_nextBegin].second;
        if (m_items[rank].end > moment) {
            setHeld(rank, true);
            isChanged = true;
        }
    }
    for (; m_nextEnd < m_ends.size() && m_ends[m_nextEnd].first <= moment; ++m_nextEnd) {
        const std::uint32_t rank = m_ends[m_nextEnd].second;
        if (m_held[rank] != 0) {
            setHeld(rank, false);
            isChanged = true;
        }
    }
    return isChanged;
}

void StackWindow::setHeld(std::uint32_t rank, bool isHeld) {
    const std::int64_t size = m_items[rank].size;
    m_held[rank] = isHeld ? size : 0;
    m_sums[rank / kGroup] += isHeld ? size : -size;
}

namespace {

constexpr std::size_t kFanOut = 32;
constexpr std::size_t kTimeStep = 64;

unsigned powerOf(std::int64_t value) {
    return value <= 1
               ? 0U
               : static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value))) - 1U;
}

}  // namespace

MemoryIndex::MemoryIndex(const MemoryModel& model) : m_model(model) {
    const std::int64_t last = model.timeUs(model.lastMoment()) + 1;
    const auto bucketOf = [&](const Allocation& one) {
        const std::int64_t end = one.end > model.lastMoment() ? last : model.timeUs(one.end);
        const unsigned lifetime = powerOf(end - model.timeUs(one.begin));
        return static_cast<std::uint16_t>(std::min(powerOf(one.size), kSizes - 1) * kLifetimes +
                                          lifetime);
    };
    m_bucketBegins.assign(std::size_t{kSizes} * kLifetimes + 1, 0);
    // Kept, since the times of an allocation are two cache misses.
    Column<std::uint16_t> buckets(model.allocations.size());
    for (std::size_t at = 0; at < buckets.size(); ++at) {
        buckets[at] = bucketOf(model.allocations[at]);
        ++m_bucketBegins[std::size_t{buckets[at]} + 1];
    }
    for (std::size_t at = 1; at < m_bucketBegins.size(); ++at) {
        m_bucketBegins[at] += m_bucketBegins[at - 1];
    }
    std::vector<std::size_t> next(m_bucketBegins.begin(), m_bucketBegins.end() - 1);
    m_allocations.resize(model.allocations.size());
    for (std::size_t at = 0; at < model.allocations.size(); ++at) {
        m_allocations[next[buckets[at]]++] = static_cast<std::uint32_t>(at);
    }
    for (std::size_t at = 0; at < model.events.size(); at += kTimeStep) {
        m_times.push_back(model.events[at].timeUs);
    }
    const auto addLevel = [&](const auto& below) {
        std::vector<std::int64_t> level;
        for (std::size_t at = 0; at < below.size(); at += kFanOut) {
            const std::size_t end = std::min(below.size(), at + kFanOut);
            std::int64_t peak = below[at];
            for (std::size_t one = at; one < end; ++one) {
                peak = std::max(peak, below[one]);
            }
            level.push_back(peak);
        }
        m_peaks.push_back(std::move(level));
    };
    addLevel(model.allocated);
    while (m_peaks.back().size() > kFanOut) {
        addLevel(std::vector<std::int64_t>(m_peaks.back()));
    }
}

std::int64_t MemoryIndex::beginOf(std::uint32_t allocation) const {
    return m_model.timeUs(m_model.allocations[allocation].begin);
}

MemoryIndex::Run MemoryIndex::runOf(unsigned size, unsigned lifetime, std::int64_t beginUs,
                                    std::int64_t endUs) const {
    const std::size_t bucket = std::size_t{size} * kLifetimes + lifetime;
    const auto first = m_allocations.begin() + static_cast<std::ptrdiff_t>(m_bucketBegins[bucket]);
    const auto last =
        m_allocations.begin() + static_cast<std::ptrdiff_t>(m_bucketBegins[bucket + 1]);
    const std::int64_t longest = lifetime >= 62 ? beginUs : std::int64_t{2} << lifetime;
    const auto isBefore = [&](std::uint32_t one, std::int64_t time) { return beginOf(one) < time; };
    const auto from = std::lower_bound(first, last, beginUs - longest, isBefore);
    const auto to = std::lower_bound(from, last, endUs, isBefore);
    return {static_cast<std::size_t>(from - m_allocations.begin()),
            static_cast<std::size_t>(to - m_allocations.begin()), size + lifetime};
}

std::vector<std::uint32_t> MemoryIndex::largestIn(std::int64_t beginUs, std::int64_t endUs,
                                                  std::int64_t minSize, std::int64_t minUs,
                                                  std::size_t limit) const {
    std::vector<Run> runs;
    for (unsigned size = powerOf(minSize); size < kSizes; ++size) {
        for (unsigned lifetime = powerOf(minUs); lifetime < kLifetimes; ++lifetime) {
            const std::size_t bucket = std::size_t{size} * kLifetimes + lifetime;
            if (m_bucketBegins[bucket] != m_bucketBegins[bucket + 1]) {
                runs.push_back(runOf(size, lifetime, beginUs, endUs));
            }
        }
    }
    std::ranges::stable_sort(runs, std::ranges::greater{}, &Run::rank);
    std::vector<std::uint32_t> found;
    for (const Run& run : runs) {
        if (found.size() + (run.end - run.begin) > limit) {
            break;
        }
        for (std::size_t at = run.begin; at < run.end; ++at) {
            const Allocation& one = m_model.allocations[m_allocations[at]];
            const bool ends = one.end <= m_model.lastMoment();
            if (!ends || m_model.timeUs(one.end) > beginUs) {
                found.push_back(m_allocations[at]);
            }
        }
    }
    std::ranges::sort(found);
    return found;
}

Moment MemoryIndex::momentAt(std::int64_t timeUs) const {
    const auto after = std::ranges::upper_bound(m_times, timeUs);
    if (after == m_times.begin()) {
        return 0;
    }
    const auto first =
        m_model.events.begin() + (after - m_times.begin() - 1) * std::ptrdiff_t{kTimeStep};
    const auto last =
        after == m_times.end() ? m_model.events.end() : first + std::ptrdiff_t{kTimeStep};
    return static_cast<Moment>(
        std::ranges::upper_bound(first, last, timeUs, {}, &AllocatorEvent::timeUs) -
        m_model.events.begin());
}

std::int64_t MemoryIndex::peakOf(Moment first, Moment last) const {
    std::int64_t peak = 0;
    std::size_t begin = first;
    std::size_t end = std::size_t{last} + 1;
    const auto take = [&](const auto& values, std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < to; ++at) {
            peak = std::max(peak, values[at]);
        }
    };
    const auto takeLevel = [&](const auto& values, bool isTop) {
        const std::size_t nextBegin = (begin + kFanOut - 1) / kFanOut;
        const std::size_t nextEnd = end / kFanOut;
        if (isTop || nextBegin >= nextEnd) {
            take(values, begin, end);
            return false;
        }
        take(values, begin, nextBegin * kFanOut);
        take(values, nextEnd * kFanOut, end);
        begin = nextBegin;
        end = nextEnd;
        return true;
    };
    bool goesUp = takeLevel(m_model.allocated, false);
    for (std::size_t level = 0; goesUp && level < m_peaks.size(); ++level) {
        goesUp = takeLevel(m_peaks[level], level + 1 == m_peaks.size());
    }
    return peak;
}

}  // namespace gaplight
