// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/counter_curves.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kBlock = 16;

CounterCurve::Extent joined(CounterCurve::Extent a, CounterCurve::Extent b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Whether each word of `part` is one of `whole`: "GPU Utilization" of "GPU 0 Utilization".
bool hasWordsOf(std::string_view whole, std::string_view part) {
    const auto wordsOf = [](std::string_view text) {
        constexpr std::string_view kBetweenWords = " _.";
        std::set<std::string_view> words;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of(kBetweenWords), text.size());
            words.insert(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        words.erase("");
        return words;
    };
    const std::set<std::string_view> all = wordsOf(whole);
    const std::set<std::string_view> some = wordsOf(part);
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

std::string seriesTitle(const Trace& trace, const CounterSeries& series) {
    std::string title(trace.text(series.name));
    const std::string_view key = trace.text(series.series);
    if (key != "value" && !hasWordsOf(title, key)) {
        appendItem(title, key, " · ");
    }
    return title;
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether the last word of a name is "bytes": "unused_memory_bytes", "CachedBytes", "used (bytes)";
// not "kBytes".
bool countsBytes(std::string_view name) {
    while (!name.empty() && !isLetter(name.back())) {
        name.remove_suffix(1);
    }
    constexpr std::string_view kRest = "ytes";
    if (!name.ends_with(kRest) || name.size() == kRest.size()) {
        return false;
    }
    const char first = name[name.size() - kRest.size() - 1];
    const std::string_view before = name.substr(0, name.size() - kRest.size() - 1);
    const bool isWord = before.empty() || !isLetter(before.back());
    const bool isCamelCase = before.size() > 1 && before.back() >= 'a' && before.back() <= 'z' &&
                             isLetter(before[before.size() - 2]);
    return ((first == 'b' || first == 'B') && isWord) || (first == 'B' && isCamelCase);
}

struct MemorySeries {
    std::vector<Time> times;
    std::vector<double> values;

    void add(Time time, std::int64_t bytes) {
        if (bytes >= 0) {
            times.push_back(time);
            values.push_back(static_cast<double>(bytes));
        }
    }
};

struct DeviceMemory {
    GpuId gpu;          // none: the host
    ProcessId process;  // the first of the source that has a memory event
    MemorySeries allocated;
    MemorySeries reserved;
};

void appendCurve(MemorySeries& series, std::string title, GpuId gpu, ProcessId process,
                 std::vector<CounterCurve>& curves) {
    // An allocator that reports no totals writes 0 throughout.
    const bool recorded = std::any_of(series.values.begin(), series.values.end(),
                                      [](double value) { return value > 0; });
    if (!recorded) {
        return;
    }
    CounterCurve curve = CounterCurve::build(std::move(title), CounterUnit::Bytes,
                                             std::move(series.times), std::move(series.values));
    curve.process = process;
    if (gpu.isValid()) {
        curve.gpu = gpu;
    }
    curves.push_back(std::move(curve));
}

void appendMemoryCurves(const Trace& trace, std::vector<CounterCurve>& curves) {
    constexpr std::int32_t kCpu = 0;
    std::map<std::tuple<std::int32_t, SourceId, std::int32_t>, DeviceMemory> devices;
    std::map<SourceId, ProcessId> processOf;
    for (const MemoryEvent& event : trace.memoryEvents()) {
        const ProcessId process = trace.tracks()[event.track.index()].process;
        const SourceId source = trace.processes()[process.index()].source;
        DeviceMemory& memory =
            devices[{event.deviceType, source, event.deviceType == kCpu ? 0 : event.deviceId}];
        memory.gpu = trace.gpuOf(event);
        memory.process = processOf.try_emplace(source, process).first->second;
        memory.allocated.add(event.time, event.totalAllocated);
        memory.reserved.add(event.time, event.totalReserved);
    }
    for (auto& [key, memory] : devices) {
        const std::string where = std::get<0>(key) == kCpu ? "CPU memory" : "memory";
        appendCurve(memory.allocated, where + " allocated", memory.gpu, memory.process, curves);
        appendCurve(memory.reserved, where + " reserved", memory.gpu, memory.process, curves);
    }
}

}  // namespace

CounterCurve CounterCurve::build(std::string title, CounterUnit unit, std::vector<Time> times,
                                 std::vector<double> values) {
    CounterCurve curve;
    curve.m_title = std::move(title);
    curve.m_unit = unit;
    curve.m_times = std::move(times);
    curve.m_values = std::move(values);
    std::vector<Extent> below;
    below.reserve(curve.m_values.size());
    for (const double value : curve.m_values) {
        below.push_back({value, value});
    }
    while (below.size() > kBlock) {
        std::vector<Extent> level;
        level.reserve(below.size() / kBlock + 1);
        for (std::size_t i = 0; i < below.size(); ++i) {
            i % kBlock == 0 ? level.push_back(below[i])
                            : static_cast<void>(level.back() = joined(level.back(), below[i]));
        }
        curve.m_levels.push_back(level);
        below = std::move(level);
    }
    return curve;
}

CounterCurve::Extent CounterCurve::extent(std::size_t first, std::size_t last) const {
    if (first >= last) {
        return {};
    }
    Extent result{m_values[first], m_values[first]};
    std::size_t level = 0;  // 0: the values; n: m_levels[n - 1]
    const auto take = [&](std::size_t at) {
        result = joined(result,
                        level == 0 ? Extent{m_values[at], m_values[at]} : m_levels[level - 1][at]);
    };
    while (last - first > 2 * kBlock && level < m_levels.size()) {
        while (first % kBlock != 0) {
            take(first++);
        }
        while (last % kBlock != 0) {
            take(--last);
        }
        first /= kBlock;
        last /= kBlock;
        ++level;
    }
    while (first < last) {
        take(first++);
    }
    return result;
}

std::optional<double> CounterCurve::valueAt(Time time) const {
    const auto next = std::upper_bound(m_times.begin(), m_times.end(), time);
    if (next == m_times.begin()) {
        return std::nullopt;
    }
    return m_values[static_cast<std::size_t>(next - m_times.begin()) - 1];
}

std::vector<CounterCurve> counterCurves(const Trace& trace) {
    std::vector<CounterCurve> curves;
    for (const CounterSeries& series : trace.counterSeries()) {
        if (series.times.empty()) {
            continue;
        }
        const bool isBytes =
            countsBytes(trace.text(series.name)) || countsBytes(trace.text(series.series));
        curves.push_back(CounterCurve::build(seriesTitle(trace, series),
                                             isBytes ? CounterUnit::Bytes : CounterUnit::Number,
                                             series.times, series.values));
        curves.back().process = series.process;
        curves.back().gpu =
            series.process.isValid() ? trace.processes()[series.process.index()].gpu : std::nullopt;
    }
    appendMemoryCurves(trace, curves);
    return curves;
}

}  // namespace gaplight
