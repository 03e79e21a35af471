// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/random_access_vfs.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <new>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/exhaustion.h"

namespace gaplight {
namespace {

constexpr int kMaxPath = 64;  // the only name is ":trace:"

// SQLite reads page by page. Where a page follows the one before it, as in scans, many are read at
// once.
class PageReads {
public:
    explicit PageReads(RandomAccessVfs& vfs) : m_vfs(vfs), m_bytes(vfs.bytes()) {}

    RandomAccessVfs& vfs() const { return m_vfs; }
    const RandomAccess& bytes() const { return m_bytes; }

    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) {
        const bool follows = offset == m_next;
        m_next = offset + into.size();
        if (follows && !holds(offset, into.size())) {
            m_ahead.resize(kAheadBytes);
            Result<std::size_t> got = m_bytes.readAt(offset, m_ahead);
            m_begin = offset;
            m_size = got.value_or(0);  // where this failed, the page alone may be read yet
        }
        if (!holds(offset, into.size())) {
            return m_bytes.readAt(offset, into);
        }
        std::memcpy(into.data(), m_ahead.data() + (offset - m_begin), into.size());
        return into.size();
    }

private:
    static constexpr std::size_t kAheadBytes = std::size_t{128} << 10U;

    bool holds(std::uint64_t offset, std::size_t size) const {
        return offset >= m_begin && offset - m_begin <= m_size &&
               size <= m_size - (offset - m_begin);
    }

    RandomAccessVfs& m_vfs;
    const RandomAccess& m_bytes;
    std::uint64_t m_next = 0;  // after the last page that was read
    std::uint64_t m_begin = 0;
    std::size_t m_size = 0;
    std::vector<char> m_ahead;
};

struct OpenFile {
    sqlite3_file base;
    PageReads* reads;  // owned; SQLite calls the functions of one file one after another
};

PageReads& readsOf(sqlite3_file* file) {
    return *reinterpret_cast<OpenFile*>(file)->reads;
}

int closeFile(sqlite3_file* file) {
    delete reinterpret_cast<OpenFile*>(file)->reads;
    return SQLITE_OK;
}

int readFile(sqlite3_file* file, void* into, int amount, sqlite3_int64 offset) {
    const std::span<char> target(static_cast<char*>(into), static_cast<std::size_t>(amount));
    try {
        Result<std::size_t> got = readsOf(file).readAt(static_cast<std::uint64_t>(offset), target);
        if (!got) {
            readsOf(file).vfs().noteFailure(std::move(got.error()));
            return SQLITE_IOERR_READ;
        }
        const bool isShort = *got < target.size();
        if (isShort) {
            std::memset(target.data() + *got, 0, target.size() - *got);
        }
        if (!readsOf(file).vfs().isExpected(static_cast<std::uint64_t>(offset), target)) {
            return SQLITE_CORRUPT;
        }
        return isShort ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
    } catch (const std::bad_alloc&) {  // must not pass through SQLite
        return SQLITE_IOERR_NOMEM;
    }
}

int writeFile(sqlite3_file* /*file*/, const void* /*bytes*/, int /*amount*/,
              sqlite3_int64 /*offset*/) {
    return SQLITE_READONLY;
}

int truncateFile(sqlite3_file* /*file*/, sqlite3_int64 /*size*/) {
    return SQLITE_READONLY;
}

int syncFile(sqlite3_file* /*file*/, int /*flags*/) {
    return SQLITE_OK;
}

int fileSize(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(readsOf(file).bytes().size());
    return SQLITE_OK;
}

int lockFile(sqlite3_file* /*file*/, int /*level*/) {
    return SQLITE_OK;
}

int isReserved(sqlite3_file* /*file*/, int* reserved) {
    *reserved = 0;
    return SQLITE_OK;
}

int controlFile(sqlite3_file* /*file*/, int /*operation*/, void* /*argument*/) {
    return SQLITE_NOTFOUND;
}

int sectorSize(sqlite3_file* /*file*/) {
    return 4096;
}

int characteristics(sqlite3_file* /*file*/) {
    return SQLITE_IOCAP_IMMUTABLE;
}

constexpr sqlite3_io_methods kMethods = [] {
    sqlite3_io_methods methods{};
    methods.iVersion = 1;
    methods.xClose = closeFile;
    methods.xRead = readFile;
    methods.xWrite = writeFile;
    methods.xTruncate = truncateFile;
    methods.xSync = syncFile;
    methods.xFileSize = fileSize;
    methods.xLock = lockFile;
    methods.xUnlock = lockFile;
    methods.xCheckReservedLock = isReserved;
    methods.xFileControl = controlFile;
    methods.xSectorSize = sectorSize;
    methods.xDeviceCharacteristics = characteristics;
    return methods;
}();

int openFile(sqlite3_vfs* vfs, const char* /*name*/, sqlite3_file* file, int flags, int* outFlags) {
    file->pMethods = nullptr;
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) {
        return SQLITE_CANTOPEN;
    }
    auto* opened = reinterpret_cast<OpenFile*>(file);
    opened->reads = new (std::nothrow) PageReads(*static_cast<RandomAccessVfs*>(vfs->pAppData));
    if (opened->reads == nullptr) {
        return SQLITE_NOMEM;
    }
    opened->base.pMethods = &kMethods;
    if (outFlags != nullptr) {
        *outFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    }
    return SQLITE_OK;
}

