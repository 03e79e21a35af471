// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// Counter values by (process, name, series), in the order of their first occurrence.
class CounterCollection {
public:
    void add(ProcessId process, StringId name, StringId series, Time time, double value);
    template <class Visit>
    void forEachTime(const Visit& visit) const {
        for (const CounterSeries& series : m_series) {
            for (const Time time : series.times) {
                visit(time);
            }
        }
    }
    // Removes the values at other times, and series without any; the number of values removed.
    // Nothing can be added after it. O(values).
    std::size_t keepInside(TimeRange range);
    // Every series in time order. Equal times keep the file's order.
    std::vector<CounterSeries> take();

private:
    struct Key {
        ProcessId process;
        StringId name;
        StringId series;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

    std::vector<CounterSeries> m_series;
    std::unordered_map<Key, std::size_t, KeyHash> m_byKey;
};

}  // namespace gaplight
