// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/trace/ids.h"

namespace gaplight {

// The longest packet that is read. Writers keep to some 512 KiB.
inline constexpr std::uint64_t kMaxPacketBytes = std::uint64_t{64} << 20U;

// A packet in the bytes of a window.
struct PacketExtent {
    std::uint32_t tag = 0;      // its first byte
    std::uint32_t payload = 0;  // the first byte after tag and length
    std::uint32_t length = 0;   // of the payload
};

struct PacketWindow {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t size = 0;
    std::uint64_t offset = 0;  // of the first byte in the source
    std::uint64_t consumedBytes = 0;
    std::vector<PacketExtent> packets;

    std::string_view payload(const PacketExtent& packet) const {
        return {bytes.get() + packet.payload, packet.length};
    }
};

// The whole packet at the beginning of `text`; empty where none is.
[[nodiscard]] std::optional<PacketExtent> firstPacket(std::string_view text);
// Appends the whole packets at the beginning of `text`, at most `text.size()` bytes. Gives the
// number of bytes that they take.
std::size_t splitPackets(std::string_view text, std::vector<PacketExtent>& packets);

// Cuts a Perfetto trace, a sequence of packets, into windows of whole packets. Damage is skipped up
// to the next bytes that look like packets and is an issue, as are packets over kMaxPacketBytes and
// a source that ends within a packet. Memory: one packet, or 1 MiB.
class PacketWindows {
public:
    // `head`: the bytes of the source before those that it still has.
    PacketWindows(std::string head, ByteSource& source)
        : m_rest(std::move(head)), m_source(source) {}

    // False at the end. Errors: those of the source.
    [[nodiscard]] Result<bool> next(PacketWindow& window);

    const ImportIssues& issues() const { return m_issues; }
    std::uint64_t bytesRead() const { return m_bytesRead; }

private:
    [[nodiscard]] Result<void> fill(PacketWindow& window);
    // Skips damage at the beginning of `text`: its length.
    [[nodiscard]] std::size_t skipDamage(std::string_view text);
    // Bytes at the beginning of `rest`, where no whole packet begins, that are read no further.
    [[nodiscard]] std::size_t dropFrom(std::string_view rest);

    std::string m_rest;
    ByteSource& m_source;
    std::uint64_t m_offset = 0;  // of m_rest
    std::uint64_t m_bytesRead = 0;
    std::uint64_t m_toSkip = 0;  // bytes after m_rest
    std::size_t m_wanted = 0;    // bytes of the packet that m_rest begins
    bool m_ended = false;
    bool m_isInDamage = false;
    ImportIssues m_issues;
};

}  // namespace gaplight
