// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_content.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text_hash.h"
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

namespace {

constexpr std::size_t kEndBytes = std::size_t{64} << 10U;
constexpr std::int64_t kNsInSecond = 1'000'000'000;
constexpr char kKeySeparator = '\n';  // between the figures and the path, which ends the key

std::string bytesAt(const FileDescriptor& file, std::uint64_t offset) {
    std::string bytes(kEndBytes, '\0');
    const std::ptrdiff_t got = file.readAt(offset, bytes);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
}

}  // namespace

std::optional<FileContent> fileContentOf(const std::string& path) {
    if (path == "-") {
        return std::nullopt;  // standard input, also beside a file of that name
    }
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::canonical(path, failed);
    if (failed || !std::filesystem::is_regular_file(whole, failed)) {
        return std::nullopt;
    }
    const int descriptor = ::open(whole.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return std::nullopt;
    }
    const FileDescriptor file(descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return std::nullopt;
    }
    FileContent content;
    content.path = whole.string();
    content.bytes = static_cast<std::uint64_t>(status.st_size);
    content.head = bytesAt(file, 0);
    const std::uint64_t begin = hashText(content.head);
    const std::uint64_t end =
        hashText(bytesAt(file, content.bytes - std::min<std::uint64_t>(content.bytes, kEndBytes)));
    content.ends = fmt::format("{} {:016x} {:016x}", content.bytes, begin, end);
    content.key = fmt::format("{} {} {:016x} {:016x}{}{}", content.bytes,
                              status.st_mtim.tv_sec * kNsInSecond + status.st_mtim.tv_nsec, begin,
                              end, kKeySeparator, content.path);
    return content;
}

std::string_view pathInKey(std::string_view key) {
    const std::size_t at = key.find(kKeySeparator);
    return at == std::string_view::npos ? std::string_view{} : key.substr(at + 1);
}

std::string endsInKey(std::string_view key) {
    const std::string_view figures = key.substr(0, key.find(kKeySeparator));
    const std::size_t first = figures.find(' ');
    const std::size_t second =
        first == std::string_view::npos ? first : figures.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return {};
    }
    return std::string(figures.substr(0, first)) + std::string(figures.substr(second));
}

}  // namespace gaplight
