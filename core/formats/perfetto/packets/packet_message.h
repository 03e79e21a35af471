// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// Name of the data field of a TracePacket, as trace_packet.proto has it; "field 999" for others.
[[nodiscard]] std::string packetName(std::uint32_t field);
// Whether packets with this data are read.
[[nodiscard]] bool isPacketRead(std::uint32_t field);

enum class PacketLikeness : std::uint8_t { No, Unclear, Yes };

// Whether bytes are a TracePacket: its fields have known numbers with the right wire types, and one
// is that of a sequence, a timestamp, an event or a descriptor. `isCut`: the bytes end before it.
[[nodiscard]] PacketLikeness judgePacket(std::string_view payload, bool isCut);

// Bytes of a cut packet below which judgePacket() knows too little.
inline constexpr std::size_t kMinJudgedBytes = 16;
// Where the payload of the packet at the beginning of `text` begins; 0: no packet begins there.
[[nodiscard]] std::size_t payloadBegin(std::string_view text);

// The fields of one TracePacket. Numbers are decoded; nested messages are views of their bytes.
struct PacketMessage {
    std::optional<std::uint64_t> timestamp;
    std::uint32_t clock = 0;
    std::uint32_t sequence = 0;
    std::uint32_t flags = 0;
    bool isAfterLoss = false;
    bool isFirst = false;
    std::uint32_t dataField = 0;  // number of the field that says what the packet is; 0: none
    std::string_view data;
    std::string_view internedData;
    std::string_view defaults;
};

// Reads the outermost fields. Throws protozero::exception.
[[nodiscard]] PacketMessage readPacketMessage(std::string_view payload);

// Inflates CompressedPackets. Empty where they are damaged or longer than kMaxPacketBytes.
[[nodiscard]] std::optional<std::string> inflatePackets(std::string_view data);

}  // namespace gaplight
