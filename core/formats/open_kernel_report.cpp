// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_kernel_report.h"

#include <utility>

#include "core/base/result.h"
#include "core/formats/ncu/ncu_csv.h"
#include "core/formats/ncu/ncu_report.h"
#include "core/formats/open_trace.h"

namespace gaplight {

bool isCompressedReportName(std::string_view path) {
    return path.ends_with(".ncu-repz");
}

Result<KernelReport> openKernelReport(ByteSource& bytes, const std::stop_token& stop) {
    bytes.endWhen([stop] { return stop.stop_requested(); });
    std::string head = TRY(readHead(bytes, kSniffBytes));
    if (sniffNcuReport(head)) {
        return readNcuReport(std::move(head), bytes, stop);
    }
    if (sniffNcuCsv(head)) {
        return readNcuCsv(std::move(head), bytes, stop);
    }
    return fail(ErrorCode::NotATrace, "not a kernel report but " + describeContent(head) +
                                          "; expected a report of Nsight Compute (.ncu-rep), or "
                                          "the output of `ncu --csv`");
}

Result<KernelReport> openKernelReport(const std::string& path, InflationLimit limit,
                                      const std::stop_token& stop) {
    const auto source = TRY(openByteSource(path, limit));
    Result<KernelReport> report = openKernelReport(*source, stop);
    const bool isUnread = !report && report.error().code != ErrorCode::Cancelled &&
                          report.error().code != ErrorCode::TooLarge;
    if (isUnread && isCompressedReportName(path)) {
        return fail(report.error().code,
                    path +
                        ": the container of compressed reports (.ncu-repz) is not documented; "
                        "save it as .ncu-rep in ncu-ui, or write "
                        "`ncu --import FILE --page raw --csv` to a file and open that");
    }
    if (!report) {
        report.error().message = path + ": " + report.error().message;
        return report;
    }
    report->path = path;
    return report;
}

}  // namespace gaplight
