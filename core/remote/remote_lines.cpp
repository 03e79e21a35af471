// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_lines.h"

#include <algorithm>
#include <array>
#include <optional>

namespace gaplight {
namespace {

constexpr std::string_view kOurs = "gaplight";  // begins all lines and messages of gaplight
constexpr std::string_view kMessage = "gaplight: ";
constexpr std::size_t kMaxHeld = 8'192;  // bytes: a path and a number

bool mayBeOurs(std::string_view beginning) {
    if (beginning.starts_with(kRemoteLineStart)) {
        beginning.remove_prefix(1);
    }
    const std::size_t known = std::min(beginning.size(), kOurs.size());
    return beginning.substr(0, known) == kOurs.substr(0, known) && beginning.size() <= kMaxHeld;
}

}  // namespace

void RemoteLines::add(std::string_view bytes) {
    constexpr std::array<char, 2> kEnds{'\n', kRemoteLineStart};
    m_output.add(bytes);
    while (!bytes.empty()) {
        if (bytes.front() == kRemoteLineStart) {  // of another line, whatever there was
            m_pass(std::exchange(m_held, {}));
            m_isPassing = false;
        }
        const std::size_t end = bytes.find_first_of(kEnds.data(), 1, kEnds.size());
        const bool isWhole = bytes.front() == '\n' || (end < bytes.size() && bytes[end] == '\n');
        const std::size_t size = bytes.front() == '\n' ? 1 : end + (isWhole ? 1 : 0);
        const std::string_view part = bytes.substr(0, size);
        bytes.remove_prefix(part.size());
        m_held.append(part);
        if (!m_isPassing && isWhole) {
            const std::string line = std::exchange(m_held, {});
            takeLine(line);
        } else if (m_isPassing || !mayBeOurs(m_held)) {
            m_pass(std::exchange(m_held, {}));
            m_isPassing = !isWhole;
        }
    }
}

void RemoteLines::finish() {
    m_output.finish();
    if (!m_held.empty()) {
        m_pass(std::exchange(m_held, {}));
    }
}

void RemoteLines::takeLine(std::string_view line) {
    const std::size_t mark = line.starts_with(kRemoteLineStart) ? 1 : 0;
    const std::string_view text = line.substr(mark, line.size() - 1 - mark);
    std::optional<RemoteTrace> trace = remoteTraceFrom(text);
    if (mark == 1 && trace) {
        if (m_traces.size() < kMaxTraces) {
            m_traces.push_back(*std::move(trace));
        }
    } else if (mark == 1 && isRemoteRecordEndLine(text)) {
        m_hasEnded = true;
    } else if (line.starts_with(kMessage)) {
        m_pass("gaplight: on " + m_host + ": ");
        m_pass(line.substr(kMessage.size()));
    } else if (!remoteProgramFrom(text)) {
        m_pass(line);
    }
}

}  // namespace gaplight
