// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/deflater.h"

namespace gaplight {

// Writes a file from front to back, piece by piece. Every error is WriteFailed and names the file.
class OutputWriter {
public:
    enum class Seen : std::uint8_t {
        // All or nothing: written beside the target, flushed to the disk and renamed by commit().
        // Without it the target stays as it was. A target that is no regular file (/dev/stdout, a
        // pipe) is written to as it comes.
        AtCommit,
        // In place: the file is created or emptied at once, and what was flushed is there, and can
        // be read, whatever happens to the writer.
        AsWritten,
    };

    [[nodiscard]] static Result<std::unique_ptr<OutputWriter>> create(const std::string& path,
                                                                      Deflation deflation,
                                                                      Seen seen);
    ~OutputWriter();
    OutputWriter(const OutputWriter&) = delete;
    OutputWriter& operator=(const OutputWriter&) = delete;

    [[nodiscard]] Result<void> write(std::string_view bytes);
    // Hands everything so far to the kernel, so that it can be read; costs some compression.
    [[nodiscard]] Result<void> flush();
    // Nothing can be written afterwards.
    [[nodiscard]] Result<void> commit();

    // That the file has, without what is still held back.
    [[nodiscard]] std::uint64_t bytesInFile() const { return m_bytesInFile; }

private:
    OutputWriter(std::string path, std::unique_ptr<Deflater> deflater)
        : m_path(std::move(path)), m_deflater(std::move(deflater)) {}
    // These give 0, or errno.
    int openInPlace();
    int openBeside();
    int settle();
    int close();
    [[nodiscard]] Result<void> hand(Deflater::Upto upto);

    std::string m_path;
    std::string m_target;     // behind symbolic links
    std::string m_temporary;  // empty: written in place, or done
    mode_t m_mode = 0;
    int m_descriptor = -1;
    std::uint64_t m_bytesInFile = 0;
    std::unique_ptr<Deflater> m_deflater;
    std::string m_held;  // not yet deflated
    std::string m_deflated;
};

}  // namespace gaplight
