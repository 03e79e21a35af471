// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_report_issues.h"

namespace gaplight {
namespace {

struct ReportIssueText {
    std::string_view name;
    std::string_view explanation;
};

constexpr std::array<ReportIssueText, KernelReportIssues::kKinds> kReportIssueTexts{{
    {"truncated", "the file ends early; the kernels before its end are read"},
    {"damaged_container", "the compressed data is damaged; the kernels before the damage are read"},
    {"malformed_block", "headers that are no message are left out"},
    {"malformed_kernel", "kernels whose message is damaged, or that have no name, are left out"},
    {"unknown_metric", "metrics whose name is missing in the file's table are left out"},
    {"range_result", "measured ranges of several kernels are left out"},
    {"malformed_row", "rows that name no kernel are left out"},
}};

}  // namespace

std::string_view kernelReportIssueName(KernelReportIssueKind kind) {
    return kReportIssueTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view kernelReportIssueExplanation(KernelReportIssueKind kind) {
    return kReportIssueTexts[static_cast<std::size_t>(kind)].explanation;
}

}  // namespace gaplight
