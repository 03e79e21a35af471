// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/process_intake.h"

#include "core/record/record_splitter.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

Result<void> ProcessIntake::take(std::span<const std::byte> bytes) {
    if (m_trace != nullptr) {
        return m_trace->take(bytes);
    }
    m_first.insert(m_first.end(), bytes.begin(), bytes.end());
    ProcessRecord process;
    if (!read(std::span<const std::byte>(m_first), process)) {
        return {};
    }
    if (process.header.type != RecordType::Process || process.magic != kStreamMagic) {
        return fail(ErrorCode::Corrupt,
                    "the recorder's first record is not that of a process: gaplight and its "
                    "recorder are of two builds");
    }
    m_pid = process.pid;
    m_trace = std::make_unique<ProcessTrace>(m_pathOf(m_pid), m_maxBytes);
    const std::vector<std::byte> first = std::move(m_first);
    return m_trace->take(first);
}

}  // namespace gaplight::record
