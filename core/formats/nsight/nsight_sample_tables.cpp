// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/base/statistics.h"
#include "core/base/string_pool.h"
#include "core/formats/nsight/nsight_details.h"
#include "core/formats/nsight/nsight_tables.h"
#include "core/formats/sqlite/row_batch.h"

namespace gaplight {
namespace {

// Call stacks that the profiler sampled while threads ran (COMPOSITE_EVENTS: when and where;
// SAMPLING_CALLCHAINS: a row per frame), as slices on a track of samples beside each thread: a
// frame is inside the one that called it.
//
//     samples of a thread at   0 ms      1 ms      2 ms          gives   main   0 … 3 ms
//     stacks                   main>f    main>f    main>g                 f     0 … 2 ms
//                                                                         g     2 … 3 ms
//
// Between two samples the thread may have done anything; a slice says that each sample in it had
// this frame. A sample stands for the time until the next one of its thread, but where that is more
// than two periods away, for one period: the thread did not run, or was not sampled. The period is
// the median distance of successive samples of a thread. Frames without a symbol are named by
// their module, and successive ones in a stack that have the same name are one.
//
// Memory: 24 bytes for each sample and each frame, until all are read (row order means nothing).
class SampledStacks {
public:
    explicit SampledStacks(NsightBatch& batch) : m_batch(batch) {}

    void addSample(const TableRow& row);
    // After all samples.
    void addFrame(const TableRow& row);
    // Adds slices of some thousand samples; false: that was the rest. The first call is
    // O(n log n).
    bool addSlices();

private:
    using Function = Id<struct SampledFunctionTag>;
    struct Sample {
        std::int64_t id = 0;
        std::int64_t time = 0;
        std::int64_t thread = 0;
    };
    struct Frame {
        std::uint32_t sample = 0;  // into m_samples
        std::int32_t depth = 0;    // 0: innermost
        Function function;
        std::uint64_t event = 0;
    };
    struct OpenFrame {
        Function function;
        std::int64_t start = 0;
        std::uint64_t event = 0;
    };

    void sortSamplesById();
    Function functionOf(const TableRow& row);
    void begin();
    std::int64_t medianDistance() const;
    void takeStack(std::uint32_t sample);
    void enter(const Sample& sample);
    void close(std::size_t depth, std::int64_t end);

