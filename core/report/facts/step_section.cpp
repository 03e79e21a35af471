// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/step_section.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/duration_text.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kUnitNames = 6;

std::vector<std::string> cells(std::string title, std::span<const StepRow> rows) {
    return {std::move(title),
            durationText(lowerMedianOf(rows, [](const StepRow& row) { return row.host.length(); })),
            countText(lowerMedianOf(rows, [](const StepRow& row) { return row.kernels; })),
            countText(lowerMedianOf(rows, [](const StepRow& row) { return row.launches; })),
            durationText(lowerMedianOf(rows, [](const StepRow& row) { return row.gpuBusy; })),
            durationText(lowerMedianOf(rows, [](const StepRow& row) { return row.exposedIdle; })),
            countText(lowerMedianOf(rows, [](const StepRow& row) { return row.blockingCalls; }))};
}

std::string recognizedBy(const StepMarkers& markers) {
    const std::string_view kind = markers.source == StepSource::Kernels ? "kernels that repeat: "
                                  : markers.source == StepSource::Annotations
                                      ? "annotations that repeat: "
                                      : "";
    std::string unit;
    for (std::size_t at = 0; at < std::min(markers.unit.size(), kUnitNames); ++at) {
        appendItem(unit, printable(markers.unit[at]));
    }
    return std::string(kind) + unit + (markers.unit.size() > kUnitNames ? ", …" : "");
}

}  // namespace

void writeSteps(const ReportSubject& subject, ReportPage& page) {
    const Steps& steps = subject.analysis.steps;
    if (steps.markers.source == StepSource::None || steps.rows.empty()) {
        return;
    }
    page.heading("Steps");
    page.line(countText(steps.rows.size(), "step", "steps") + ", recognized by " +
              recognizedBy(steps.markers));
    PageTable table{{{"step"},
                     {"host", Align::Right},
                     {"kernels", Align::Right},
                     {"launches", Align::Right},
                     {"GPU busy", Align::Right},
                     {"exposed idle", Align::Right},
                     {"blocking calls", Align::Right}},
                    {}};
    const std::span<const StepRow> rows = steps.rows;
    // In a later part of a trace no step is the first.
    const std::size_t warmUp = steps.markers.firstNumber == 0 ? 1 : 0;
    if (warmUp > 0) {
        table.rows.push_back(cells("first", rows.first(warmUp)));
    }
    if (rows.size() > warmUp) {
        table.rows.push_back(cells("median of " + std::string(warmUp > 0 ? "the other " : "") +
                                       countText(rows.size() - warmUp),
                                   rows.subspan(warmUp)));
    }
    page.table(table);
}

}  // namespace gaplight
