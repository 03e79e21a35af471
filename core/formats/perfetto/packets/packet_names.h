// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gaplight {

// Name of the data field of a TracePacket, as trace_packet.proto has it; "field 999" for others.
[[nodiscard]] std::string packetName(std::uint32_t field);
// Whether packets with this data are read.
[[nodiscard]] bool isPacketRead(std::uint32_t field);
// For data that is not read: whether such a packet describes only its own time, so that a cut may
// leave it out without changing what other packets mean.
[[nodiscard]] bool isPacketOneEvent(std::uint32_t field);

enum class PacketLikeness : std::uint8_t { No, Unclear, Yes };

// Whether bytes are a TracePacket: its fields have known numbers with the right wire types, and one
// is that of a sequence, a timestamp, an event or a descriptor. `isCut`: the bytes end before it.
[[nodiscard]] PacketLikeness judgePacket(std::string_view payload, bool isCut);

// Bytes of a cut packet below which judgePacket() knows too little.
inline constexpr std::size_t kMinJudgedBytes = 16;
// Where the payload of the packet at the beginning of `text` begins; 0: no packet begins there.
[[nodiscard]] std::size_t payloadBegin(std::string_view text);

}  // namespace gaplight
