// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/reinflating_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::size_t kInputBytes = std::size_t{64} * 1024;
constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

}  // namespace

ReinflatingFile::ReinflatingFile(FileVersion file, std::unique_ptr<Inflater> start,
                                 std::uint64_t spacing)
    : m_file(std::move(file)), m_spacing(spacing) {
    m_snapshots.push_back(Place{std::move(start), 0, 0});
}

Result<void> ReinflatingFile::append(std::span<const char> bytes, const Inflater& inflater,
                                     std::uint64_t consumed) {
    const std::uint64_t size = m_size += bytes.size();
    const std::lock_guard lock(m_mutex);
    if (size - m_snapshots.back().offset >= m_spacing) {
        m_snapshots.push_back(Place{inflater.snapshot(), size, consumed});
    }
    return {};
}

void ReinflatingFile::seek(std::uint64_t offset) const {
    const auto after =
        std::upper_bound(m_snapshots.begin(), m_snapshots.end(), offset,
                         [](std::uint64_t wanted, const Place& at) { return wanted < at.offset; });
    const Place& nearest = *(after - 1);
    const bool cursorIsNearer = m_cursor.inflater != nullptr && m_cursor.offset <= offset &&
                                m_cursor.offset >= nearest.offset;
    if (!cursorIsNearer) {
        m_cursor = Place{nearest.inflater->snapshot(), nearest.offset, nearest.consumed};
    }
}

Result<std::size_t> ReinflatingFile::inflate(std::span<char> into) const {
    std::array<char, kInputBytes> input;  // NOLINT: filled before it is read
    std::size_t filled = 0;
    while (filled < into.size()) {
        const std::ptrdiff_t got = m_file.file().readAt(m_cursor.consumed, input);
        if (got < 0) {
            return failAt(
                ErrorCode::NotReadable,
                std::string("cannot read the compressed trace again: ") + std::strerror(errno),
                m_cursor.consumed);
        }
        const InflateStep step = m_cursor.inflater->step(
            {input.data(), static_cast<std::size_t>(got)}, into.subspan(filled));
        m_cursor.consumed += step.consumed;
        m_cursor.offset += step.produced;
        filled += step.produced;
        if (step.damaged || (step.consumed == 0 && step.produced == 0)) {
            break;
        }
    }
    return filled;
}

Result<void> ReinflatingFile::moveBlock(std::uint64_t offset) const {
    seek(offset);
    do {
        m_blockBegin = m_cursor.offset;
        m_block.resize(kBlockBytes);
        const Result<std::size_t> got = inflate(m_block);
        m_block.resize(got.value_or(0));
        if (m_block.size() < kBlockBytes) {
            m_cursor = {};  // the end, or what cannot be gone on from
        }
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
    } while (m_cursor.inflater != nullptr && m_cursor.offset <= offset);
    return {};
}

Result<std::size_t> ReinflatingFile::readAt(std::uint64_t offset, std::span<char> into) const {
    const std::uint64_t end = m_size;
    if (offset >= end) {
        return std::size_t{0};
    }
    into = into.first(std::min<std::uint64_t>(into.size(), end - offset));
    const std::lock_guard lock(m_mutex);
    const auto isInBlock = [&](std::uint64_t at) {
        return at >= m_blockBegin && at - m_blockBegin < m_block.size();
    };
    std::size_t filled = 0;
    while (filled < into.size()) {
        const std::uint64_t at = offset + filled;
        if (!isInBlock(at)) {
            TRY(moveBlock(at));
            if (!isInBlock(at)) {
                break;
            }
        }
        const std::size_t first = at - m_blockBegin;
        const std::size_t count = std::min(into.size() - filled, m_block.size() - first);
        std::copy_n(m_block.begin() + static_cast<std::ptrdiff_t>(first), count,
                    into.begin() + static_cast<std::ptrdiff_t>(filled));
        filled += count;
    }
    return filled;
}

}  // namespace gaplight
