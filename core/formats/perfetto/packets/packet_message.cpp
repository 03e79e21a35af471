// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/packet_message.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include <isa-l/igzip_lib.h>

#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kInflateStep = std::size_t{1} << 20U;

// Fields beside the data: who wrote the packet (3, 10, 79, 98), and those below.
bool isOfPacketItself(std::uint32_t field) {
    return field == 3 || field == 79 || field == 98;
}

}  // namespace

PacketMessage readPacketMessage(std::string_view payload) {
    PacketMessage packet;
    protozero::pbf_message<PacketField> fields(viewOf(payload));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(PacketField::Timestamp):
                packet.timestamp = fields.get_uint64();
                break;
            case varintKey(PacketField::TimestampClockId):
                packet.clock = fields.get_uint32();
                break;
            case varintKey(PacketField::SequenceId):
                packet.sequence = fields.get_uint32();
                break;
            case varintKey(PacketField::SequenceFlags):
                packet.flags |= fields.get_uint32();
                break;
            case varintKey(PacketField::IncrementalStateCleared):
                packet.flags |= fields.get_uint64() != 0 ? kStateCleared : 0;
                break;
            case varintKey(PacketField::PreviousPacketDropped):
                packet.isAfterLoss = fields.get_uint64() != 0;
                break;
            case varintKey(PacketField::FirstPacketOnSequence):
                packet.isFirst = fields.get_uint64() != 0;
                break;
            case bytesKey(PacketField::InternedData):
                packet.internedData = textOf(fields.get_view());
                break;
            case bytesKey(PacketField::PacketDefaults):
                packet.defaults = textOf(fields.get_view());
                break;
            default:
                if (fields.wire_type() == protozero::pbf_wire_type::length_delimited &&
                    !isOfPacketItself(static_cast<std::uint32_t>(fields.tag()))) {
                    packet.dataField = static_cast<std::uint32_t>(fields.tag());
                    packet.data = textOf(fields.get_view());
                } else {
                    fields.skip();
                }
        }
    }
    return packet;
}

std::optional<std::string> inflatePackets(std::string_view data) {
    inflate_state state{};
    isal_inflate_init(&state);
    state.crc_flag = ISAL_ZLIB;
    // ISA-L does not write through next_in.
    state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(data.data()));  // NOLINT
    state.avail_in = static_cast<std::uint32_t>(
        std::min<std::size_t>(data.size(), std::numeric_limits<std::uint32_t>::max()));
    std::string inflated;
    while (state.block_state != ISAL_BLOCK_FINISH) {
        const std::size_t size = inflated.size();
        if (size >= kMaxPacketBytes) {
            return std::nullopt;
        }
        inflated.resize(size + kInflateStep);
        state.next_out = reinterpret_cast<std::uint8_t*>(inflated.data() + size);  // NOLINT
        state.avail_out = kInflateStep;
        const int status = isal_inflate(&state);
        inflated.resize(size + kInflateStep - state.avail_out);
        if (status < 0 || status == ISAL_NEED_DICT || inflated.size() == size) {
            return state.block_state == ISAL_BLOCK_FINISH && status >= 0 ? std::optional(inflated)
                                                                         : std::nullopt;
        }
    }
    return inflated;
}

}  // namespace gaplight
