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

namespace gaplight {

// Writes a file sequentially, compressed if requested. Every error is WriteFailed and names the
// file. Changes nothing of the process (signals, umask): any number of threads may write at once.
class OutputWriter {
public:
    enum class WriteMode : std::uint8_t {
        // All or nothing: written to a file without a name (O_TMPFILE), which commit() flushes to
        // the disk and moves to the target. Without commit() the target is unchanged, and however
        // the process ends, no other file is left in the folder. A file system without such files
        // gets a temporary file, which only a killed process leaves behind; the next one that
        // writes
        // to the folder removes it (temporary_output.h). A target that is no
        // regular file (/dev/stdout, a pipe) is written directly.
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
