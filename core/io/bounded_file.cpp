// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/bounded_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

tl::unexpected<Error> openFailed(int error) {
    const bool isMissing = error == ENOENT || error == ENOTDIR;
    return fail(isMissing ? ErrorCode::NotFound : ErrorCode::NotReadable,
                "it cannot be read: " + std::generic_category().message(error));
}

std::string ownerRefusal(const struct stat& status) {
    if (S_ISLNK(status.st_mode)) {
        return "it is a symbolic link";
    }
    const bool isOthers = status.st_uid != ::geteuid() && status.st_uid != 0;
    return isOthers ? "it belongs to another user" : "";
}

std::string refusalOf(const struct stat& status) {
    return S_ISREG(status.st_mode) || S_ISLNK(status.st_mode) ? ownerRefusal(status)
                                                              : "it is no regular file";
}

}  // namespace

Result<BoundedFile> readBoundedFile(const std::string& path, std::uint64_t maxBytes,
                                    FileOwner owner) {
    const bool isGuarded = owner == FileOwner::UserOrRoot;
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isGuarded ? O_NOFOLLOW : 0);
    const int descriptor = ::open(path.c_str(), flags);
    if (descriptor < 0) {
        // A socket cannot be opened at all.
        return isGuarded && (errno == ELOOP || errno == ENXIO)
                   ? Result<BoundedFile>(BoundedFile{{}, fileRefusal(path)})
                   : openFailed(errno);
    }
    const FileDescriptor file(descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return openFailed(errno);
    }
    if (std::string refusal = isGuarded ? refusalOf(status) : std::string(); !refusal.empty()) {
        return BoundedFile{{}, std::move(refusal)};
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorCode::NotReadable, "it is no regular file");
    }
    BoundedFile content;
    // One byte more than allowed: the file may have grown since fstat.
    content.text.resize(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(status.st_size), maxBytes) + 1);
    const std::ptrdiff_t got = file.readAt(0, content.text);
    if (got < 0) {
        return openFailed(errno);
    }
    if (static_cast<std::uint64_t>(status.st_size) > maxBytes ||
        static_cast<std::uint64_t>(got) > maxBytes) {
        return fail(ErrorCode::TooLarge,
                    "it is larger than " + std::to_string(maxBytes) + " bytes");
    }
    content.text.resize(static_cast<std::size_t>(got));
    return content;
}

std::string fileRefusal(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? refusalOf(status) : std::string();
}

std::string folderRefusal(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return {};
    }
    if (std::string refusal = ownerRefusal(status); !refusal.empty()) {
        return refusal;
    }
    const bool isOpen = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    return isOpen ? "others may write to it" : "";
}

}  // namespace gaplight
