// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/rocm/rpd_launches.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {

// The batch that rows of an .rpd trace are added to. Times are ns of the system's monotonic clock.
// It has no properties of GPUs.
class RpdBatch : public RowBatch {
public:
    // A process numbers its rows in a block of its own.
    explicit RpdBatch(RpdLaunches launches) : RowBatch({}), m_launches(std::move(launches)) {}

    [[nodiscard]] const RpdLaunches& launches() const { return m_launches; }
    // The process whose rows are numbered from `rowid` of rocpd_api on.
    void setPid(std::int64_t rowid, std::string pid);
    [[nodiscard]] LaunchingProcess processOf(std::int64_t rowid);
    [[nodiscard]] BatchTrack threadOf(const TableRow& row, int pidColumn, int tidColumn);

private:
    RpdLaunches m_launches;
    std::unordered_map<std::int64_t, std::string, IdHash> m_pids;  // by the upper half of rowids
};

// API calls with markers, operations of GPUs. Their rows are added to `batch`, which must outlive
// the tables.
[[nodiscard]] std::vector<EventTable> rpdTables(const Database& database, RpdBatch& batch);

}  // namespace gaplight
