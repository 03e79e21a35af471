// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/deflater.h"
#include "core/io/file_descriptor.h"

namespace gaplight {

// Temporary files beside an output, until they are renamed: "TARGET.gaplight-XXXXXX". The writer
// holds a lock (flock) on its file, which the kernel releases when the process ends, however it
// ends. A file of such a name without a lock was therefore left by a killed process. A process id
// in the name would not show that: containers and other hosts that share a folder have processes
// of the same numbers.

// A random name beside `target`; the caller creates the file with O_EXCL.
[[nodiscard]] std::string newTemporaryName(const std::string& target);

// Locks the file for its writer. False: the file was removed meanwhile, as abandoned; the caller
// tries another name. True also where the file system has no locks: no file is removed there.
[[nodiscard]] bool lockTemporary(int descriptor);

// Removes the temporary files that killed processes left in the folder of `target`: regular files
// of this user with such a name and no lock. O(files of the folder).
void removeAbandonedTemporaries(const std::string& target);

// A temporary folder that only this user can enter, for files that have to have a name: those of
// other programs, a socket. It is locked as the files above are. The destructor removes it with the
// files in it; folders in it stay.
class TemporaryFolder {
public:
    // "PARENT/NAME-" with six random letters. Removes the folders of such names that killed
    // processes left: of this user, without a lock. Null where none can be made. O(files of the
    // parent).
    [[nodiscard]] static std::unique_ptr<TemporaryFolder> create(const std::string& parent,
                                                                 std::string_view name);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    TemporaryFolder() : m_lock(-1) {}

    std::string m_path;
    FileDescriptor m_lock;
};

// Replaces the file at `path` by `content`, all of it or nothing (OutputWriter::AtomicReplace):
// also a signal that ends the process meanwhile leaves no other file after. A target that is no
// regular file (/dev/stdout, a pipe) is written directly. For a regular file SIGINT, SIGTERM and
// SIGHUP are blocked on the calling thread meanwhile, and delivered afterwards. Any number of
// threads may save at once, each to another path. Errors: WriteFailed; a regular target is then
// unchanged.
[[nodiscard]] Result<void> writeOutputFile(const std::string& path, std::string_view content);

// Writes to standard output. Errors: WriteFailed.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view content);

// Writes a file sequentially, compressed if requested. Every error is WriteFailed and names the
// file. Changes nothing of the process (signals, umask): any number of threads may write at once.
class OutputWriter {
public:
    enum class WriteMode : std::uint8_t {
        // All or nothing: written to a file without a name (O_TMPFILE), which commit() flushes to
        // the disk and moves to the target. Without commit() the target is unchanged, and however
        // the process ends, no other file is left in the folder. A file system without such files
        // gets a temporary file, which only a killed process leaves behind; the next one that
        // writes to the folder removes it. A target that is no regular file (/dev/stdout, a pipe)
        // is written directly.
        AtomicReplace,
        // The file is created or truncated at once; flushed bytes can be read, also after a crash.
        // A
        // pipe that no one reads is an error.
        InPlace,
    };

    [[nodiscard]] static Result<std::unique_ptr<OutputWriter>> create(const std::string& path,
                                                                      Deflation deflation,
                                                                      WriteMode mode);
    ~OutputWriter();
    OutputWriter(const OutputWriter&) = delete;
    OutputWriter& operator=(const OutputWriter&) = delete;

    [[nodiscard]] Result<void> write(std::string_view bytes);
    // Writes every byte so far to the file, so that other programs can read it; costs some
    // compression.
    [[nodiscard]] Result<void> flush();
    // Completes the file; no write may follow.
    [[nodiscard]] Result<void> commit();

    // Bytes of the file so far, compressed; without those still in the buffers.
    std::uint64_t bytesInFile() const { return m_bytesInFile; }

private:
    OutputWriter(std::string path, std::unique_ptr<Deflater> deflater)
        : m_path(std::move(path)), m_deflater(std::move(deflater)) {}
    // These return 0, or errno.
    int openInPlace();
    int openForReplacement();
    int createUnnamed();
    int createTemporary();
    int sync();
    int linkUnnamed();
    int close();
    [[nodiscard]] Result<void> writeBuffered(Deflater::FlushMode mode);

    std::string m_path;
    std::string m_target;                 // symbolic links resolved
    bool m_isReplacement = false;         // of a regular file; false: written in place
    bool m_isUnnamed = false;             // the file has no name yet
    std::string m_temporary;              // name before the rename; empty: none
    std::optional<mode_t> m_permissions;  // of the replaced file; none where it is new
    int m_descriptor = -1;
    std::uint64_t m_bytesInFile = 0;
    std::unique_ptr<Deflater> m_deflater;
    std::string m_buffer;  // not yet deflated
    std::string m_deflated;
};

}  // namespace gaplight
