// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/io/file_version.h"
#include "core/io/inflater.h"

namespace gaplight {

// Inflated bytes that are not kept: a snapshot of the inflater every kSnapshotSpacing, from which
// requested bytes are inflated again (the idea of zlib's zran example). A jump costs tens of
// milliseconds, a snapshot 85 KiB; reads in the order of the file inflate it once. Needs an
// inflater with snapshots and a file that can be read at any position.
class ReinflatingFile final : public InflatedBytes {
public:
    static constexpr std::uint64_t kSnapshotSpacing = std::uint64_t{32} << 20U;

    // `start`: an inflater that has not begun. `spacing` is for tests.
    ReinflatingFile(FileVersion file, std::unique_ptr<Inflater> start,
                    std::uint64_t spacing = kSnapshotSpacing);

    Result<void> append(std::span<const char> bytes, const Inflater& inflater,
                        std::uint64_t consumed) override;

    // Fewer bytes than requested if the compressed file was changed or cut since.
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset,
                                             std::span<char> into) const override;
    std::uint64_t size() const override { return m_size; }
    [[nodiscard]] Result<void> checkUnchanged() const override { return m_file.checkUnchanged(); }

private:
    // An inflater, the number of bytes it has produced, and its position in the compressed file.
    struct Place {
        std::unique_ptr<Inflater> inflater;
        std::uint64_t offset = 0;
        std::uint64_t consumed = 0;
    };

    // Brings m_cursor to the last place known at or before `offset`.
    void seek(std::uint64_t offset) const;
    // Brings m_block to where `offset` is, if the file has it.
    Result<void> moveBlock(std::uint64_t offset) const;
    // Continues to inflate from m_cursor; 0 at the end.
    Result<std::size_t> inflate(std::span<char> into) const;

    FileVersion m_file;
    std::uint64_t m_spacing;
    std::atomic<std::uint64_t> m_size = 0;
    mutable std::mutex m_mutex;
    std::vector<Place> m_snapshots;  // by offset; the first is the beginning
    mutable Place m_cursor;
    // What was inflated last, so that reads of neighbors inflate it once.
    mutable std::vector<char> m_block;
    mutable std::uint64_t m_blockBegin = 0;
};

}  // namespace gaplight
