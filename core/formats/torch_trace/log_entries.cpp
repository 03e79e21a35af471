// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/log_entries.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kLogWindow = std::size_t{1} << 20U;
constexpr std::string_view kJsonStart = "] {";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

bool isLogLine(std::string_view line) {
    constexpr std::size_t kDate = 5;  // "V1122"
    constexpr std::string_view kLevels = "VDIWEC";
    return line.size() > kDate && kLevels.find(line.front()) != std::string_view::npos &&
           std::all_of(line.begin() + 1, line.begin() + kDate, isDigit) && line[kDate] == ' ' &&
           line.find(kJsonStart) != std::string_view::npos;
}

Result<bool> LogEntries::fill() {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "reading was cancelled");
    }
    m_text.erase(0, m_at);
    m_at = 0;
    const std::size_t kept = m_text.size();
    m_text.resize(kept + kLogWindow);
    const Result<std::size_t> read = m_bytes.readNext(std::span(m_text).subspan(kept));
    if (!read) {
        return tl::unexpected<Error>(read.error());
    }
    m_text.resize(kept + *read);
    return *read > 0;
}

Result<bool> LogEntries::readLine() {
    m_line.clear();
    m_isLongLine = false;
    while (!m_isEnd) {
        const std::size_t end = m_text.find('\n', m_at);
        const std::string_view part = std::string_view(m_text).substr(m_at, end - m_at);
        const std::size_t room = kMaxLogPayload - std::min(kMaxLogPayload, m_line.size());
        m_line.append(part.substr(0, room));
        m_isLongLine = m_isLongLine || part.size() > room;
        if (end != std::string::npos) {
            m_at = end + 1;
            return true;
        }
        m_at = m_text.size();
        const Result<bool> more = fill();
        if (!more) {
            return more;
        }
        m_isEnd = !*more;
    }
    m_isCut = m_isCut || !m_line.empty();
    return !m_line.empty();
}

Result<bool> LogEntries::next(LogEntry& entry) {
    entry = {};
    if (!m_hasLine) {
        const Result<bool> line = readLine();
        if (!line || !*line) {
            return line;
        }
    }
    m_hasLine = false;
    if (isLogLine(m_line) && !m_isLongLine) {
        entry.json = m_line.substr(m_line.find(kJsonStart) + kJsonStart.size() - 1);
        if (entry.json.size() > kMaxLogJson) {
            entry.json.clear();
            entry.isOversized = true;
        }
    }
    entry.isOversized = entry.isOversized || m_isLongLine;
    while (true) {
        const Result<bool> line = readLine();
        if (!line) {
            return line;
        }
        if (!*line) {
            return true;
        }
        if (!m_line.starts_with('\t')) {
            m_hasLine = true;
            return true;
        }
        if (m_isLongLine || entry.payload.size() + m_line.size() > kMaxLogPayload) {
            entry.isOversized = true;
            entry.payload.clear();
        } else if (!entry.isOversized) {
            entry.payload.append(m_line, 1);
            entry.payload += '\n';
        }
    }
}

}  // namespace gaplight
