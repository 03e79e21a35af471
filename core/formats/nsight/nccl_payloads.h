// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// What NCCL records with a call of one of its functions (its nvtx_payload_schemas.h).
struct NcclPayload {
    // Hash of the communicator, the same on all its ranks; 0: not recorded.
    std::uint64_t communicator = 0;
    std::int64_t bytes = -1;  // of the message; -1: not recorded (also below)
    std::int32_t peer = -1;   // of a send or a receive: the other rank in the communicator
    std::int32_t ranks = -1;  // of a communicator that is made: its size
    std::int32_t rank = -1;   // and this process' rank in it
};

// NVTX payloads of the NCCL domain. Nsight Systems exports each as NVTX_EVENTS.binaryData: a header
// of four 64-bit numbers (domain, schema, size of the payload, size of header and payload), then
// the payload, whose fields are described in NVTX_PAYLOAD_SCHEMA_ENTRIES. NCCL records payloads
// since version 2.18, the communicator since 2.20.
class NcclPayloads {
public:
    // The layouts, and the communicators that were made while Nsight recorded. O(rows of NVTX
    // events) where NCCL's payloads are, else O(1). Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<NcclPayloads> read(const Database& database);

    // Empty where the bytes are no payload of NCCL.
    std::optional<NcclPayload> decode(std::string_view bytes) const;
    // Sizes, group size and peer of a call of `function`; slice and texts are left to the caller.
    // An element is one byte. Sizes that depend on the number of ranks (of all-gathers,
    // reduce-scatters, all-to-alls) are -1 where the size of the communicator is not recorded.
    CommCallBatchRow callOf(std::string_view function, const NcclPayload& payload) const;

    // Rank of the process in the largest communicator that was made. Empty: none was made, or
    // several processes made some.
    std::optional<int> rank() const { return m_rank; }
    std::optional<int> worldSize() const { return m_worldSize; }

private:
    enum class Field : std::uint8_t { Communicator, Bytes, Peer, Ranks, Rank };
    struct Place {
        Field field = Field::Communicator;
        std::size_t offset = 0;  // after the four numbers
        std::size_t size = 0;    // 4 or 8 bytes
    };

    Result<void> readLayouts(const Database& database);
    Result<void> readCommunicators(const Database& database);

    using SchemaKey = std::pair<std::uint64_t, std::uint64_t>;  // domain, schema
    std::map<SchemaKey, std::vector<Place>> m_layouts;
    std::map<std::uint64_t, std::int32_t> m_sizes;  // of communicators
    std::optional<int> m_rank;
    std::optional<int> m_worldSize;
};

}  // namespace gaplight
