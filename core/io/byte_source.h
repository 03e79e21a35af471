// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/base/import_issue.h"
#include "core/base/result.h"

namespace gaplight {

// Bytes that were read once and can be read again by position: from the file itself, from an
// unlinked temporary file, or by inflating again. Safe from any thread.
class RandomAccess {
public:
    virtual ~RandomAccess() = default;

    // Fills `into` from `offset` on. Returns the number of bytes: fewer than requested only at the
    // end, or if the file has shrunk. Errors: NotReadable.
    [[nodiscard]] virtual Result<std::size_t> readAt(std::uint64_t offset,
                                                     std::span<char> into) const = 0;
    virtual std::uint64_t size() const = 0;
    // Errors: NotReadable: the file was written to, replaced or removed since it was opened, so
    // that readAt() may give other bytes than were read first. A private copy never changes.
    [[nodiscard]] virtual Result<void> checkUnchanged() const { return {}; }
};

// A file, or standard input, as one sequence of inflated bytes.
//
// Sources read with pread(2) into the caller's buffer rather than mapping: a file that shrinks
// while it is open is then a short read instead of SIGBUS (decisions/reading.md, "pread instead of
// a mapped file").
class ByteSource {
public:
    virtual ~ByteSource() = default;

    // The next bytes in order, as many as fit; 0 only at the end. One thread. An error after some
    // bytes have been given (a damaged gzip member) is an issue and an end, not an Error.
    [[nodiscard]] virtual Result<std::size_t> readNext(std::span<char> into) = 0;

    // Bytes of the file on disk consumed so far and in all (0: not known); for progress.
    virtual std::uint64_t consumedBytes() const = 0;
    virtual std::uint64_t totalBytes() const = 0;
    virtual const char* compression() const = 0;  // "none", "gzip", "zstd"
    // Damage of the container; complete once readNext() has returned 0.
    virtual const ImportIssues& issues() const = 0;

    // True if the file was written to since the source was opened: what was read may be of two
    // versions.
    virtual bool isChanged() const { return false; }

    // Ends the source some 50 ms after `ended` returns true, even while readNext() waits for a
    // slow writer. To be set before the first readNext().
    virtual void endWhen(const std::function<bool()>& /*ended*/) {}

    // All bytes read so far, readable by position; remains valid without the source.
    virtual std::shared_ptr<const RandomAccess> randomAccess() const = 0;
};

// Bytes that a source may inflate to; more is an error (TooLarge), so that a small hostile file
// fills neither memory nor disk.
struct InflationLimit {
    // Unless `maxBytes` is set: 1 GiB, and 100 bytes more for each byte of the compressed input.
    // Traces that were recorded shrink 5 to 40 times; gzip can reach 1000 times, zstd 30,000 times.
    static constexpr std::uint64_t kBaseBytes = std::uint64_t{1} << 30U;
    static constexpr std::uint64_t kRatio = 100;

    std::uint64_t maxBytes = 0;  // 0: not set
    std::uint64_t bytesFor(std::uint64_t compressed) const {
        return maxBytes != 0 ? maxBytes : kBaseBytes + kRatio * compressed;
    }
};

// Opens by content: gzip and zstd by their magic, anything else as it is. "-" is standard input,
// which is copied into an unlinked temporary file as it is read.
// Errors: NotFound, NotReadable (also: a directory, a device), WriteFailed (no room for the
// temporary file that zstd files and pipes need). Later errors of readNext() also: TooLarge.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path,
                                                                 InflationLimit limit = {});

// The same over bytes in memory, for tests and fuzzing. Errors: WriteFailed.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> byteSourceFromMemory(std::string bytes,
                                                                       InflationLimit limit = {});

}  // namespace gaplight
