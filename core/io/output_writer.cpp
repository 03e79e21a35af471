// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_writer.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gaplight {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> writeFailed(const std::string& path, int error) {
    return fail(ErrorCode::WriteFailed,
                "cannot write " + path + ": " + std::generic_category().message(error));
}

// Gives 0, or errno.
int writeAll(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        content.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return 0;
}

mode_t newFileMode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

}  // namespace

Result<std::unique_ptr<OutputWriter>> OutputWriter::create(const std::string& path,
                                                           Deflation deflation) {
    std::unique_ptr<OutputWriter> writer(new OutputWriter(path, makeDeflater(deflation)));
    if (const int error = writer->open(); error != 0) {
        return writeFailed(path, error);
    }
    return writer;
}

int OutputWriter::open() {
    struct stat status {};
    const bool exists = ::stat(m_path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        return EISDIR;
    }
    if (exists && !S_ISREG(status.st_mode)) {
        m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CLOEXEC);
        return m_descriptor < 0 ? errno : 0;
    }
    // Through symbolic links, so that the link stays one.
    std::error_code ignored;
    const fs::path real = exists ? fs::canonical(m_path, ignored) : fs::path(m_path);
    m_target = real.empty() ? m_path : real.string();
    m_mode = exists ? status.st_mode & 07777U : newFileMode();
    m_temporary = m_target + ".XXXXXX";
    m_descriptor = ::mkostemp(m_temporary.data(), O_CLOEXEC);
    if (m_descriptor < 0) {
        m_temporary.clear();
        return errno;
    }
    return 0;
}

OutputWriter::~OutputWriter() {
    close();
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

int OutputWriter::close() {
    const int descriptor = m_descriptor;
    m_descriptor = -1;
    return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
}

Result<void> OutputWriter::write(std::string_view bytes) {
    m_deflated.clear();
    m_deflater->deflate(bytes, false, m_deflated);
    const int error = writeAll(m_descriptor, m_deflated);
    if (error != 0) {
        return writeFailed(m_path, error);
    }
    return {};
}

Result<void> OutputWriter::commit() {
    m_deflated.clear();
    m_deflater->deflate({}, true, m_deflated);
    int error = writeAll(m_descriptor, m_deflated);
    const bool isBeside = !m_temporary.empty();
    if (error == 0 && isBeside &&
        (::fchmod(m_descriptor, m_mode) != 0 || ::fsync(m_descriptor) != 0)) {
        error = errno;
    }
    if (const int closed = close(); error == 0) {
        error = closed;
    }
    if (error == 0 && isBeside && ::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        return writeFailed(m_path, error);
    }
    m_temporary.clear();
    return {};
}

}  // namespace gaplight
