// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rpd_launches.h"

#include <algorithm>
#include <string_view>

#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_queries.h"

namespace gaplight {
namespace {

template <class T>
const T* findByCall(const std::vector<T>& rows, std::int64_t call) {
    const auto at =
        std::lower_bound(rows.begin(), rows.end(), call,
                         [](const T& row, std::int64_t wanted) { return row.call < wanted; });
    return at != rows.end() && at->call == call ? &*at : nullptr;
}

template <class T>
void sortByCall(std::vector<T>& rows) {
    const auto isBefore = [](const T& a, const T& b) { return a.call < b.call; };
    if (!std::is_sorted(rows.begin(), rows.end(), isBefore)) {
        std::stable_sort(rows.begin(), rows.end(), isBefore);
    }
}

Result<bool> hasString(const Database& database, const char* condition) {
    Result<DatabaseQuery> found =
        database.query(std::string("SELECT 1 FROM rocpd_string WHERE ") + condition + " LIMIT 1");
    return found ? found->next() : Result<bool>(false);
}

// HIP's calls take workgroups, but for these two, which take work-items.
bool takesWorkItems(std::string_view call) {
    return call == "hipExtModuleLaunchKernel" || call == "hipHccModuleLaunchKernel";
}

}  // namespace

Result<RpdLaunches> RpdLaunches::read(const Database& database) {
    RpdLaunches launches;
    for (const auto read : {&RpdLaunches::readRecorder, &RpdLaunches::readCalls,
                            &RpdLaunches::readKernels, &RpdLaunches::readCopies}) {
        if (Result<void> done = (launches.*read)(database); !done) {
            return tl::unexpected(std::move(done.error()));
        }
    }
    return launches;
}

std::optional<std::int64_t> RpdLaunches::callOf(std::int64_t operation) const {
    const auto at =
        std::lower_bound(m_callOfOperation.begin(), m_callOfOperation.end(), operation,
                         [](const auto& row, std::int64_t wanted) { return row.first < wanted; });
    return at != m_callOfOperation.end() && at->first == operation ? std::optional(at->second)
                                                                   : std::nullopt;
}

const RpdLaunches::Kernel* RpdLaunches::kernelOf(std::int64_t call) const {
    return findByCall(m_kernels, call);
}

const RpdLaunches::Copy* RpdLaunches::copyOf(std::int64_t call) const {
    return findByCall(m_copies, call);
}

Result<void> RpdLaunches::readRecorder(const Database& database) {
    const Result<bool> ofCupti = hasString(database, "string IN ('Kernel', 'ConcurrentKernel')");
    const Result<bool> ofSdk = hasString(
        database, "string = 'RocprofDataSource::buffer_callback' OR string GLOB 'MEMORY_COPY_*'");
    if (!ofCupti || !ofSdk) {
        return tl::unexpected(ofCupti ? ofSdk.error() : ofCupti.error());
    }
    m_isOfCupti = *ofCupti;
    m_hasGridsOfHsa = *ofSdk;
    return {};
}

Result<void> RpdLaunches::readCalls(const Database& database) {
    constexpr std::array<std::string_view, 2> kColumns{"op_id", "api_id"};
    Result<void> done =
        forEachRow(database, "rocpd_api_ops", kColumns, [&](const DatabaseQuery& row) {
            const auto operation = row.integer(1);
            const auto call = row.integer(2);
            if (operation && call) {
                m_callOfOperation.emplace_back(*operation, *call);
            }
        });
    if (!std::is_sorted(m_callOfOperation.begin(), m_callOfOperation.end())) {
        std::sort(m_callOfOperation.begin(), m_callOfOperation.end());
    }
    return done;
}

Result<void> RpdLaunches::readKernels(const Database& database) {
    if (database.findTable("rocpd_kernelapi") == nullptr) {
        return {};
    }
    constexpr std::array<std::string_view, 9> kColumns{
        "api_ptr_id", "kernelName_id", "gridX",      "gridY",           "gridZ",
        "workgroupX", "workgroupY",    "workgroupZ", "groupSegmentSize"};
    const std::vector<Database::JoinedTable> joined{
        {"rocpd_api", "api_ptr_id", {"apiName_id"}},
        {"rocpd_string", "apiName_id", {"string"}, 0},
    };
    Result<void> done = forEachResult(
        database.scan("rocpd_kernelapi", kColumns, joined), [&](const DatabaseQuery& row) {
            const auto call = row.integer(1);
            if (!call) {
                return;
            }
            Kernel& kernel = m_kernels.emplace_back();
            kernel.call = *call;
            kernel.nameId = row.integer(2).value_or(0);
            for (int axis = 0; axis < 3; ++axis) {
                const auto at = static_cast<std::size_t>(axis);
                kernel.grid.at(at) = RowBatch::clamped<std::uint32_t>(row.integer(3 + axis));
                kernel.block.at(at) = RowBatch::clamped<std::uint16_t>(row.integer(6 + axis));
            }
            kernel.sharedMemoryBytes = RowBatch::clamped<std::uint32_t>(row.integer(9));
            if (m_hasGridsOfHsa || takesWorkItems(row.text(11))) {
                kernel.grid = workgroupsOf(kernel.grid, kernel.block);
            }
        });
    sortByCall(m_kernels);
    return done;
}

Result<void> RpdLaunches::readCopies(const Database& database) {
    constexpr std::array<std::string_view, 5> kColumns{"api_ptr_id", "size", "width", "height",
                                                       "kind"};
    Result<void> done =
        forEachRow(database, "rocpd_copyapi", kColumns, [&](const DatabaseQuery& row) {
            const auto call = row.integer(1);
            if (!call) {
                return;
            }
            // The columns that a call has no value for are empty texts.
            std::int64_t area = -1;
            const auto width = row.integer(3);
            const auto height = row.integer(4);
            if (!width || !height || __builtin_mul_overflow(*width, *height, &area)) {
                area = -1;
            }
            m_copies.push_back({*call, row.integer(2).value_or(area), row.integer(5).value_or(-1)});
        });
    sortByCall(m_copies);
    return done;
}

}  // namespace gaplight
