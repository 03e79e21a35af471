// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_compile_log.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/open_trace.h"
#include "core/formats/torch_trace/torch_trace.h"

namespace gaplight {

namespace {

namespace fs = std::filesystem;

// What tlparse copies the log to that it shows.
constexpr const char* kCopiedLog = "raw.log";
// PyTorch names a process's log dedicated_log_torch_trace_XXXXXXXX.log, with rank_N_ before the
// random part where there are ranks.
constexpr std::string_view kLogPrefix = "dedicated_log_torch_trace_";

bool isRegularFile(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

// Sorted by name.
std::vector<std::string> logsIn(const std::string& folder) {
    if (const fs::path copied = fs::path(folder) / kCopiedLog; isRegularFile(copied)) {
        return {copied.string()};
    }
    std::vector<std::string> logs;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().filename().string().starts_with(kLogPrefix) && isRegularFile(at->path())) {
            logs.push_back(at->path().string());
        }
    }
    std::sort(logs.begin(), logs.end());
    return logs;
}

Result<std::string> logFileOf(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        return path;
    }
    const std::vector<std::string> logs = logsIn(path);
    if (logs.empty()) {
        return fail(ErrorCode::NotATrace,
                    path + ": the folder has no log of torch.compile: expected " + kCopiedLog +
                        " of tlparse, or a file " + std::string(kLogPrefix) +
                        "*.log as PyTorch writes it to TORCH_TRACE");
    }
    if (logs.size() > 1) {
        return fail(ErrorCode::NotATrace,
                    path + ": the folder has " + countText(logs.size()) +
                        " logs, one for each process; name the one of this trace's, such as " +
                        fs::path(logs.front()).filename().string());
    }
    return logs.front();
}

}  // namespace

bool isCompileLogFolder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored) && !logsIn(path).empty();
}

Result<CompileLog> openCompileLog(ByteSource& bytes, const std::stop_token& stop) {
    bytes.endWhen([stop] { return stop.stop_requested(); });
    std::string head = TRY(readHead(bytes, kSniffBytes));
    if (!sniffTorchTrace(head)) {
        return fail(ErrorCode::NotATrace,
                    "not a log of torch.compile but " + describeContent(head) +
                        "; expected a file that PyTorch writes to the folder TORCH_TRACE");
    }
    return readTorchTrace(std::move(head), bytes, stop);
}

Result<CompileLog> openCompileLog(const std::string& path, InflationLimit limit,
                                  const std::stop_token& stop) {
    const std::string file = TRY(logFileOf(path));
    const auto source = TRY(openByteSource(file, limit));
    Result<CompileLog> log = openCompileLog(*source, stop);
    if (!log) {
        log.error().message = file + ": " + log.error().message;
        return log;
    }
    log->path = file;
    return log;
}

}  // namespace gaplight
