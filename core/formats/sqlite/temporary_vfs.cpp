// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/temporary_vfs.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/exhaustion.h"
#include "core/formats/sqlite/random_access_vfs.h"
#include "core/io/file_descriptor.h"
#include "core/io/spill_file.h"

namespace gaplight {
namespace {

struct TemporaryFile {
    sqlite3_file base;
    FileDescriptor* file;  // owned
};

const FileDescriptor& descriptorOf(sqlite3_file* file) {
    return *reinterpret_cast<TemporaryFile*>(file)->file;
}

int closeTemporary(sqlite3_file* file) {
    delete reinterpret_cast<TemporaryFile*>(file)->file;
    return SQLITE_OK;
}

int readTemporary(sqlite3_file* file, void* into, int amount, sqlite3_int64 offset) {
    const std::span<char> target(static_cast<char*>(into), static_cast<std::size_t>(amount));
    const std::ptrdiff_t got =
        descriptorOf(file).readAt(static_cast<std::uint64_t>(offset), target);
    if (got < 0) {
        return SQLITE_IOERR_READ;
    }
    if (got < amount) {
        std::memset(target.data() + got, 0, static_cast<std::size_t>(amount - got));
        return SQLITE_IOERR_SHORT_READ;
    }
    return SQLITE_OK;
}

int writeTemporary(sqlite3_file* file, const void* bytes, int amount, sqlite3_int64 offset) {
    const char* at = static_cast<const char*>(bytes);
    auto left = static_cast<std::size_t>(amount);
    while (left > 0) {
        const ssize_t written = ::pwrite(descriptorOf(file).get(), at, left, offset);
        if (written < 0 && errno != EINTR) {
            return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? SQLITE_FULL
                                                                        : SQLITE_IOERR_WRITE;
        }
        const std::size_t taken = written < 0 ? 0 : static_cast<std::size_t>(written);
        at += taken;
        left -= taken;
        offset += static_cast<sqlite3_int64>(taken);
    }
    return SQLITE_OK;
}

int truncateTemporary(sqlite3_file* file, sqlite3_int64 size) {
    return ::ftruncate(descriptorOf(file).get(), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int syncTemporary(sqlite3_file* /*file*/, int /*flags*/) {
    return SQLITE_OK;  // no one opens it after a crash
}

int sizeOfTemporary(sqlite3_file* file, sqlite3_int64* size) {
    struct stat status {};
    if (::fstat(descriptorOf(file).get(), &status) != 0) {
        return SQLITE_IOERR_FSTAT;
    }
    *size = status.st_size;
    return SQLITE_OK;
}

int lockTemporaryFile(sqlite3_file* /*file*/, int /*level*/) {
    return SQLITE_OK;  // no one else can open it
}

int isTemporaryReserved(sqlite3_file* /*file*/, int* reserved) {
    *reserved = 0;
    return SQLITE_OK;
}

int controlTemporary(sqlite3_file* /*file*/, int /*operation*/, void* /*argument*/) {
    return SQLITE_NOTFOUND;
}

int sectorOfTemporary(sqlite3_file* /*file*/) {
    return 4096;
}

int traitsOfTemporary(sqlite3_file* /*file*/) {
    return 0;
}

constexpr sqlite3_io_methods kTemporaryMethods = [] {
    sqlite3_io_methods methods{};
    methods.iVersion = 1;
    methods.xClose = closeTemporary;
    methods.xRead = readTemporary;
    methods.xWrite = writeTemporary;
    methods.xTruncate = truncateTemporary;
    methods.xSync = syncTemporary;
    methods.xFileSize = sizeOfTemporary;
    methods.xLock = lockTemporaryFile;
    methods.xUnlock = lockTemporaryFile;
    methods.xCheckReservedLock = isTemporaryReserved;
    methods.xFileControl = controlTemporary;
    methods.xSectorSize = sectorOfTemporary;
    methods.xDeviceCharacteristics = traitsOfTemporary;
    return methods;
}();

int openTemporary(sqlite3_vfs* /*vfs*/, const char* /*name*/, sqlite3_file* file, int flags,
                  int* outFlags) {
    file->pMethods = nullptr;
    auto* opened = reinterpret_cast<TemporaryFile*>(file);
    opened->file = new (std::nothrow) FileDescriptor(-1);
    if (opened->file == nullptr) {
        return SQLITE_NOMEM;
    }
    try {
        opened->file->take(openUnnamedFile());
    } catch (const std::bad_alloc&) {  // must not pass through SQLite
        closeTemporary(file);
        return SQLITE_NOMEM;
    }
    if (opened->file->get() < 0) {
        closeTemporary(file);
        return SQLITE_CANTOPEN;
    }
    opened->base.pMethods = &kTemporaryMethods;
    if (outFlags != nullptr) {
        *outFlags = flags;
    }
    return SQLITE_OK;
}

}  // namespace

TemporaryVfs::TemporaryVfs() : m_name(fmt::format("gaplight-temporary-{}", fmt::ptr(this))) {
    m_vfs = vfsWithoutFolders(m_name.c_str(), this, sizeof(TemporaryFile));
    m_vfs.xOpen = openTemporary;
    if (sqlite3_vfs_register(&m_vfs, 0) != SQLITE_OK) {  // SQLite could not be initialized
        continueAsBadAlloc();
    }
}

TemporaryVfs::~TemporaryVfs() {
    sqlite3_vfs_unregister(&m_vfs);
}

}  // namespace gaplight
