// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class CounterUnit : std::uint8_t { Number, Bytes, Nanoseconds };

// One counter, drawn as a step line over time.
class CounterCurve {
public:
    CounterCurve() = default;
    // `times` ascending. O(n).
    [[nodiscard]] static CounterCurve build(std::string title, CounterUnit unit,
                                            std::vector<Time> times, std::vector<double> values);

    const std::string& title() const { return m_title; }
    CounterUnit unit() const { return m_unit; }
    const std::vector<Time>& times() const { return m_times; }
    const std::vector<double>& values() const { return m_values; }

    struct Extent {
        double low = 0;
        double high = 0;
    };
    // Smallest and largest of all values, or of those at positions [first, last). O(log n).
    Extent extent() const { return extent(0, m_values.size()); }
    Extent extent(std::size_t first, std::size_t last) const;
    // The value in effect at `time`; empty before the first one.
    std::optional<double> valueAt(Time time) const;

    ProcessId process;         // shown with this process; may be invalid
    std::optional<GpuId> gpu;  // set for the memory of a GPU

private:
    std::string m_title;
    CounterUnit m_unit = CounterUnit::Number;
    std::vector<Time> m_times;
    std::vector<double> m_values;
    std::vector<std::vector<Extent>> m_levels;  // each entry covers 16 of the level below
};

// One curve per counter series of the trace, plus allocated and reserved memory of each device,
// computed from memory events.
[[nodiscard]] std::vector<CounterCurve> counterCurves(const Trace& trace);

}  // namespace gaplight
