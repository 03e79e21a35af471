// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/rocm/rocpd_names.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {

// The batch that rows of an rocpd database are added to. Times are ns since the machine started.
class RocpdBatch : public RowBatch {
public:
    // `names` must outlive this.
    explicit RocpdBatch(const RocpdNames& names) : RowBatch(names.gpus()), m_names(names) {}

    [[nodiscard]] const RocpdNames& names() const { return m_names; }
    // Reads columns pid, tid, agent_id, queue_id, stream_id and track_id, the first at `column`.
    [[nodiscard]] static RocpdOrigin originOf(const RocpdSet& set, const TableRow& row, int column);
    [[nodiscard]] std::uint32_t numberOf(const RocpdSet& set, const RocpdOrigin& origin);
    [[nodiscard]] BatchTrack threadOf(const RocpdSet& set, const RocpdOrigin& origin);
    // Where work of an agent runs; GPU 0 for an agent that is none.
    [[nodiscard]] Place placeOf(const RocpdSet& set, const RocpdOrigin& origin);

    // Samples that are neither calls nor markers: values of counters.
    void countSample() { ++m_samples; }
    [[nodiscard]] std::uint64_t sampleCount() const { return m_samples; }

private:
    [[nodiscard]] std::int64_t keyOf(const RocpdSet& set, std::int64_t id) const;
    [[nodiscard]] std::string pidOf(const RocpdSet& set, const RocpdOrigin& origin) const;

    const RocpdNames& m_names;
    std::unordered_map<std::int64_t, std::string, IdHash> m_pids;  // by process key, for places
    std::uint64_t m_samples = 0;
};

// Kernels, copies, calls with markers of all processes. Their rows are added to `batch`, which must
// outlive the tables.
[[nodiscard]] std::vector<EventTable> rocpdTables(const Database& database, RocpdBatch& batch);

}  // namespace gaplight
