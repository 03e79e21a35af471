// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/critical_path.h"
#include "core/detectors/engine/finding_set.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/report/text/report_page.h"
#include "core/session/settings_file.h"
#include "core/trace/trace.h"

namespace gaplight {

// A figure of a report.
struct ReportFigure {
    std::optional<std::size_t> finding;  // by rank; empty: of the whole trace
    PageFigure figure;
};

// A trace's file name without its folder and its known endings: "flux_after_eager".
[[nodiscard]] std::string runName(std::string_view path);

// A trace's file name without its folder; "standard input" for "-".
[[nodiscard]] std::string runFileName(std::string_view path);

// The path as a report names it: an HTML report is given to others, who have no use for the folder,
// so that it has the file name alone.
[[nodiscard]] std::string displayedPath(const std::string& path, PageStyle style);

struct KernelReportSubject;
struct MemorySubject;
struct Provenance;
struct SessionEfficiency;

// Contents of a report. Refers to trace, analysis and findings.
struct ReportSubject {
    const Trace& trace;
    const Analysis& analysis;
    const FindingSet& findings;
    std::optional<std::int32_t> device;                // GPUs of this number alone
    const WhatIfAnswer* whatIf = nullptr;              // if requested
    const CriticalPath* criticalPath = nullptr;        // the same; of the program with its changes
    std::span<const SettingsFile> settingsFiles = {};  // that set thresholds, or were refused
    const MemorySubject* memory = nullptr;  // a memory snapshot of the same run, if one was given
    const KernelReportSubject* kernels = nullptr;   // the same of a report about its kernels
    const SessionEfficiency* efficiency = nullptr;  // how well kernels use their GPU, if measured
    const Provenance* provenance = nullptr;         // of its kernels, if more is known
    const PageFigure* roofline = nullptr;           // of these kernels; HTML reports alone have it

    // Whether the report is about this GPU.
    bool includes(GpuId gpu) const { return !device || *device == gpu.device; }
};

}  // namespace gaplight
