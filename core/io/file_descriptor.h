// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gaplight {

// Owns an open POSIX descriptor.
class FileDescriptor {
public:
    explicit FileDescriptor(int descriptor) : m_descriptor(descriptor) {}
    ~FileDescriptor();
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int get() const { return m_descriptor; }
    // Owns this one from now on; only where there was none (-1). An object that is made before the
    // file is opened leaves no descriptor behind if there is no memory for it.
    void take(int descriptor) { m_descriptor = descriptor; }
    // Bytes of the file now, 0 if unknown.
    std::uint64_t size() const;
    // pread(2) until `into` is full or the file ends; -1 with errno set on failure.
    std::ptrdiff_t readAt(std::uint64_t offset, std::span<char> into) const;

private:
    int m_descriptor;
};

}  // namespace gaplight
