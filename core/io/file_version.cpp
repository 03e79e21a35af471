// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_version.h"

#include <array>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace gaplight {

void markUsed(const std::string& path) {
    // A new time of access is a change of the status.
    constexpr std::array<timespec, 2> kAccessOnly{timespec{0, UTIME_NOW}, timespec{0, UTIME_OMIT}};
    ::utimensat(AT_FDCWD, path.c_str(), kAccessOnly.data(), 0);
}

std::int64_t lastUseNs(const struct stat& status) {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return status.st_ctim.tv_sec * kNsPerSecond + status.st_ctim.tv_nsec;
}

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

}  // namespace

std::optional<FileVersion::Stamp> FileVersion::stampOf(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return std::nullopt;
    }
    return Stamp{status.st_dev, status.st_ino, status.st_size,
                 status.st_mtim.tv_sec * kNsPerSecond + status.st_mtim.tv_nsec};
}

std::optional<FileVersion::Stamp> FileVersion::stampOf(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return std::nullopt;
    }
    return Stamp{status.st_dev, status.st_ino, status.st_size,
                 status.st_mtim.tv_sec * kNsPerSecond + status.st_mtim.tv_nsec};
}

FileVersion::FileVersion(std::shared_ptr<const FileDescriptor> file, std::string path)
    : m_file(std::move(file)), m_path(std::move(path)), m_stamp(stampOf(m_file->get())) {}

bool FileVersion::isContentChanged() const {
    return stampOf(m_file->get()) != m_stamp;
}

Result<void> FileVersion::checkUnchanged() const {
    if (isContentChanged()) {
        return fail(ErrorCode::NotReadable,
                    "the file was written to while it was read; try again when it is complete");
    }
    if (!m_path.empty() && stampOf(m_path) != m_stamp) {
        return fail(ErrorCode::NotReadable,
                    "the file was replaced or removed while it was read; try again");
    }
    return {};
}

}  // namespace gaplight
