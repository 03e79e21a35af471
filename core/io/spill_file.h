// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/io/inflater.h"

namespace gaplight {

// A new temporary file without a name, to be read and written: it is removed with its last user,
// also if the process is killed. Directory: $TMPDIR, else /var/tmp (on disk, unlike /tmp on many
// machines), else /tmp. -1 if there can be none.
[[nodiscard]] int openUnnamedFile();

// A temporary file without a name: a copy of bytes that cannot be read twice. The kernel can drop
// its pages.
class SpillFile final : public InflatedBytes {
public:
    // Errors: WriteFailed.
    [[nodiscard]] static Result<std::shared_ptr<SpillFile>> create();

    explicit SpillFile(int descriptor) : m_file(descriptor) {}

    // Errors: WriteFailed.
    [[nodiscard]] Result<void> append(std::span<const char> bytes);
    Result<void> append(std::span<const char> bytes, const Inflater& /*inflater*/,
                        std::uint64_t /*consumed*/) override {
        return append(bytes);
    }

    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset,
                                             std::span<char> into) const override;
    std::uint64_t size() const override { return m_size; }

private:
    FileDescriptor m_file;
    std::atomic<std::uint64_t> m_size = 0;
};

}  // namespace gaplight
