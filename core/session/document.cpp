// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/document.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/formats/open_compile_log.h"
#include "core/formats/open_kernel_report.h"
#include "core/remote/remote_path.h"

namespace gaplight {

DocumentKind documentKindOf(const std::string& path) {
    std::error_code ignored;
    if (isRemotePath(path)) {
        return path.ends_with('/') ? DocumentKind::Ranks : DocumentKind::Trace;
    }
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
        return isCompileLogFolder(path) ? DocumentKind::CompileLog : DocumentKind::Ranks;
    }
    if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) {
        return DocumentKind::Trace;
    }
    if (isCompressedReportName(path)) {
        return DocumentKind::KernelReport;
    }
    const auto source = openByteSource(path);
    const auto head = source ? readHead(**source, kSniffBytes) : fail(ErrorCode::NotReadable, {});
    return head ? documentKindIn(*head) : DocumentKind::Trace;
}

DocumentKind documentKindOf(const ByteSource& source) {
    std::string head(kSniffBytes, '\0');
    const auto bytes = source.randomAccess();
    const Result<std::size_t> got =
        bytes ? bytes->readAt(0, head) : fail(ErrorCode::NotReadable, {});
    return got ? documentKindIn({head.data(), *got}) : DocumentKind::Trace;
}

Result<MatchedReport> openMatchedReport(const std::string& path, const DocumentContext& context) {
    MatchedReport opened;
    opened.report = TRY(openKernelReport(path, context.reading.inflation, context.reading.stop));
    if (context.trace == nullptr) {
        return opened;
    }
    Result<KernelMatches> matches = matchKernels(opened.report, *context.trace->trace);
    if (!matches) {
        return fail(matches.error().code, path + ": " + matches.error().message);
    }
    opened.matches = *std::move(matches);
    return opened;
}

}  // namespace gaplight
