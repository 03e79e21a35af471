// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/trace/batch_intake.h"
#include "core/trace/slice_assembly.h"
#include "core/trace/sparse_column.h"
#include "core/trace/trace.h"

namespace gaplight {

// Checks of tables that come from a file. Each notes what it finds in a TableProblem.

// Records the first problem that any check finds. Safe from any thread.
class TableProblem {
public:
    // Notes `what` unless `holds`; true if nothing is wrong so far.
    bool require(bool holds, const char* what) {
        const char* none = nullptr;
        if (!holds) {
            m_what.compare_exchange_strong(none, what);
        }
        return m_what.load() == nullptr;
    }
    template <class Rows, class Predicate>
    void requireAll(const Rows& rows, const Predicate& predicate, const char* what) {
        require(std::all_of(rows.begin(), rows.end(), predicate), what);
    }
    bool any() const { return m_what.load() != nullptr; }
    [[nodiscard]] Result<void> result() const {
        const char* what = m_what.load();
        return what == nullptr ? Result<void>{} : fail(ErrorCode::Corrupt, what);
    }

private:
    std::atomic<const char*> m_what{nullptr};
};

__extension__ using WideSum = unsigned __int128;

// Times and lengths of all events, for the limits of sums (impossible_values.h).
struct TableExtent {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    WideSum durations = 0;

    void include(Time time) {
        first = std::min(first, ns(time));
        last = std::max(last, ns(time));
    }
    void merge(const TableExtent& other) {
        first = std::min(first, other.first);
        last = std::max(last, other.last);
        durations += other.durations;
    }
};

// Whether a time is one that a trace may have.
[[nodiscard]] inline bool isTime(Time time) {
    return ns(time) > -kTimeLimitNs && ns(time) < kTimeLimitNs;
}

// Processes, categories and tracks name what is there. Also clears what is derived of them, and
// numbers the first slice of each track; `sliceCount`: of all.
void checkTracks(TraceTables& tables, std::size_t sliceCount, TableProblem& problem);
// Instants, memory events, counters and arrows name what is there and are in order.
void checkEvents(const TraceTables& tables, std::size_t sliceCount, TableExtent& extent,
                 TableProblem& problem);
// Values of kernels, copies, waits and communication calls.
void checkValues(const TraceTables& tables, TableProblem& problem);

// Ascending slices that exist, each once.
void checkSlicesOf(std::span<const SliceId> slices, std::size_t sliceCount, TableProblem& problem);

}  // namespace gaplight
