// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_writer.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/result.h"
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

namespace {

// Delays SIGINT, SIGTERM and SIGHUP on the calling thread, so that a save in a program with one
// thread is completed. Nothing of the process changes: any number of threads may save at once.
class SignalDelay {
public:
    SignalDelay() {
        sigset_t delayed;
        ::sigemptyset(&delayed);
        ::sigaddset(&delayed, SIGINT);
        ::sigaddset(&delayed, SIGTERM);
        ::sigaddset(&delayed, SIGHUP);
        ::pthread_sigmask(SIG_BLOCK, &delayed, &m_before);
    }
    ~SignalDelay() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalDelay(const SignalDelay&) = delete;
    SignalDelay& operator=(const SignalDelay&) = delete;

private:
    sigset_t m_before{};
};

// A pipe without a reader is written to for as long as its reader wants; a signal ends that.
bool isReplaced(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

Result<void> write(const std::string& path, std::string_view content) {
    const std::unique_ptr<OutputWriter> writer =
        TRY(OutputWriter::create(path, Deflation::None, OutputWriter::WriteMode::AtomicReplace));
    return writer->write(content).and_then([&] { return writer->commit(); });
}

}  // namespace

Result<void> writeOutputFile(const std::string& path, std::string_view content) {
    if (!isReplaced(path)) {
        return write(path, content);
    }
    const SignalDelay delay;
    return write(path, content);
}

Result<void> writeStandardOutput(std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, content.data(), content.size());
        if (written < 0 && errno != EINTR) {
            return fail(ErrorCode::WriteFailed, "cannot write to standard output: " +
                                                    std::generic_category().message(errno));
        }
        content.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return {};
}

namespace {

namespace fs = std::filesystem;

// Bytes buffered before they are compressed and written.
constexpr std::size_t kBlock = std::size_t{256} << 10U;

tl::unexpected<Error> writeFailed(const std::string& path, int error) {
    return fail(ErrorCode::WriteFailed,
                "cannot write " + path + ": " + std::generic_category().message(error));
}

std::string pathOfDescriptor(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace

Result<std::unique_ptr<OutputWriter>> OutputWriter::create(const std::string& path,
                                                           Deflation deflation, WriteMode mode) {
    std::unique_ptr<OutputWriter> writer(new OutputWriter(path, makeDeflater(deflation)));
    const int error =
        mode == WriteMode::InPlace ? writer->openInPlace() : writer->openForReplacement();
    if (error != 0) {
        return writeFailed(path, error);
    }
    return writer;
}

int OutputWriter::openInPlace() {
    // A pipe without a reader is an error instead of a wait that no one ends.
    m_descriptor =
        ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
    return m_descriptor < 0 || ::fcntl(m_descriptor, F_SETFL, O_WRONLY) != 0 ? errno : 0;
}

int OutputWriter::openForReplacement() {
    struct stat status {};
    const bool exists = ::stat(m_path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        return EISDIR;
    }
    if (exists && !S_ISREG(status.st_mode)) {
        m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CLOEXEC);
        return m_descriptor < 0 ? errno : 0;
    }
    // Symbolic links are resolved, so that the link stays one.
    std::error_code ignored;
    const fs::path real = exists ? fs::canonical(m_path, ignored) : fs::path(m_path);
    m_target = real.empty() ? m_path : real.string();
    if (exists) {
        m_permissions = status.st_mode & 0777U;  // no setuid bit: the content is another
    }
    m_isReplacement = true;
    removeAbandonedTemporaries(m_target);
    return createUnnamed() == 0 ? 0 : createTemporary();
}

int OutputWriter::createUnnamed() {
    const std::string folder = fs::path(m_target).parent_path().string();
    const mode_t mode = m_permissions.value_or(0666U) & 0777U;
    m_descriptor =
        ::open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
    // A name is given through /proc, which a container may lack.
    m_isUnnamed = m_descriptor >= 0 && ::access(pathOfDescriptor(m_descriptor).c_str(), F_OK) == 0;
    if (m_isUnnamed) {
        return 0;
    }
    const int error = errno;
    close();
    return error;
}

// As for any new file the kernel applies the umask. A file that replaces a private one is at no
// time readable by more users.
int OutputWriter::createTemporary() {
    constexpr int kMaxAttempts = 100;
    const mode_t mode = m_permissions.value_or(0666U) & 0777U;
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
        std::string name = newTemporaryName(m_target);
        m_descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (m_descriptor < 0 && errno != EEXIST) {
            return errno;
        }
        if (m_descriptor >= 0 && lockTemporary(m_descriptor)) {
            m_temporary = std::move(name);  // a copy could fail, and leave the file
            return 0;
        }
        close();
    }
    return EEXIST;
}

