// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/compile_log/compile_log.h"
#include "core/io/byte_source.h"

namespace gaplight {

// Whether a folder is one of those that openCompileLog() takes. O(files in it), which are not read.
[[nodiscard]] bool isCompileLogFolder(const std::string& path);

// Reads a log of torch.compile, plain or compressed. O(bytes). Errors: NotFound, NotReadable,
// NotATrace, Corrupt (no entry can be read), TooLarge, Cancelled; smaller problems are counted in
// CompileLog::issues.
[[nodiscard]] Result<CompileLog> openCompileLog(ByteSource& bytes,
                                                const std::stop_token& stop = {});
// The same of a file, or of a folder: one that tlparse wrote, whose raw.log it is, or TORCH_TRACE
// with the log of one process. CompileLog::path is the file's, with which messages begin.
[[nodiscard]] Result<CompileLog> openCompileLog(const std::string& path, InflationLimit limit,
                                                const std::stop_token& stop = {});

}  // namespace gaplight
