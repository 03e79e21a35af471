// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

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