OutputWriter::~OutputWriter() {
    close();
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

int OutputWriter::close() {
    const int descriptor = std::exchange(m_descriptor, -1);
    return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
}

Result<void> OutputWriter::writeBuffered(Deflater::FlushMode mode) {
    m_deflated.clear();
    if (const Result<void> done = m_deflater->deflate(m_buffer, mode, m_deflated); !done) {
        return fail(ErrorCode::WriteFailed, "cannot write " + m_path + ": " + done.error().message);
    }
    m_buffer.clear();
    std::string_view rest = m_deflated;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            return writeFailed(m_path, errno);
        }
        const std::size_t accepted = written < 0 ? 0 : static_cast<std::size_t>(written);
        m_bytesInFile += accepted;
        rest.remove_prefix(accepted);
    }
    return {};
}

Result<void> OutputWriter::write(std::string_view bytes) {
    // In parts: one large text must not be in memory three times.
    do {
        const std::string_view part = bytes.substr(0, kBlock);
        bytes.remove_prefix(part.size());
        m_buffer += part;
        if (m_buffer.size() >= kBlock) {
            if (Result<void> done = writeBuffered(Deflater::FlushMode::None); !done) {
                return done;
            }
        }
    } while (!bytes.empty());
    return {};
}

Result<void> OutputWriter::flush() {
    return writeBuffered(Deflater::FlushMode::Sync);
}

Result<void> OutputWriter::commit() {
    if (Result<void> done = writeBuffered(Deflater::FlushMode::Finish); !done) {
        return done;
    }
    int error = sync();
    if (error == 0 && m_isUnnamed) {
        error = linkUnnamed();
    }
    // Keeps the lock of the temporary file until it has its name.
    const FileDescriptor lock(m_temporary.empty() ? -1 : ::fcntl(m_descriptor, F_DUPFD_CLOEXEC, 0));
    if (const int closed = close(); error == 0) {
        error = closed;
    }
    if (error == 0 && !m_temporary.empty() &&
        ::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        return writeFailed(m_path, error);
    }
    m_temporary.clear();
    return {};
}

// A new target gets its name at once. link() replaces no file: an existing one is replaced by a
// rename, so that the file has a temporary name between two system calls.
int OutputWriter::linkUnnamed() {
    constexpr int kMaxAttempts = 100;
    const std::string unnamed = pathOfDescriptor(m_descriptor);
    ::flock(m_descriptor, LOCK_EX | LOCK_NB);  // before it has a name: no one else can lock it
    const auto linkTo = [&](const std::string& name) {
        return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (!m_permissions && linkTo(m_target)) {
        return 0;
    }
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
        std::string name = newTemporaryName(m_target);
        if (linkTo(name)) {
            m_temporary = std::move(name);  // a copy could fail, and leave the file
            return 0;
        }
        if (errno != EEXIST) {
            return errno;
        }
    }
    return EEXIST;
}

// A crash after the rename must not leave an empty file in the place of a whole one.
int OutputWriter::sync() {
    if (!m_isReplacement) {
        return 0;
    }
    if (m_permissions && ::fchmod(m_descriptor, *m_permissions) != 0) {
        return errno;
    }
    return ::fsync(m_descriptor) == 0 ? 0 : errno;
}

}  // namespace gaplight