    NsightBatch& m_batch;
    StringPool<SampledFunctionTag> m_functions;
    std::vector<Sample> m_samples;       // by id
    std::vector<Frame> m_frames;         // at last by sample, in it outermost first
    std::vector<std::uint32_t> m_order;  // samples by thread, in it by time
    std::vector<OpenFrame> m_stack;      // of the last sample
    std::vector<OpenFrame> m_new;        // of the current one
    std::int64_t m_thread = 0;
    std::int64_t m_stackEnd = 0;
    std::int64_t m_period = 0;
    std::size_t m_next = 0;  // into m_order
    bool m_isSortedById = false;
    bool m_hasBegun = false;
};

constexpr std::size_t kSamplesPerCall = 4'096;
constexpr std::size_t kMaxSamples = std::numeric_limits<std::uint32_t>::max();

// The sum, or the latest time there is.
std::int64_t later(std::int64_t time, std::int64_t by) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(time, by, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

constexpr ColumnNames kSample("id", "start", "globalTid");
void SampledStacks::addSample(const TableRow& row) {
    const auto id = row.integer(kSample["id"]);
    const auto time = row.integer(kSample["start"]);
    if (!time) {
        m_batch.events().issues.record(
            row.isNull(kSample["start"]) ? IssueKind::MissingTime : IssueKind::BadTime,
            row.event.number(), "COMPOSITE_EVENTS");
    } else if (id && m_samples.size() < kMaxSamples) {
        m_samples.push_back({*id, *time, row.integer(kSample["globalTid"]).value_or(0)});
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

constexpr ColumnNames kFrame("id", "symbol", "module", "unresolved", "stackDepth");
SampledStacks::Function SampledStacks::functionOf(const TableRow& row) {
    const NsightNames& names = m_batch.names();
    return m_functions.intern(frameName(names.text(row.integer(kFrame["symbol"]).value_or(-1)),
                                        names.text(row.integer(kFrame["module"]).value_or(-1)),
                                        row.integer(kFrame["unresolved"]).value_or(0) != 0));
}

void SampledStacks::addFrame(const TableRow& row) {
    sortSamplesById();
    const std::int64_t id =
        row.integer(kFrame["id"]).value_or(std::numeric_limits<std::int64_t>::min());
    const auto at = std::lower_bound(
        m_samples.begin(), m_samples.end(), id,
        [](const Sample& sample, std::int64_t wanted) { return sample.id < wanted; });
    if (at == m_samples.end() || at->id != id) {
        m_batch.events().issues.record(IssueKind::BadId, row.event.number(),
                                       "a frame of no sample");
        return;
    }
    m_frames.push_back({static_cast<std::uint32_t>(at - m_samples.begin()),
                        clamped<std::int32_t>(row.integer(kFrame["stackDepth"])), functionOf(row),
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

// States of threads from SCHED_EVENTS: running on a CPU from a switch in to the next switch out;
// then why it waits, where that is recorded, else nothing. Each thread has a track of states below
// its own, "4711 state": states and calls do not nest.
//
// Rows are kept (40 bytes each) until all are read: their order in the table means nothing.
class ThreadSchedule {
public:
    explicit ThreadSchedule(NsightBatch& batch) : m_batch(batch) {}

    void add(const TableRow& row);
    // Adds slices of some thousand switches; false: that was the rest. A thread's last state lasts
    // until the last switch of all threads. The first call is O(n log n).
    bool addSlices();

private:
    struct Switch {
        std::int64_t thread = 0;
        std::int64_t time = 0;
        std::uint64_t event = 0;
        std::int64_t state = -1;  // of the thread after a switch out; -1: not recorded
        std::int32_t cpu = 0;
        bool isIn = false;
    };

    void addSlice(const Switch& from, std::int64_t end);

    NsightBatch& m_batch;
    std::vector<Switch> m_switches;
    std::size_t m_next = 0;
    std::int64_t m_end = 0;
    bool m_isSorted = false;
};

constexpr std::size_t kSwitchesPerCall = 16'384;

// ENUM_SAMPLING_THREAD_STATE in the words that states of Linux have in other formats. Empty for a
// thread that has ended, and where the reason is not recorded.
std::string_view waitName(std::string_view state) {
    if (state == "Interruptible") {
        return "Sleeping";
    }
    if (state == "Uninterruptible") {
        return "Uninterruptible sleep";
    }
    if (state == "Running" || state == "Unscheduled") {
        return "Runnable";
    }
    return state == "Unknown" || state == "Terminated" ? std::string_view() : state;
}

constexpr ColumnNames kSwitch("start", "cpu", "isSchedIn", "globalTid", "threadState");
void ThreadSchedule::add(const TableRow& row) {
    const auto time = row.integer(kSwitch["start"]);
    if (!time) {
        m_batch.events().issues.record(
            row.isNull(kSwitch["start"]) ? IssueKind::MissingTime : IssueKind::BadTime,
            row.event.number(), "SCHED_EVENTS");
        return;
    }
    m_switches.push_back({row.integer(kSwitch["globalTid"]).value_or(0), *time, row.event.number(),
                          row.integer(kSwitch["threadState"]).value_or(-1),
                          clamped<std::int32_t>(row.integer(kSwitch["cpu"])),
                          row.integer(kSwitch["isSchedIn"]).value_or(0) != 0});
    m_end = std::max(m_end, *time);
}

void ThreadSchedule::addSlice(const Switch& from, std::int64_t end) {
    const std::string name = from.isIn
                                 ? fmt::format("Running on CPU {}", from.cpu)
                                 : std::string(waitName(m_batch.names().threadState(from.state)));
    std::int64_t duration = 0;
    if (name.empty() || __builtin_sub_overflow(end, from.time, &duration)) {
        return;
    }
    const BatchTrack track = m_batch.stateOf(from.thread);
    m_batch.addSlice(EventId(from.event), {from.time, duration}, name, "sched", SliceKind::Other,
                     track);
}

bool ThreadSchedule::addSlices() {
    if (!m_isSorted) {
        std::sort(m_switches.begin(), m_switches.end(), [](const auto& left, const auto& right) {
            return std::tie(left.thread, left.time, left.isIn, left.event) <
                   std::tie(right.thread, right.time, right.isIn, right.event);
        });
        m_isSorted = true;
    }
    const std::size_t end = std::min(m_switches.size(), m_next + kSwitchesPerCall);
    for (; m_next < end; ++m_next) {
        const bool hasNext = m_next + 1 < m_switches.size() &&
                             m_switches[m_next + 1].thread == m_switches[m_next].thread;
        addSlice(m_switches[m_next], hasNext ? m_switches[m_next + 1].time : m_end);
    }
    if (m_next < m_switches.size()) {
        return true;
    }
    m_switches = {};
    m_next = 0;
    return false;
}

constexpr ColumnNames kMetric("timestamp", "typeId", "metricId", "value");
void addMetric(NsightBatch& batch, const TableRow& row) {
    const auto time = row.integer(kMetric["timestamp"]);
    const std::int64_t type = row.integer(kMetric["typeId"]).value_or(0);
    const std::int64_t metric = row.integer(kMetric["metricId"]).value_or(-1);
    const auto value = row.number(kMetric["value"]);
    EventBatch& events = batch.events();
    if (!time) {
        events.issues.record(
            row.isNull(kMetric["timestamp"]) ? IssueKind::MissingTime : IssueKind::BadTime,
            row.event.number(), "GPU_METRICS");
    } else if (!value) {
        events.issues.record(IssueKind::BadCounter, row.event.number(), "GPU_METRICS");
    } else {
        events.counters.push_back({*time, *value,
                                   events.strings.intern(batch.names().gpuMetric(type, metric)),
                                   events.strings.intern(""), batch.gpuMetricsOf(type)});
    }
}

}  // namespace

std::vector<EventTable> nsightSampleTables(NsightBatch& batch) {
    const auto schedule = std::make_shared<ThreadSchedule>(batch);
    const auto stacks = std::make_shared<SampledStacks>(batch);
    return {
        {"SCHED_EVENTS",
         kSwitch,
         [schedule](const TableRow& row) { schedule->add(row); },
         {},
         [schedule] { return schedule->addSlices(); }},
        {"COMPOSITE_EVENTS", kSample, [stacks](const TableRow& row) { stacks->addSample(row); }},
        {"SAMPLING_CALLCHAINS",
         kFrame,
         [stacks](const TableRow& row) { stacks->addFrame(row); },
         {},
         [stacks] { return stacks->addSlices(); }},
        {"GPU_METRICS", kMetric, [&batch](const TableRow& row) { addMetric(batch, row); }},
    };
}

}  // namespace gaplight
