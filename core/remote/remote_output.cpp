// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_output.h"

#include <utility>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxLine = 1'000;  // bytes; the rest of a longer one is dropped

}  // namespace

void RemoteOutput::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        m_rest.append(part.substr(0, kMaxLine - m_rest.size()));
        if (end == std::string_view::npos) {
            return;
        }
        finish();
        bytes.remove_prefix(end + 1);
    }
}

void RemoteOutput::finish() {
    const std::string line = std::exchange(m_rest, {});
    takeLine(line);
}

void RemoteOutput::takeLine(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
        line.remove_suffix(1);
    }
    if (auto program = remoteProgramFrom(line)) {
        m_program = std::move(program);
        return;
    }
    if (const auto progress = remoteProgressFrom(line)) {
        m_progress = *progress;
        return;
    }
    if (isRemoteResumedLine(line)) {
        m_hasResumed = true;
        return;
    }
    for (const std::string_view name : {"gaplight: ", "ssh: "}) {
        if (line.starts_with(name)) {
            line.remove_prefix(name.size());
        }
    }
    // "Connection to HOST closed." comes after the reason.
    if (!line.empty() && !(line.starts_with("Connection to ") && !m_message.empty())) {
        m_message = printable(line);
    }
}

}  // namespace gaplight
