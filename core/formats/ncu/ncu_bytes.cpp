// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_bytes.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10U;

}  // namespace

Result<std::string> NcuBytes::take(std::uint64_t count) {
    std::string taken;
    const Result<void> read = forEachPiece(count, [&](std::string_view piece) { taken += piece; });
    return read ? Result<std::string>(std::move(taken)) : tl::unexpected<Error>(read.error());
}

Result<std::uint64_t> NcuBytes::skip(std::uint64_t count) {
    std::uint64_t skipped = 0;
    const Result<void> read =
        forEachPiece(count, [&](std::string_view piece) { skipped += piece.size(); });
    return read ? Result<std::uint64_t>(skipped) : tl::unexpected<Error>(read.error());
}

Result<std::optional<std::uint32_t>> NcuBytes::takeSize() {
    constexpr std::size_t kBytes = 4;
    return take(kBytes).map([](const std::string& bytes) -> std::optional<std::uint32_t> {
        if (bytes.size() < kBytes) {
            return std::nullopt;
        }
        std::uint32_t size = 0;
        for (std::size_t at = kBytes; at > 0; --at) {
            size = size << 8U | static_cast<unsigned char>(bytes[at - 1]);
        }
        return size;
    });
}

Result<std::string> NcuBytes::takeRest() {
    return take(std::numeric_limits<std::uint64_t>::max());
}

Result<bool> NcuBytes::isAtEnd() {
    const Result<void> filled = fill();
    return filled ? Result<bool>(m_at == m_pending.size()) : tl::unexpected<Error>(filled.error());
}

Result<void> NcuBytes::fill() {
    if (m_at < m_pending.size()) {
        return {};
    }
    m_pending.resize(kChunkBytes);
    m_at = 0;
    const Result<std::size_t> got = m_bytes.readNext(m_pending);
    m_pending.resize(got ? *got : 0);
    return got ? Result<void>{} : tl::unexpected<Error>(got.error());
}

template <class Take>
Result<void> NcuBytes::forEachPiece(std::uint64_t count, Take take) {
    while (count > 0) {
        if (Result<void> filled = fill(); !filled) {
            return filled;
        }
        const std::uint64_t size = std::min<std::uint64_t>(count, m_pending.size() - m_at);
        if (size == 0) {
            return {};
        }
        take(std::string_view(m_pending).substr(m_at, size));
        m_at += size;
        count -= size;
    }
    return {};
}

}  // namespace gaplight
