// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/progress_lines.h"

#include <charconv>
#include <concepts>
#include <system_error>

#include <fmt/format.h>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

constexpr std::string_view kProgram = "gaplight-pack ";
constexpr std::string_view kProgress = "gaplight-progress ";
constexpr std::string_view kResumed = "gaplight-resumed";
constexpr std::string_view kTrace = "gaplight-recorded ";
constexpr std::string_view kRecordEnd = "gaplight-record-end";
constexpr std::size_t kMaxVersionLength = 40;

// Takes a number, up to the next space or the end, off the front of `text`.
template <std::unsigned_integral Number>
bool takeNumber(std::string_view& text, Number& number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || (stop != end && *stop != ' ')) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + (stop == end ? 0 : 1));
    return true;
}

}  // namespace

std::string remoteProgramLine(const RemoteProgram& program) {
    return fmt::format("{}{} {}\n", kProgram, program.version, program.packVersion);
}

std::string remoteProgressLine(const RemoteProgress& progress) {
    return fmt::format("{}{} {} {}\n", kProgress, progress.bytesRead, progress.bytesTotal,
                       progress.slices);
}

std::string remoteResumedLine() {
    return std::string(kResumed) + '\n';
}

bool isRemoteResumedLine(std::string_view line) {
    return line == kResumed;
}

std::string remoteTraceLine(const RemoteTrace& trace) {
    return fmt::format("{}{}{} {}\n", kRemoteLineStart, kTrace, trace.bytes, trace.path);
}

std::string remoteRecordEndLine() {
    return fmt::format("{}{}\n", kRemoteLineStart, kRecordEnd);
}

std::optional<RemoteTrace> remoteTraceFrom(std::string_view line) {
    if (!line.starts_with(kTrace)) {
        return std::nullopt;
    }
    line.remove_prefix(kTrace.size());
    RemoteTrace trace;
    if (!takeNumber(line, trace.bytes) || !line.starts_with('/') || !isPrintable(line)) {
        return std::nullopt;
    }
    trace.path = line;
    return trace;
}

bool isRemoteRecordEndLine(std::string_view line) {
    return line == kRecordEnd;
}

std::optional<RemoteProgram> remoteProgramFrom(std::string_view line) {
    if (!line.starts_with(kProgram)) {
        return std::nullopt;
    }
    line.remove_prefix(kProgram.size());
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space > kMaxVersionLength) {
        return std::nullopt;
    }
    RemoteProgram program{std::string(line.substr(0, space)), 0};
    line.remove_prefix(space + 1);
    return takeNumber(line, program.packVersion) ? std::optional(program) : std::nullopt;
}

std::optional<RemoteProgress> remoteProgressFrom(std::string_view line) {
    if (!line.starts_with(kProgress)) {
        return std::nullopt;
    }
    line.remove_prefix(kProgress.size());
    RemoteProgress progress;
    const bool isWhole = takeNumber(line, progress.bytesRead) &&
                         takeNumber(line, progress.bytesTotal) && takeNumber(line, progress.slices);
    return isWhole ? std::optional(progress) : std::nullopt;
}

}  // namespace gaplight
