// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nccl_payloads.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <set>

#include "core/base/result.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

constexpr std::size_t kHeaderNumbers = 4;
constexpr std::size_t kHeaderBytes = kHeaderNumbers * sizeof(std::uint64_t);

// Bytes of an entry by its NVTX_PAYLOAD_ENTRY_TYPE; 0: no integer of 32 or 64 bits.
std::size_t sizeOfType(std::int64_t type) {
    constexpr std::array<std::int64_t, 4> kWords{5, 6, 15, 16};  // INT, UINT, INT32, ...
    constexpr std::array<std::int64_t, 7> kLongs{7,  8,  9, 10,
                                                 17, 18, 22};  // LONG, INT64, SIZE, ...
    const auto isIn = [&](const auto& types) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    return isIn(kWords) ? sizeof(std::uint32_t) : isIn(kLongs) ? sizeof(std::uint64_t) : 0;
}

std::uint64_t numberAt(std::string_view bytes, std::size_t offset, std::size_t size) {
    std::uint64_t number = 0;  // x86 and Arm are little-endian, as the file is
    std::memcpy(&number, bytes.data() + offset, size);
    return number;
}

std::int32_t smallNumber(std::uint64_t number) {
    return number <= std::uint64_t{std::numeric_limits<std::int32_t>::max()}
               ? static_cast<std::int32_t>(number)
               : -1;
}

// -1 where the product is unknown or too large.
std::int64_t times(std::int64_t bytes, std::int32_t ranks) {
    return bytes < 0 || ranks < 1 || bytes > std::numeric_limits<std::int64_t>::max() / ranks
               ? -1
               : bytes * ranks;
}

}  // namespace

Result<NcclPayloads> NcclPayloads::read(const Database& database) {
    NcclPayloads payloads;
    TRY(payloads.readLayouts(database));
    if (!payloads.m_layouts.empty()) {
        TRY(payloads.readCommunicators(database));
    }
    return payloads;
}

Result<void> NcclPayloads::readLayouts(const Database& database) {
    static constexpr ColumnNames kColumns("domainId", "schemaId", "type", "name", "offset");
    constexpr std::array<std::pair<std::string_view, Field>, 5> kFields{{
        {"NCCL communicator ID", Field::Communicator},
        {"Message size [bytes]", Field::Bytes},
        {"Peer rank", Field::Peer},
        {"No. of ranks", Field::Ranks},
        {"Rank", Field::Rank},
    }};
    constexpr std::int64_t kMaxOffset = 1 << 20;
    return forEachRow(
        database, "NVTX_PAYLOAD_SCHEMA_ENTRIES", kColumns, [&](const DatabaseQuery& row) {
            const auto domain = row.integer(kColumns["domainId"]);
            const auto schema = row.integer(kColumns["schemaId"]);
            const std::size_t size = sizeOfType(row.integer(kColumns["type"]).value_or(0));
            const std::int64_t offset = row.integer(kColumns["offset"]).value_or(0);
            const std::string_view name = row.text(kColumns["name"]);
            const auto* const known = std::find_if(
                kFields.begin(), kFields.end(), [&](const auto& one) { return one.first == name; });
            if (!domain || !schema || size == 0 || offset < 0 || offset > kMaxOffset ||
                known == kFields.end()) {
                return;
            }
            std::vector<Place>& layout = m_layouts[{static_cast<std::uint64_t>(*domain),
                                                    static_cast<std::uint64_t>(*schema)}];
            // Each process registers the same layouts.
            if (std::none_of(layout.begin(), layout.end(),
                             [&](const Place& place) { return place.field == known->second; })) {
                layout.push_back({known->second, static_cast<std::size_t>(offset), size});
            }
        });
}

Result<void> NcclPayloads::readCommunicators(const Database& database) {
    Result<DatabaseQuery> rows = database.query(
        "SELECT globalTid >> 24, binaryData FROM NVTX_EVENTS WHERE binaryData IS NOT NULL AND "
        "textId IN (SELECT id FROM StringIds WHERE value GLOB 'ncclComm*') ORDER BY start");
    if (!rows) {
        return {};  // a schema without these columns
    }
    std::set<std::int64_t> processes;
    Result<void> done = forEachResult(*std::move(rows), [&](const DatabaseQuery& row) {
        const auto payload = decode(row.blob(1));
        if (!payload || payload->ranks < 1) {
            return;
        }
        m_sizes.try_emplace(payload->communicator, payload->ranks);
        if (payload->rank >= 0 && payload->rank < payload->ranks) {
            processes.insert(row.integer(0).value_or(0));
            if (payload->ranks > m_worldSize.value_or(1)) {
                m_worldSize = payload->ranks;
                m_rank = payload->rank;
            }
        }
    });
    if (processes.size() > 1) {
        m_rank.reset();
        m_worldSize.reset();
    }
    return done;
}

std::optional<NcclPayload> NcclPayloads::decode(std::string_view bytes) const {
    if (bytes.size() < kHeaderBytes) {
        return std::nullopt;
    }
    constexpr std::size_t kNumber = sizeof(std::uint64_t);
    const auto layout =
        m_layouts.find({numberAt(bytes, 0, kNumber), numberAt(bytes, kNumber, kNumber)});
    const std::uint64_t size = numberAt(bytes, 2 * kNumber, kNumber);
    if (layout == m_layouts.end() || size > bytes.size() - kHeaderBytes) {
        return std::nullopt;
    }
    NcclPayload payload;
    for (const Place& place : layout->second) {
        if (place.offset + place.size > size) {
            continue;
        }
        const std::uint64_t number = numberAt(bytes, kHeaderBytes + place.offset, place.size);
        switch (place.field) {
            case Field::Communicator:
                payload.communicator = number;
                break;
            case Field::Bytes:
                payload.bytes = number <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}
                                    ? static_cast<std::int64_t>(number)
                                    : -1;
                break;
            case Field::Peer:
                payload.peer = smallNumber(number);
                break;
            case Field::Ranks:
                payload.ranks = smallNumber(number);
                break;
            case Field::Rank:
                payload.rank = smallNumber(number);
                break;
        }
    }
    return payload;
}

CommCallBatchRow NcclPayloads::callOf(std::string_view function, const NcclPayload& payload) const {
    CommCallBatchRow row;
    const auto size = m_sizes.find(payload.communicator);
    row.groupSize = size == m_sizes.end() ? -1 : size->second;
    row.peer = payload.peer;
    const std::int64_t one = payload.bytes;
    const std::int64_t all = times(one, row.groupSize);
    if (function == "ncclAllGather" || function == "ncclGather") {
        row.inputs = all < 0 ? -1 : one;
        row.outputs = all;
    } else if (function == "ncclReduceScatter" || function == "ncclScatter") {
        row.inputs = all;
        row.outputs = all < 0 ? -1 : one;
    } else if (function == "ncclAlltoAll" || function == "ncclAllToAll") {
        row.inputs = all;
        row.outputs = all;
    } else {
        row.inputs = one;
        row.outputs = one;
    }
    return row;
}

}  // namespace gaplight
