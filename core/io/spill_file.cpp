// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/spill_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace gaplight {
namespace {

// Not every file system knows O_TMPFILE.
int openUnlinked(const std::string& folder) {
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (unnamed >= 0) {
        return unnamed;
    }
    std::string pattern = folder + "/gaplight-XXXXXX";
    const int named = ::mkostemp(pattern.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(pattern.c_str());
    }
    return named;
}

}  // namespace

int openUnnamedFile() {
    const char* chosen = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): never set by us
    for (const char* folder : {chosen, "/var/tmp", "/tmp"}) {
        if (folder == nullptr || *folder == '\0') {
            continue;
        }
        const int descriptor = openUnlinked(folder);
        if (descriptor >= 0) {
            return descriptor;
        }
    }
    return -1;
}

Result<std::shared_ptr<SpillFile>> SpillFile::create() {
    auto spill = std::make_shared<SpillFile>(-1);
    if (const int descriptor = openUnnamedFile(); descriptor >= 0) {
        spill->m_file.take(descriptor);
        return spill;
    }
    return fail(ErrorCode::WriteFailed,
                "cannot make a temporary file in $TMPDIR, /var/tmp or /tmp, which compressed "
                "traces and standard input need; set TMPDIR to a folder that can be written");
}

Result<void> SpillFile::append(std::span<const char> bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(m_file.get(), bytes.data(), bytes.size(), static_cast<off_t>(m_size.load()));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return fail(ErrorCode::WriteFailed,
                        std::string("cannot keep the inflated trace in a temporary file: ") +
                            std::strerror(errno) + "; set TMPDIR to a folder with more space");
        }
        m_size += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<std::size_t> SpillFile::readAt(std::uint64_t offset, std::span<char> into) const {
    const std::ptrdiff_t got = m_file.readAt(offset, into);
    if (got < 0) {
        return failAt(ErrorCode::NotReadable,
                      std::string("cannot read the temporary file of the inflated trace: ") +
                          std::strerror(errno),
                      offset);
    }
    return static_cast<std::size_t>(got);
}

}  // namespace gaplight
