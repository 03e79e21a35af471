// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/temporary_output.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".gaplight-";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz012345";
constexpr std::size_t kRandomLetters = 6;

bool isTemporaryName(std::string_view name) {
    if (name.size() <= kMark.size() + kRandomLetters) {
        return false;
    }
    const std::string_view letters = name.substr(name.size() - kRandomLetters);
    name.remove_suffix(kRandomLetters);
    return name.ends_with(kMark) && letters.find_first_not_of(kLetters) == std::string_view::npos;
}

void removeIfAbandoned(const std::string& path) {
    const int descriptor =
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        return;
    }
    const FileDescriptor file(descriptor);
    struct stat opened {};
    struct stat named {};
    const bool isOurs = ::fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) &&
                        opened.st_uid == ::geteuid() && opened.st_nlink == 1;
    // After the lock: its writer may have renamed it meanwhile.
    if (isOurs && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
        ::lstat(path.c_str(), &named) == 0 && named.st_ino == opened.st_ino &&
        named.st_dev == opened.st_dev) {
        ::unlink(path.c_str());
    }
}

}  // namespace

std::string newTemporaryName(const std::string& target) {
    std::random_device random;
    std::string name = target + std::string(kMark);
    for (std::uint32_t bits = random(), count = 0; count < kRandomLetters; ++count, bits >>= 5U) {
        name += kLetters[bits % kLetters.size()];
    }
    return name;
}

bool lockTemporary(int descriptor) {
    while (::flock(descriptor, LOCK_EX) != 0) {
        if (errno != EINTR) {
            return true;
        }
    }
    struct stat status {};
    return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

void removeAbandonedTemporaries(const std::string& target) {
    // Not a directory_iterator: where memory is refused, it ends the program.
    const std::string parent = fs::path(target).parent_path().native();
    const std::string folder = parent.empty() ? "." : parent;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
    if (entries == nullptr) {
        return;
    }
    while (const dirent* entry = ::readdir(entries.get())) {
        if (isTemporaryName(entry->d_name)) {
            removeIfAbandoned(folder + '/' + entry->d_name);
        }
    }
}

}  // namespace gaplight
