// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "core/base/result.h"
#include "core/io/deflater.h"

namespace gaplight {

// Writes a file piece by piece, of which nothing is seen until all is there: beside the target,
// flushed to the disk and renamed by commit(). Without it the target stays as it was. A target
// that is no regular file (/dev/stdout, a pipe) is written to as it comes.
class OutputWriter {
public:
    // Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<OutputWriter>> create(const std::string& path,
                                                                      Deflation deflation);
    ~OutputWriter();
    OutputWriter(const OutputWriter&) = delete;
    OutputWriter& operator=(const OutputWriter&) = delete;

    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> commit();

private:
    OutputWriter(std::string path, std::unique_ptr<Deflater> deflater)
        : m_path(std::move(path)), m_deflater(std::move(deflater)) {}
    // Gives 0, or errno.
    int open();
    int close();

    std::string m_path;
    std::string m_target;     // behind symbolic links
    std::string m_temporary;  // empty: written in place, or done
    mode_t m_mode = 0;
    int m_descriptor = -1;
    std::unique_ptr<Deflater> m_deflater;
    std::string m_deflated;
};

}  // namespace gaplight
