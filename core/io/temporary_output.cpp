// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/temporary_output.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
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

// Not a directory_iterator: where memory is refused, it ends the program.
template <class Take>
void forEachName(DIR* opened, const Take& take) {
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(opened, ::closedir);
    while (const dirent* entry = entries == nullptr ? nullptr : ::readdir(entries.get())) {
        take(std::string_view(entry->d_name));
    }
}

int openFolder(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Whether no other process has locked it, where there are locks.
bool lockNewFolder(int folder) {
    return ::flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool isAbandoned(int folder) {
    struct stat status {};
    return ::fstat(folder, &status) == 0 && status.st_uid == ::geteuid() &&
           ::flock(folder, LOCK_EX | LOCK_NB) == 0;
}

void removeFolder(int folder, const std::string& path) {
    const int listed = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    forEachName(listed < 0 ? nullptr : ::fdopendir(listed), [&](std::string_view name) {
        ::unlinkat(folder, name.data(), 0);  // refuses folders
    });
    ::rmdir(path.c_str());
}

void removeAbandonedFolders(const std::string& parent, std::string_view name) {
    forEachName(::opendir(parent.c_str()), [&](std::string_view entry) {
        if (entry.starts_with(name) && entry.size() == name.size() + 1 + kRandomLetters &&
            entry[name.size()] == '-') {
            const std::string path = parent + '/' + std::string(entry);
            const FileDescriptor folder(openFolder(path));
            if (folder.get() >= 0 && isAbandoned(folder.get())) {
                removeFolder(folder.get(), path);
            }
        }
    });
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
    const std::string parent = fs::path(target).parent_path().native();
    const std::string folder = parent.empty() ? "." : parent;
    forEachName(::opendir(folder.c_str()), [&](std::string_view name) {
        if (isTemporaryName(name)) {
            removeIfAbandoned(folder + '/' + std::string(name));
        }
    });
}

std::unique_ptr<TemporaryFolder> TemporaryFolder::create(const std::string& parent,
                                                         std::string_view name) {
    constexpr int kMaxAttempts = 100;
    if (parent.empty()) {  // as of a $TMPDIR that is no folder
        return nullptr;
    }
    removeAbandonedFolders(parent, name);
    std::unique_ptr<TemporaryFolder> made(new TemporaryFolder());
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
        std::string path = parent + '/' + std::string(name) + "-XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) {
            return nullptr;
        }
        const int folder = openFolder(path);
        if (folder < 0 && errno != ENOENT) {
            ::rmdir(path.c_str());
            return nullptr;
        }
        // Another process may have removed it before it was locked.
        if (folder >= 0 && lockNewFolder(folder) && ::access(path.c_str(), F_OK) == 0) {
            made->m_path = std::move(path);
            made->m_lock.take(folder);
            return made;
        }
        const FileDescriptor closed(folder);
    }
    return nullptr;
}

TemporaryFolder::~TemporaryFolder() {
    if (m_lock.get() >= 0) {
        removeFolder(m_lock.get(), m_path);
    }
}

}  // namespace gaplight
