// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// What NCCL records with a call of one of its functions (its nvtx_payload_schemas.h).
struct NcclPayload {
    std::uint64_t communicator =
        0;                    // a hash that all ranks of a communicator have; 0: not recorded
    std::int64_t bytes = -1;  // of the message; -1: not recorded (also below)
    std::int32_t peer = -1;   // of a send or a receive: the other rank in the communicator
    std::int32_t ranks = -1;  // of a communicator that is made: its size
    std::int32_t rank = -1;   // and this process' rank in it
};

// NVTX payloads of the NCCL domain. Nsight Systems exports them as NVTX_EVENTS.binaryData: four
// numbers of 64 bits (domain, schema, bytes of the payload, bytes of all), then the fields that the
// schema's rows in NVTX_PAYLOAD_SCHEMA_ENTRIES describe. NCCL records them since version 2.18, the
// communicator since 2.20.
class NcclPayloads {
public:
    // The layouts, and the communicators that were made while Nsight recorded. O(rows of NVTX
    // events) where NCCL's payloads are, else O(1). Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<NcclPayloads> read(const Database& database);

    // Empty where the bytes are no payload of NCCL.
    [[nodiscard]] std::optional<NcclPayload> decode(std::string_view bytes) const;
    // What a call of `function` with this payload is, but for its slice and texts. The message is
    // counted in bytes; one of several parts has no size where that of its communicator is not
    // recorded.
    [[nodiscard]] CommCallBatchRow callOf(std::string_view function,
                                          const NcclPayload& payload) const;

    // Of the process in the largest communicator that was made; empty: none, or of several
    // processes.
    [[nodiscard]] std::optional<int> rank() const { return m_rank; }
    [[nodiscard]] std::optional<int> worldSize() const { return m_worldSize; }

private:
    enum class Field : std::uint8_t { Communicator, Bytes, Peer, Ranks, Rank };
    struct Place {
        Field field = Field::Communicator;
        std::size_t offset = 0;  // behind the four numbers
        std::size_t size = 0;    // 4 or 8 bytes
    };

    Result<void> readLayouts(const Database& database);
    Result<void> readCommunicators(const Database& database);

    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Place>>
        m_layouts;                                  // domain, schema
    std::map<std::uint64_t, std::int32_t> m_sizes;  // of communicators
    std::optional<int> m_rank;
    std::optional<int> m_worldSize;
};

}  // namespace gaplight