int removeFile(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*sync*/) {
    return SQLITE_IOERR_DELETE;
}

int accessFile(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*flags*/, int* result) {
    *result = 0;  // no journal, no write-ahead log
    return SQLITE_OK;
}

int fullName(sqlite3_vfs* /*vfs*/, const char* name, int size, char* out) {
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

sqlite3_vfs* systemVfs() {
    return sqlite3_vfs_find(nullptr);
}

int randomBytes(sqlite3_vfs* /*vfs*/, int size, char* out) {
    return systemVfs()->xRandomness(systemVfs(), size, out);
}

int sleepFor(sqlite3_vfs* /*vfs*/, int microseconds) {
    return systemVfs()->xSleep(systemVfs(), microseconds);
}

int currentTime(sqlite3_vfs* /*vfs*/, double* time) {
    return systemVfs()->xCurrentTime(systemVfs(), time);
}

// Knows no folders: names are taken as they are, no file exists and none can be removed. Its clock
// and random numbers are the system's.
sqlite3_vfs vfsOf(const char* name, RandomAccessVfs* data) {
    sqlite3_vfs vfs{};
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(OpenFile);
    vfs.mxPathname = kMaxPath;
    vfs.zName = name;
    vfs.pAppData = data;
    vfs.xOpen = openFile;
    vfs.xDelete = removeFile;
    vfs.xAccess = accessFile;
    vfs.xFullPathname = fullName;
    vfs.xRandomness = randomBytes;
    vfs.xSleep = sleepFor;
    vfs.xCurrentTime = currentTime;
    return vfs;
}

}  // namespace

RandomAccessVfs::RandomAccessVfs(std::shared_ptr<const RandomAccess> bytes)
    : m_bytes(std::move(bytes)), m_name(fmt::format("gaplight-{}", fmt::ptr(this))) {
    m_vfs = vfsOf(m_name.c_str(), this);
    if (sqlite3_vfs_register(&m_vfs, 0) != SQLITE_OK) {  // SQLite could not be initialized
        continueAsBadAlloc();
    }
}

void RandomAccessVfs::expectLeaves(const PageTrees& trees) {
    m_pageBytes = trees.pageBytes();
    m_leaves = trees.leaves();
}

void RandomAccessVfs::noteFailure(Error failure) {
    const std::scoped_lock lock(m_mutex);
    m_failure = std::move(failure);
    ++m_failedReads;
}

Error RandomAccessVfs::lastFailure() const {
    const std::scoped_lock lock(m_mutex);
    return m_failure;
}

RandomAccessVfs::~RandomAccessVfs() {
    sqlite3_vfs_unregister(&m_vfs);
}

namespace {

bool isFilled(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) &&
           std::filesystem::file_size(path, error) > 0 && !error;
}

// The file format's version for readers (sqlite.org/fileformat.html): 2 with a write-ahead log.
bool hasWriteAheadLog(std::string_view head) {
    constexpr std::size_t kReadVersion = 19;
    return head.size() > kReadVersion && head[kReadVersion] == 2;
}

std::string fileName(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string describeLogBeside(const std::string& path, std::string_view head) {
    if (path.empty()) {
        return {};
    }
    if (hasWriteAheadLog(head) && isFilled(path + "-wal")) {
        return fmt::format(
            "rows in {}-wal are not read; add them with: sqlite3 {} 'pragma wal_checkpoint'",
            fileName(path), fileName(path));
    }
    if (isFilled(path + "-journal")) {
        return fmt::format(
            "{}-journal is not read, so rows may be damaged; end the transaction with: sqlite3 {} "
            "'pragma integrity_check'",
            fileName(path), fileName(path));
    }
    return {};
}

}  // namespace gaplight
