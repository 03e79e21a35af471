// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/document.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/formats/merged_ranks.h"
#include "core/formats/open_compile_log.h"
#include "core/formats/open_kernel_report.h"
#include "core/formats/open_trace.h"
#include "core/remote/remote_path.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

DocumentKind kindOfFolder(const std::string& path, std::optional<DocumentUse> use) {
    bool hasTraces = false;
    bool hasSummaries = false;
    std::error_code error;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        hasTraces = hasTraces || hasTraceEnding(name);
        hasSummaries = hasSummaries || name.ends_with(kSummaryEnding);
    }
    std::optional<DocumentKind> found;
    for (const auto& [kind, isOne] : {std::pair(DocumentKind::CompileLog, isCompileLogFolder(path)),
                                      std::pair(DocumentKind::Ranks, hasTraces),
                                      std::pair(DocumentKind::Fleet, hasSummaries)}) {
        if (isOne && (!found || (use && !serves(*use, *found) && serves(*use, kind)))) {
            found = kind;
        }
    }
    // An empty one is what was to be opened, whose reader says what is missing.
    return found.value_or(use == DocumentUse::Fleet ? DocumentKind::Fleet : DocumentKind::Ranks);
}

}  // namespace

DocumentKind documentKindOf(const std::string& path, std::optional<DocumentUse> use) {
    std::error_code ignored;
    if (isRemotePath(path)) {
        return path.ends_with('/') ? DocumentKind::Ranks : DocumentKind::Trace;
    }
    if (path != "-" && fs::is_directory(path, ignored)) {
        return kindOfFolder(path, use);
    }
    if (path == "-" || !fs::is_regular_file(path, ignored)) {
        return DocumentKind::Trace;
    }
    if (isCompressedReportName(path)) {
        return DocumentKind::KernelReport;
    }
    // The first event of a trace of many GPUs comes after what is said about them.
    constexpr std::size_t kMergedBytes = std::size_t{256} << 10;
    const auto source = openByteSource(path);
    auto head = source ? readHead(**source, kSniffBytes) : fail(ErrorCode::NotReadable, {});
    const DocumentKind kind = head ? documentKindIn(*head) : DocumentKind::Trace;
    if (!head || kind != DocumentKind::Trace ||
        (!head->starts_with('{') && !head->starts_with('[')) ||
        (use && !serves(*use, DocumentKind::Ranks))) {
        return kind;
    }
    if (const auto more = readHead(**source, kMergedBytes)) {
        *head += *more;
    }
    return isMergedTrace(*head) ? DocumentKind::Ranks : kind;
}

DocumentKind documentKindOf(const ByteSource& source) {
    std::string head(kSniffBytes, '\0');
    const auto bytes = source.randomAccess();
    const Result<std::size_t> got =
        bytes ? bytes->readAt(0, head) : fail(ErrorCode::NotReadable, {});
    return got ? documentKindIn({head.data(), *got}) : DocumentKind::Trace;
}

Result<DocumentKind> documentFor(DocumentUse use, const std::string& path) {
    const DocumentKind kind = documentKindOf(path, use);
    std::error_code ignored;
    const std::string refusal = refusalOf(kind, use);
    // What is not there is said by who reads it.
    return refusal.empty() || (kind == DocumentKind::Trace && !fs::exists(path, ignored))
               ? Result<DocumentKind>(kind)
               : fail(ErrorCode::NotATrace, path + ": " + refusal);
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
