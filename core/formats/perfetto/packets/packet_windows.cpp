// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/packet_windows.h"

#include <algorithm>
#include <optional>

#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 20U;
constexpr char kPacketTag = '\x0a';  // field 1, length-delimited
constexpr std::size_t kMaxLengthBytes = 10;
constexpr std::size_t kExampleBytes = 32;
constexpr int kPacketsToBelieve = 4;  // that follow each other without a gap

struct PacketLength {
    std::uint64_t length = 0;
    std::size_t bytes = 0;  // of the varint; 0: cut
};

// The varint at the beginning of `text`; empty where it has more than 10 bytes.
std::optional<PacketLength> readLength(std::string_view text) {
    PacketLength read;
    for (std::size_t at = 0; at < kMaxLengthBytes; ++at) {
        if (at == text.size()) {
            return PacketLength{};
        }
        const auto byte = static_cast<unsigned char>(text[at]);
        read.length |= std::uint64_t{byte & 0x7fU} << (7 * at);
        if ((byte & 0x80U) == 0) {
            read.bytes = at + 1;
            return read;
        }
    }
    return std::nullopt;
}

// Whether packets follow each other from here to the end of the text, or for some.
bool looksLikePackets(std::string_view text) {
    for (int count = 0; count < kPacketsToBelieve; ++count) {
        if (text.empty()) {
            return count > 0;
        }
        const auto length = readLength(text.substr(1));
        if (text.front() != kPacketTag || !length || length->length > kMaxPacketBytes ||
            length->length == 0) {
            return false;
        }
        const std::size_t size = 1 + length->bytes + length->length;
        if (length->bytes == 0 || size > text.size()) {
            return count > 0;
        }
        text.remove_prefix(size);
    }
    return true;
}

}  // namespace

std::optional<PacketExtent> firstPacket(std::string_view text) {
    const auto length =
        text.starts_with(kPacketTag) ? readLength(text.substr(1)) : std::optional<PacketLength>();
    if (!length || length->bytes == 0 || length->length > kMaxPacketBytes ||
        length->length > text.size() - 1 - length->bytes) {
        return std::nullopt;
    }
    return PacketExtent{0, static_cast<std::uint32_t>(1 + length->bytes),
                        static_cast<std::uint32_t>(length->length)};
}

std::size_t splitPackets(std::string_view text, std::vector<PacketExtent>& packets) {
    std::size_t at = 0;
    while (at < text.size() && text[at] == kPacketTag) {
        const auto length = readLength(text.substr(at + 1));
        if (!length || length->bytes == 0 || length->length > kMaxPacketBytes) {
            break;
        }
        const std::size_t payload = at + 1 + length->bytes;
        if (length->length > text.size() - payload) {
            break;
        }
        packets.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(payload),
                           static_cast<std::uint32_t>(length->length)});
        at = payload + length->length;
    }
    return at;
}

Result<void> PacketWindows::fill(PacketWindow& window) {
    const std::size_t wanted = std::max(kWindowBytes, m_wanted);
    if (window.capacity < wanted || window.capacity > 4 * wanted) {
        window.bytes = std::make_unique_for_overwrite<char[]>(wanted);
        window.capacity = wanted;
    }
    std::copy(m_rest.begin(), m_rest.end(), window.bytes.get());
    window.size = m_rest.size();
    if (m_bytesRead == 0) {
        m_bytesRead = m_rest.size();
    }
    while (window.size < wanted && !m_ended) {
        const std::size_t got =
            TRY(m_source.readNext({window.bytes.get() + window.size, wanted - window.size}));
        m_ended = got == 0;
        m_bytesRead += got;
        window.size += got;
        if (m_toSkip > 0) {  // m_rest is empty
            const std::uint64_t skipped = std::min<std::uint64_t>(m_toSkip, window.size);
            m_toSkip -= skipped;
            m_offset += skipped;
            std::copy(window.bytes.get() + skipped, window.bytes.get() + window.size,
                      window.bytes.get());
            window.size -= skipped;
        }
    }
    return {};
}

std::size_t PacketWindows::skipDamage(std::string_view text) {
    if (!m_isInDamage) {
        m_issues.record(IssueKind::Resynchronized, m_offset, text.substr(0, kExampleBytes));
    }
    m_isInDamage = true;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == kPacketTag && looksLikePackets(text.substr(at))) {
            m_isInDamage = false;
            return at;
        }
    }
    return text.size();
}

std::size_t PacketWindows::dropFrom(std::string_view rest) {
    m_wanted = 0;
    if (rest.empty()) {
        return 0;
    }
    const auto length = rest.front() == kPacketTag ? readLength(rest.substr(1)) : std::nullopt;
    if (!length) {
        return skipDamage(rest);
    }
    // Of a length that is no real one, so much that it is beyond any source.
    const std::uint64_t packet =
        1 + length->bytes + std::min(length->length, std::uint64_t{1} << EventId::kBits);
    const bool isLong = length->length > kMaxPacketBytes;
    if (isLong) {
        m_issues.record(IssueKind::OversizedEvent, m_offset, {});
        m_toSkip = packet - std::min<std::uint64_t>(packet, rest.size());
    } else {
        m_wanted = packet + kMaxLengthBytes;
    }
    if (m_ended && packet > rest.size()) {
        m_issues.record(IssueKind::Truncated, m_offset, rest.substr(0, kExampleBytes));
        return rest.size();
    }
    if (m_ended && length->bytes == 0) {
        m_issues.record(IssueKind::Truncated, m_offset, rest);
        return rest.size();
    }
    return isLong ? std::min<std::uint64_t>(packet, rest.size()) : 0;
}

Result<bool> PacketWindows::next(PacketWindow& window) {
    window.packets.clear();
    while (window.packets.empty()) {
        if (m_ended && m_rest.empty()) {
            if (m_toSkip > 0) {
                m_issues.record(IssueKind::Truncated, m_offset, {});
                m_toSkip = 0;
            }
            return false;
        }
        TRY(fill(window));
        const std::string_view text(window.bytes.get(), window.size);
        window.offset = m_offset;
        window.consumedBytes = m_source.consumedBytes();
        const std::size_t done = splitPackets(text, window.packets);
        m_offset += done;
        const std::size_t dropped = dropFrom(text.substr(done));
        m_offset += dropped;
        m_rest = text.substr(done + dropped);
    }
    return true;
}

}  // namespace gaplight
