// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/args/command_line.h"
#include "core/base/result.h"
#include "core/kernel_report/matching/kernel_matches.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Whether a file begins as a report of Nsight Compute, or its CSV, does. False for standard input
// and for what cannot be read.
[[nodiscard]] bool isKernelReportFile(const std::string& path);

// `info` or `analyze` of a kernel report alone: writes it and gives the exit code.
int runKernelReport(const ReportRequest& request);
// `compare` of two.
int compareKernelReports(const CompareRequest& request);

// The report of --kernels with its kernels found in a trace; `subject` is empty where the request
// has none.
struct MatchedReport {
    std::unique_ptr<const KernelReport> report;
    std::unique_ptr<const KernelMatches> matches;
    std::optional<KernelReportSubject> subject;
};
// Errors: as openKernelReport and matchKernels.
[[nodiscard]] Result<MatchedReport> loadKernelsOf(const Session& session,
                                                  const ReportRequest& request);

}  // namespace gaplight::ui
