// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/counter_collection.h"

#include <algorithm>
#include <numeric>

#include "core/base/id_hash.h"

namespace gaplight {
namespace {

void sortByTime(CounterSeries& series) {
    if (std::is_sorted(series.times.begin(), series.times.end())) {
        return;
    }
    std::vector<std::size_t> order(series.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return series.times[left] < series.times[right];
    });
    std::vector<Time> times;
    std::vector<double> values;
    times.reserve(order.size());
    values.reserve(order.size());
    for (const std::size_t at : order) {
        times.push_back(series.times[at]);
        values.push_back(series.values[at]);
    }
    series.times = std::move(times);
    series.values = std::move(values);
}

}  // namespace

std::size_t CounterCollection::KeyHash::operator()(const Key& key) const {
    const IdHash hash;
    const std::uint64_t names = key.name.value | std::uint64_t{key.series.value} << 32U;
    return hash(hash(names) ^ key.process.value);
}

void CounterCollection::add(ProcessId process, StringId name, StringId series, Time time,
                            double value) {
    const auto [at, isNew] = m_byKey.try_emplace(Key{process, name, series}, m_series.size());
    if (isNew) {
        m_series.push_back(CounterSeries{process, name, series, {}, {}});
    }
    m_series[at->second].times.push_back(time);
    m_series[at->second].values.push_back(value);
}

std::size_t CounterCollection::keepInside(TimeRange range) {
    std::size_t removed = 0;
    for (CounterSeries& series : m_series) {
        std::size_t kept = 0;
        for (std::size_t at = 0; at < series.times.size(); ++at) {
            if (series.times[at] >= range.begin && series.times[at] <= range.end) {
                series.times[kept] = series.times[at];
                series.values[kept++] = series.values[at];
            }
        }
        removed += series.times.size() - kept;
        series.times.resize(kept);
        series.values.resize(kept);
    }
    std::erase_if(m_series, [](const CounterSeries& series) { return series.times.empty(); });
    m_byKey.clear();
    return removed;
}

std::vector<CounterSeries> CounterCollection::take() {
    for (CounterSeries& series : m_series) {
        sortByTime(series);
    }
    return std::move(m_series);
}

}  // namespace gaplight
