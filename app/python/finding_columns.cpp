// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/python/column_view.h"
#include "app/python/trace_columns.h"
#include "app/python/trace_opening.h"
#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"
#include "core/detectors/engine/finding.h"

namespace gaplight::python {
namespace {

namespace py = pybind11;

const Session& analyzedSession(const py::object& owner) {
    return *owner.cast<const OpenedTrace&>().session;
}

// Nanoseconds of a saving, exact below 2^53; NaN where none is known.
double savingNs(const Finding& finding) {
    return finding.cost.saving ? static_cast<double>(ns(*finding.cost.saving))
                               : std::numeric_limits<double>::quiet_NaN();
}

double savingShare(const Finding& finding) {
    return finding.cost.saving ? finding.cost.savingShare
                               : std::numeric_limits<double>::quiet_NaN();
}

template <class Part>
py::list namesOf(std::string_view (*nameOf)(Part)) {
    py::list names;
    for (std::size_t part = 0; part < static_cast<std::size_t>(Part::Count_); ++part) {
        names.append(py::str(std::string(nameOf(static_cast<Part>(part)))));
    }
    return names;
}

void addTexts(py::dict& columns, std::span<const Finding> rows) {
    columns["detector"] = textsOf(rows, [](auto& row) { return row.rule; });
    columns["severity"] = textsOf(rows, [](auto& row) { return severityName(row.severity); });
    columns["title"] = textsOf(rows, [](auto& row) { return titleWithSaving(row); });
    columns["why"] = textsOf(rows, [](auto& row) { return std::string_view(row.why); });
    columns["fix"] = textsOf(rows, [](auto& row) { return std::string_view(row.fix); });
    columns["confidence"] =
        textsOf(rows, [](auto& row) { return std::string_view(row.confidence); });
    columns["annotation"] =
        textsOf(rows, [](auto& row) { return std::string_view(row.where.annotation); });
    columns["op"] = textsOf(rows, [](auto& row) { return std::string_view(row.where.op); });
    columns["python"] = textsOf(rows, [](auto& row) { return std::string_view(row.where.python); });
}

// An interval of evidence, and the finding that it belongs to.
struct EvidenceRow {
    std::size_t finding = 0;
    const Finding* of = nullptr;
    const Evidence* evidence = nullptr;
};

std::vector<EvidenceRow> evidenceRows(const Session& session) {
    std::vector<EvidenceRow> rows;
    const std::vector<Finding>& findings = session.findings.findings;
    for (std::size_t at = 0; at < findings.size(); ++at) {
        for (const Evidence& evidence : findings[at].evidence) {
            rows.push_back({at, &findings[at], &evidence});
        }
    }
    return rows;
}

}  // namespace

py::list gapColumns(const py::object& owner) {
    py::list perGpu;
    for (const DeviceAnalysis& device : analyzedSession(owner).analysis.devices) {
        const std::span<const Gap> rows(device.gaps);
        const std::span<const GapActivity> activities(device.gapActivity);
        py::dict columns;
        columns["start"] = viewOf<std::int64_t>(owner, rows, [](auto& row) { return &row.begin; });
        columns["end"] = viewOf<std::int64_t>(owner, rows, [](auto& row) { return &row.end; });
        columns["activity"] =
            viewOf<std::int32_t>(owner, rows, [](auto& row) { return &row.activity; });
        columns["launch"] =
            viewOf<std::int32_t>(owner, rows, [](auto& row) { return &row.launch; });
        columns["blocking_call"] =
            viewOf<std::int32_t>(owner, rows, [](auto& row) { return &row.blockingCall; });
        columns["trigger"] =
            viewOf<std::uint8_t>(owner, rows, [](auto& row) { return &row.trigger; });
        columns["filler"] = viewOf<std::uint8_t>(owner, activities);
        py::dict gpu;
        gpu["source"] = device.totals.gpu.source.value;
        gpu["device"] = device.totals.gpu.device;
        gpu["columns"] = columns;
        perGpu.append(gpu);
    }
    return perGpu;
}

py::dict findingColumns(const py::object& owner) {
    const std::span<const Finding> rows(analyzedSession(owner).findings.findings);
    py::dict columns;
    addTexts(columns, rows);
    columns["count"] = copyOf<std::int64_t>(rows, [](auto& row) { return row.count; });
    columns["per_step"] = copyOf<double>(rows, [](auto& row) { return row.perStep; });
    columns["gpu_idle_ns"] =
        copyOf<std::int64_t>(rows, [](auto& row) { return ns(row.cost.gpuIdle); });
    columns["host_ns"] = copyOf<std::int64_t>(rows, [](auto& row) { return ns(row.cost.host); });
    columns["saving_ns"] = copyOf<double>(rows, savingNs);
    columns["saving_share"] = copyOf<double>(rows, savingShare);
    columns["saving_is_bound"] = copyOf<bool>(rows, [](auto& row) { return row.isBound; });
    columns["source"] = copyOf<std::int32_t>(
        rows, [](auto& row) { return row.where.gpu ? row.where.gpu->source.value : -1; });
    columns["device"] = copyOf<std::int32_t>(
        rows, [](auto& row) { return row.where.gpu ? row.where.gpu->device : -1; });
    columns["part_of"] = copyOf<std::int32_t>(
        rows, [](auto& row) { return row.partOf ? static_cast<std::int32_t>(*row.partOf) : -1; });
    return columns;
}

py::dict evidenceColumns(const py::object& owner) {
    const std::vector<EvidenceRow> found = evidenceRows(analyzedSession(owner));
    const std::span<const EvidenceRow> rows(found);
    py::dict columns;
    columns["finding"] = copyOf<std::int32_t>(rows, [](auto& row) { return row.finding; });
    columns["start"] =
        copyOf<std::int64_t>(rows, [](auto& row) { return ns(row.evidence->range.begin); });
    columns["duration"] =
        copyOf<std::int64_t>(rows, [](auto& row) { return ns(row.evidence->range.length()); });
    columns["track"] =
        copyOf<std::int32_t>(rows, [](auto& row) { return row.evidence->track.value; });
    columns["slice"] =
        copyOf<std::int32_t>(rows, [](auto& row) { return row.evidence->slice.value; });
    columns["mark"] =
        textsOf(rows, [](auto& row) { return evidenceShapeName(row.evidence->shape); });
    columns["label"] =
        textsOf(rows, [](auto& row) { return evidenceLabel(*row.of, *row.evidence); });
    return columns;
}

py::list gapTriggerNames() {
    return namesOf(gapTriggerName);
}

py::list gapActivityNames() {
    return namesOf(gapActivityName);
}

}  // namespace gaplight::python
