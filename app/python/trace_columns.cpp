// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/python/trace_columns.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/python/column_view.h"
#include "app/python/trace_opening.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/query/query_table.h"
#include "core/report/facts/track_facts.h"

namespace gaplight::python {
namespace {

namespace py = pybind11;

const Session& sessionOf(const py::object& owner) {
    return *owner.cast<const OpenedTrace&>().session;
}

// By activity: whether it belongs to the measured window of its GPU.
std::vector<bool> activitiesInWindow(const Session& session) {
    std::vector<bool> isInside(session.trace->gpuActivities().size());
    for (const DeviceAnalysis& device : session.analysis.devices) {
        for (const ActivityId activity : device.byStart) {
            isInside[activity.index()] = true;
        }
    }
    return isInside;
}

}  // namespace

py::dict sliceColumns(const py::object& owner) {
    const SliceTable& slices = sessionOf(owner).trace->slices();
    py::dict columns;
    columns["start"] = viewOf<std::int64_t>(owner, slices.starts());
    // Held in 32 bits: no view.
    const Durations durations = slices.durations();
    std::size_t row = 0;
    columns["duration"] = copyOf<std::int64_t>(
        slices.starts(), [&](Time /*start*/) { return durations[row++].count(); });
    columns["name"] = viewOf<std::int32_t>(owner, slices.names());
    columns["category"] = viewOf<std::uint16_t>(owner, slices.categories());
    columns["row"] = viewOf<std::uint16_t>(owner, slices.rows());
    columns["parent"] = viewOf<std::int32_t>(owner, slices.parents());
    return columns;
}

py::dict activityColumns(const py::object& owner) {
    const Session& session = sessionOf(owner);
    const std::span<const GpuActivity> rows = session.trace->gpuActivities();
    const std::vector<bool> isInside = activitiesInWindow(session);
    py::dict columns;
    columns["slice"] = viewOf<std::int32_t>(owner, rows, [](auto& row) { return &row.slice; });
    columns["source"] =
        viewOf<std::uint16_t>(owner, rows, [](auto& row) { return &row.gpu.source; });
    columns["device"] =
        viewOf<std::int16_t>(owner, rows, [](auto& row) { return &row.gpu.device; });
    columns["stream"] = viewOf<std::int32_t>(owner, rows, [](auto& row) { return &row.stream; });
    columns["launch"] =
        viewOf<std::int32_t>(owner, session.indexes->launches.launchesOfActivities());
    columns["in_window"] = copyOf<bool>(rows, [&](const GpuActivity& row) {
        return isInside[static_cast<std::size_t>(&row - rows.data())];
    });
    return columns;
}

py::dict kernelConfigColumns(const py::object& owner) {
    const RepeatedColumn<KernelConfig>& configs = sessionOf(owner).trace->kernelConfigs();
    const std::span<const SliceId> slices = configs.slices();
    py::dict columns;
    columns["slice"] = viewOf<std::int32_t>(owner, slices);
    // Kernels that are alike share their configuration, so these are no views.
    const auto add = [&]<class Value>(const std::string& name, Value, const auto& valueOf) {
        std::size_t row = 0;
        columns[py::str(name)] =
            copyOf<Value>(slices, [&](SliceId /*slice*/) { return valueOf(configs.value(row++)); });
    };
    const std::array<const char*, 3> axes{"x", "y", "z"};
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const std::string name = axes.at(axis);
        add("grid_" + name, std::uint32_t(), [axis](auto& row) { return row.grid.at(axis); });
        add("block_" + name, std::uint16_t(), [axis](auto& row) { return row.block.at(axis); });
    }
    add("registers_per_thread", std::uint16_t(), [](auto& row) { return row.registersPerThread; });
    add("shared_memory_bytes", std::uint32_t(), [](auto& row) { return row.sharedMemoryBytes; });
    add("blocks_per_sm", float(), [](auto& row) { return row.blocksPerSm; });
    add("warps_per_sm", float(), [](auto& row) { return row.warpsPerSm; });
    add("occupancy_percent", float(), [](auto& row) { return row.occupancyPercent; });
    add("graph_id", std::uint64_t(), [](auto& row) { return row.graphId; });
    add("graph_node_id", std::uint64_t(), [](auto& row) { return row.graphNodeId; });
    return columns;
}

