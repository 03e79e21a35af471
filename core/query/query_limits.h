// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

namespace gaplight {

// What one query may take.
struct QueryLimits {
    std::size_t maxRows = 1'000'000;  // of the result; QueryResult::isCut where there are more
    std::chrono::milliseconds maxTime = std::chrono::minutes(2);
    std::size_t maxBytes = std::size_t{1} << 30U;  // of SQLite and of the result, each
    std::stop_token stop = {};
};

// The work of one running query: SQLite's instructions and the rows that tables skip both count.
// One thread.
class QueryWork {
public:
    enum class End : std::uint8_t { None, Stopped, OutOfTime, OutOfMemory };

    explicit QueryWork(const QueryLimits& limits);

    // Whether to end, and why from then on; a clock is read.
    bool mustEnd();
    // The same after every some thousand calls.
    bool mustEndAfterRow() { return ++m_rows % kRowsPerCheck == 0 && mustEnd(); }
    End end() const { return m_end; }

    // Why a table could not be read, which SQLite passes as a text alone.
    std::string tableError;

private:
    static constexpr std::uint64_t kRowsPerCheck = 16'384;

    const QueryLimits& m_limits;
    std::chrono::steady_clock::time_point m_last;
    std::int64_t m_bytesBefore;
    std::uint64_t m_rows = 0;
    End m_end = End::None;
};

}  // namespace gaplight
