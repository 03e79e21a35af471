// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/formats/document_kinds.h"
#include "core/kernel_report/kernel_report.h"
#include "core/kernel_report/matching/kernel_matches.h"
#include "core/session/session.h"

namespace gaplight {

// The kind of a file or folder, by its first bytes or by what a folder has. Trace: also for
// standard input, pipes, files of other machines and what cannot be read; they are not opened. A
// folder that is of several kinds is of one that `use` takes.
[[nodiscard]] DocumentKind documentKindOf(const std::string& path,
                                          std::optional<DocumentUse> use = std::nullopt);

// The same of what `use` is to open. Errors: NotATrace, with what takes it (refusalOf()).
[[nodiscard]] Result<DocumentKind> documentFor(DocumentUse use, const std::string& path);

// The same of what a source has given so far, as of standard input that is no trace.
[[nodiscard]] DocumentKind documentKindOf(const ByteSource& source);

// What opening a file that is no trace depends on, in the command line and in the window.
struct DocumentContext {
    OpenOptions reading;             // progress, stop, thresholds, limit of the inflated bytes
    const Session* trace = nullptr;  // on which it is opened; null: alone
    ByteSource* source = nullptr;    // what is read instead of the file; null: the file
    // Folder of the user's gaplight.toml (may be empty): the thresholds of a file alone are those
    // of settingsFor(). Without a value they are those of `reading`. On a trace they are the
    // trace's.
    std::optional<std::string> settingsDirectory = std::nullopt;
    bool isDrawn = false;  // also what views draw from
    // Of a memory snapshot alone: the part that is measured, as in rangeFromText(); empty: all.
    std::string range = {};
};

// A kernel report, and its kernels among those of the trace that it was opened on.
struct MatchedReport {
    KernelReport report;
    KernelMatches matches;  // empty where it is alone
};
// Errors: as openKernelReport and matchKernels; they begin with the path.
[[nodiscard]] Result<MatchedReport> openMatchedReport(const std::string& path,
                                                      const DocumentContext& context);

}  // namespace gaplight