py::dict correlationColumns(const py::object& owner) {
    const SparseIds& ids = sessionOf(owner).trace->correlations();
    std::vector<SliceId> slices;
    std::vector<std::uint64_t> numbers;
    ids.forEach([&](SliceId slice, std::uint64_t number) {
        slices.push_back(slice);
        numbers.push_back(number);
    });
    py::dict columns;
    columns["slice"] =
        copyOf<std::int32_t>(std::span(slices), [](SliceId slice) { return slice.value; });
    columns["correlation"] =
        copyOf<std::uint64_t>(std::span(numbers), [](std::uint64_t number) { return number; });
    return columns;
}

py::dict trackColumns(const py::object& owner) {
    const Trace& trace = *sessionOf(owner).trace;
    const std::span<const Track> rows = trace.tracks();
    py::dict columns;
    columns["title"] = textsOf(rows, [&](const Track& row) { return trackTitle(trace, row); });
    columns["kind"] = textsOf(rows, [](const Track& row) { return trackKindName(row.kind); });
    columns["process"] =
        textsOf(rows, [&](const Track& row) { return processTitle(trace, row.process); });
    columns["source"] = copyOf<std::uint16_t>(rows, [&](const Track& row) {
        return trace.processes()[row.process.index()].source.value;
    });
    columns["device"] = copyOf<std::int16_t>(
        rows, [](const Track& row) { return row.gpu ? row.gpu->device : std::int16_t{-1}; });
    columns["stream"] =
        copyOf<std::int32_t>(rows, [](const Track& row) { return row.stream.value_or(-1); });
    columns["first_slice"] = copyOf<std::int32_t>(
        rows, [](const Track& row) { return row.sliceCount == 0 ? -1 : row.firstSlice.value; });
    columns["slice_count"] =
        copyOf<std::int64_t>(rows, [](const Track& row) { return row.sliceCount; });
    return columns;
}

py::dict categoryColumns(const py::object& owner) {
    const Trace& trace = *sessionOf(owner).trace;
    const std::span<const Category> rows = trace.categories();
    py::dict columns;
    columns["name"] = textsOf(rows, [&](const Category& row) { return trace.text(row.name); });
    columns["kind"] = textsOf(rows, [](const Category& row) { return sliceKindName(row.kind); });
    return columns;
}

py::array nameTexts(const py::object& owner) {
    const Trace& trace = *sessionOf(owner).trace;
    std::vector<StringId> ids;
    ids.reserve(trace.strings().size());
    for (std::size_t index = 0; index < trace.strings().size(); ++index) {
        ids.emplace_back(index);
    }
    return textsOf(std::span<const StringId>(ids), [&](StringId id) { return trace.text(id); });
}

py::array shortNameTexts(const py::object& owner) {
    const Trace& trace = *sessionOf(owner).trace;
    std::vector<std::string> texts;
    texts.reserve(trace.strings().size());
    for (std::size_t index = 0; index < trace.strings().size(); ++index) {
        texts.emplace_back(trace.text(StringId(index)));
    }
    std::vector<bool> isShort(texts.size());
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const std::size_t name = trace.slices().name(activity.slice).index();
        if (!isShort[name] && trace.kind(activity.slice) == SliceKind::Kernel) {
            texts[name] = shortKernelName(texts[name]);
            isShort[name] = true;
        }
    }
    return textsOf(std::span<const std::string>(texts),
                   [](const std::string& text) { return std::string_view(text); });
}

}  // namespace gaplight::python
