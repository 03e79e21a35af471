// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/reason_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "core/base/printable_text.h"
#include "core/formats/torch_trace/graph_lines.h"

namespace gaplight {
namespace {

constexpr auto kNowhere = std::string_view::npos;
constexpr std::size_t kMaxReasonBytes = 4096;
constexpr std::size_t kMaxReasons = 256;

std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string_view trimmed(std::string_view line) {
    constexpr std::string_view kBlank = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    const std::size_t last = line.find_last_not_of(kBlank);
    return line.substr(0, last == kNowhere ? 0 : last + 1);
}

std::string collapsed(std::string_view line) {
    std::string text;
    for (const char c : truncateUtf8(trimmed(line), kMaxReasonBytes)) {
        const bool isBlank = c == ' ' || c == '\t' || c == '\r';
        if (!isBlank || text.back() != ' ') {
            text += isBlank ? ' ' : c;
        }
    }
    return text;
}

// `File "model.py", line 7, in forward`.
bool readTracebackLine(std::string_view line, SourceLine& at) {
    constexpr std::string_view kFile = "File \"";
    constexpr std::string_view kLine = "\", line ";
    constexpr std::string_view kIn = ", in ";
    const std::size_t lineAt = line.find(kLine);
    if (!line.starts_with(kFile) || lineAt == kNowhere) {
        return false;
    }
    SourceLine read;
    read.file = line.substr(kFile.size(), lineAt - kFile.size());
    line.remove_prefix(lineAt + kLine.size());
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), read.line);
    if (error != std::errc{}) {
        return false;
    }
    line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
    read.function = line.starts_with(kIn) ? line.substr(kIn.size()) : std::string_view{};
    at = std::move(read);
    return true;
}

// The innermost frame of the traceback, which follows the reason.
void readTraceback(std::string_view text, SourceLine& at) {
    bool isCode = false;
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        if (trimmed(line).empty()) {
            return;
        }
        if (readTracebackLine(trimmed(line), at)) {
            isCode = true;
        } else if (isCode) {
            at.code = collapsed(line);
            isCode = false;
        }
    }
}

// The value of "  Explanation: ..." and the like, with the lines that continue it.
bool readField(std::string_view line, std::string_view label, std::string& value) {
    line = trimmed(line);
    if (!line.starts_with(label)) {
        return false;
    }
    value += (value.empty() ? "" : " ") + collapsed(line.substr(label.size()));
    return true;
}

}  // namespace

GraphBreakReason parseGraphBreak(std::string_view text) {
    constexpr std::string_view kWhere = "Graph break in user code at ";
    constexpr std::string_view kReason = "Graph Break Reason: ";
    constexpr std::string_view kOldReason = "Reason: ";  // before PyTorch 2.7
    constexpr std::string_view kLink = "please visit: ";
    constexpr std::string_view kEncountered = "Encountered graph break when attempting to trace";
    GraphBreakReason found;
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        if (line.starts_with(kWhere)) {
            found.at = parseGraphLine(line.substr(kWhere.size()));
        } else if (line.starts_with(kReason)) {
            const std::string_view reason = line.substr(kReason.size());
            // What was traced; the reason follows as a paragraph of its own.
            found.reason = reason.starts_with(kEncountered) ? std::string() : collapsed(reason);
        } else if (line.starts_with(kOldReason)) {
            found.reason = collapsed(line.substr(kOldReason.size()));
        } else if (line.starts_with("User code traceback:")) {
            readTraceback(text, found.at);
            return found;
        } else if (line.find(kLink) != kNowhere) {
            found.link = trimmed(line.substr(line.find(kLink) + kLink.size()));
        } else if (!readField(line, "Explanation: ", found.explanation) &&
                   !readField(line, "Hint: ", found.hint) && found.reason.empty()) {
            found.reason = collapsed(line);
        }
    }
    return found;
}

std::vector<std::string> parseRecompileReasons(std::string_view text) {
    std::vector<std::string> reasons;
    while (!text.empty() && reasons.size() < kMaxReasons) {
        const std::string_view line = takeLine(text);
        const std::size_t slash = line.find('/');
        const std::size_t colon = line.find(": ");
        const bool beginsReason = !line.empty() && line.front() >= '0' && line.front() <= '9' &&
                                  slash != kNowhere && colon != kNowhere && slash < colon;
        if (beginsReason || (reasons.empty() && !trimmed(line).empty())) {
            // The code of the guard follows as a comment, cut to some width.
            reasons.push_back(collapsed(line.substr(0, line.find("  # "))));
        }
    }
    return reasons;
}

}  // namespace gaplight
