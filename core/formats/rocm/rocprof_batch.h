// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/formats/rocm/rocprof_names.h"
#include "core/formats/rocm/rocprof_record.h"
#include "core/formats/sqlite/row_batch.h"

namespace gaplight {

// How the records of an array in "buffer_records" are read.
enum class RocprofTable { Kernel, Copy, HipCall, HsaCall, Marker, Library };
// The table of an array in "buffer_records", by the array's key; empty: it is not read.
[[nodiscard]] std::optional<RocprofTable> rocprofTableOf(std::string_view key);

// The batch that records of rocprofv3's JSON are added to. Times are ns since the machine started.
class RocprofBatch : public RowBatch {
public:
    using RowBatch::RowBatch;

    // `names` are those of the process, which is the `process`-th in the file.
    void add(RocprofTable table, const RocprofNames& names, std::size_t process,
             const RocprofRecord& record, EventId event);

private:
    void addKernel(const RocprofNames& names, const RocprofRecord& record, Span span, EventId event,
                   std::size_t process);
    void addCopy(const RocprofNames& names, const RocprofRecord& record, Span span, EventId event,
                 std::size_t process);
    void addCall(RocprofTable table, const RocprofNames& names, const RocprofRecord& record,
                 Span span, EventId event, std::size_t process);
    void addMarker(const RocprofNames& names, const RocprofRecord& record, std::string_view call,
                   Span span, EventId event, BatchTrack track);
    [[nodiscard]] Place placeOf(const RocprofNames& names, const RocprofRecord& record,
                                std::optional<std::int64_t> agent, std::size_t process);
    [[nodiscard]] BatchTrack threadOf(const RocprofNames& names, const RocprofRecord& record,
                                      std::size_t process);
};

}  // namespace gaplight
