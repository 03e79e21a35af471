// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

// An entry of a TORCH_TRACE log: a line with JSON and, indented by a tab, its payload.
//
//   V1122 10:51:18.038000 419 torch/_inductor/graph.py:2575] {"inductor_output_code": {...}, ...}
//   	# AOT ID: ['0_forward']
//   	...
struct LogEntry {
    std::string json;          // the object; empty: the line is no entry
    std::string payload;       // its lines, without the tabs
    bool isOversized = false;  // a part was longer than is kept, and is left out
};

// Whether a line begins as one of PyTorch's structured log does: level, date, "] {".
[[nodiscard]] bool isLogLine(std::string_view line);

// Reads the entries of a log one after the other. Memory: one entry of at most
// kMaxLogJson + kMaxLogPayload bytes.
inline constexpr std::size_t kMaxLogJson = std::size_t{4} << 20U;
inline constexpr std::size_t kMaxLogPayload = std::size_t{32} << 20U;
class LogEntries {
public:
    LogEntries(std::string head, ByteSource& bytes, std::stop_token stop)
        : m_text(std::move(head)), m_bytes(bytes), m_stop(std::move(stop)) {}

    // The next entry; false at the end. Errors: Cancelled, those of readNext().
    [[nodiscard]] Result<bool> next(LogEntry& entry);
    // After the end: the last line has no end.
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    // The next line without its end into m_line; false at the end of the log. Of a line longer than
    // the limits only their number of bytes is kept.
    [[nodiscard]] Result<bool> readLine();
    [[nodiscard]] Result<bool> fill();

    std::string m_text;  // read, from m_at on not yet given
    std::size_t m_at = 0;
    std::string m_line;
    bool m_isLongLine = false;
    bool m_hasLine = false;  // m_line belongs to the next entry
    bool m_isEnd = false;
    bool m_isCut = false;
    ByteSource& m_bytes;
    std::stop_token m_stop;
};

}  // namespace gaplight
