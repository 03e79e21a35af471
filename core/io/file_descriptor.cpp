// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_descriptor.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace gaplight {

FileDescriptor::~FileDescriptor() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

std::uint64_t FileDescriptor::size() const {
    struct stat status {};
    return ::fstat(m_descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::ptrdiff_t FileDescriptor::readAt(std::uint64_t offset, std::span<char> into) const {
    std::size_t filled = 0;
    while (filled < into.size()) {
        const ssize_t got = ::pread(m_descriptor, into.data() + filled, into.size() - filled,
                                    static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -1;  // also after the first bytes: fewer than asked for mean the end
        }
        if (got == 0) {
            break;
        }
        filled += static_cast<std::size_t>(got);
    }
    return static_cast<std::ptrdiff_t>(filled);
}

}  // namespace gaplight
