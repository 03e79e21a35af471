// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/sampled_stacks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/base/statistics.h"
#include "core/formats/nsight/stack_frame.h"

namespace gaplight {
namespace {

constexpr std::size_t kSamplesPerCall = 4'096;
constexpr std::size_t kMaxSamples = std::numeric_limits<std::uint32_t>::max();

// The sum, or the latest time there is.
std::int64_t later(std::int64_t time, std::int64_t by) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(time, by, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace

void SampledStacks::addSample(const TableRow& row) {
    const auto id = row.values.integer(1);
    const auto time = row.values.integer(2);
    if (!time) {
        m_batch.events().issues.record(
            row.values.isNull(2) ? IssueKind::MissingTime : IssueKind::BadTime, row.event.number(),
            "COMPOSITE_EVENTS");
    } else if (id && m_samples.size() < kMaxSamples) {
        m_samples.push_back({*id, *time, row.values.integer(3).value_or(0)});
    }
}

void SampledStacks::sortSamplesById() {
    if (!m_isSortedById) {
        std::sort(m_samples.begin(), m_samples.end(), [](const auto& left, const auto& right) {
            return std::tie(left.id, left.time) < std::tie(right.id, right.time);
        });
        m_isSortedById = true;
    }
}

SampledStacks::Function SampledStacks::functionOf(const TableRow& row) {
    const NsightNames& names = m_batch.names();
    return m_functions.intern(frameName(names.text(row.values.integer(2).value_or(-1)),
                                        names.text(row.values.integer(3).value_or(-1)),
                                        row.values.integer(4).value_or(0) != 0));
}

void SampledStacks::addFrame(const TableRow& row) {
    sortSamplesById();
    const std::int64_t id =
        row.values.integer(1).value_or(std::numeric_limits<std::int64_t>::min());
    const auto at = std::lower_bound(
        m_samples.begin(), m_samples.end(), id,
        [](const Sample& sample, std::int64_t wanted) { return sample.id < wanted; });
    if (at == m_samples.end() || at->id != id) {
        m_batch.events().issues.record(IssueKind::BadId, row.event.number(),
                                       "a frame of no sample");
        return;
    }
    m_frames.push_back({static_cast<std::uint32_t>(at - m_samples.begin()),
                        RowBatch::clamped<std::int32_t>(row.values.integer(5)), functionOf(row),
                        row.event.number()});
}

std::int64_t SampledStacks::medianDistance() const {
    std::vector<std::int64_t> distances;
    for (std::size_t at = 1; at < m_order.size(); ++at) {
        const Sample& before = m_samples[m_order[at - 1]];
        const Sample& after = m_samples[m_order[at]];
        std::int64_t distance = 0;
        if (before.thread == after.thread &&
            !__builtin_sub_overflow(after.time, before.time, &distance)) {
            distances.push_back(distance);
        }
    }
    return distances.empty() ? 0 : lowerMedian(distances);
}

void SampledStacks::begin() {
    sortSamplesById();
    std::sort(m_frames.begin(), m_frames.end(), [](const Frame& left, const Frame& right) {
        return std::tie(left.sample, right.depth, left.event) <
               std::tie(right.sample, left.depth, right.event);
    });
    m_order.resize(m_samples.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::sort(m_order.begin(), m_order.end(), [&](std::uint32_t left, std::uint32_t right) {
        return std::tie(m_samples[left].thread, m_samples[left].time, m_samples[left].id) <
               std::tie(m_samples[right].thread, m_samples[right].time, m_samples[right].id);
    });
    m_period = medianDistance();
    m_hasBegun = true;
}

// The frames of a sample, outermost first.
void SampledStacks::takeStack(std::uint32_t sample) {
    m_new.clear();
    auto frame = std::lower_bound(
        m_frames.begin(), m_frames.end(), sample,
        [](const Frame& one, std::uint32_t wanted) { return one.sample < wanted; });
    for (; frame != m_frames.end() && frame->sample == sample; ++frame) {
        const bool repeats = !m_new.empty() && m_new.back().function == frame->function &&
                             m_functions.view(frame->function).starts_with('[');
        if (!repeats) {
            m_new.push_back({frame->function, m_samples[sample].time, frame->event});
        }
    }
}

void SampledStacks::close(std::size_t depth, std::int64_t end) {
    for (std::size_t at = depth; at < m_stack.size(); ++at) {
        const OpenFrame& frame = m_stack[at];
        const BatchTrack track = m_batch.samplesOf(m_thread);
        std::int64_t duration = 0;
        if (!__builtin_sub_overflow(end, frame.start, &duration)) {
            m_batch.addSlice(EventId(frame.event), {frame.start, duration},
                             m_functions.view(frame.function), "sample", SliceKind::Other, track);
        }
    }
    m_stack.resize(std::min(depth, m_stack.size()));
}

// Goes on from the last sample's stack to that of the current one.
void SampledStacks::enter(const Sample& sample) {
    std::size_t same = 0;
    if (sample.thread == m_thread && sample.time <= m_stackEnd) {
        while (same < m_stack.size() && same < m_new.size() &&
               m_stack[same].function == m_new[same].function) {
            ++same;
        }
    }
    close(same, m_stackEnd);
    m_thread = sample.thread;
    m_stack.insert(m_stack.end(), m_new.begin() + static_cast<std::ptrdiff_t>(same), m_new.end());
}

bool SampledStacks::addSlices() {
    if (!m_hasBegun) {
        begin();
    }
    const std::size_t end = std::min(m_order.size(), m_next + kSamplesPerCall);
    for (; m_next < end; ++m_next) {
        const Sample& sample = m_samples[m_order[m_next]];
        takeStack(m_order[m_next]);
        enter(sample);
        m_stackEnd = later(sample.time, m_period);
        if (m_next + 1 < m_order.size()) {
            const Sample& next = m_samples[m_order[m_next + 1]];
            const bool isNear = next.thread == sample.thread &&
                                next.time <= later(sample.time, later(m_period, m_period));
            m_stackEnd = isNear ? next.time : m_stackEnd;
        }
    }
    if (m_next < m_order.size()) {
        return true;
    }
    close(0, m_stackEnd);
    m_frames = {};
    m_samples = {};
    m_order = {};
    m_next = 0;
    return false;
}

}  // namespace gaplight
