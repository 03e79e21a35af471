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

// What is gathered before it is compressed and written.
constexpr std::size_t kBlock = std::size_t{256} << 10U;

tl::unexpected<Error> writeFailed(const std::string& path, int error) {
    return fail(ErrorCode::WriteFailed,
                "cannot write " + path + ": " + std::generic_category().message(error));
}

mode_t newFileMode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

}  // namespace

Result<std::unique_ptr<OutputWriter>> OutputWriter::create(const std::string& path,
                                                           Deflation deflation, Seen seen) {
    std::unique_ptr<OutputWriter> writer(new OutputWriter(path, makeDeflater(deflation)));
    const int error = seen == Seen::AsWritten ? writer->openInPlace() : writer->openBeside();
    if (error != 0) {
        return writeFailed(path, error);
    }
    return writer;
}

int OutputWriter::openInPlace() {
    m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return m_descriptor < 0 ? errno : 0;
}

int OutputWriter::openBeside() {
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
    const int descriptor = std::exchange(m_descriptor, -1);
    return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
}

Result<void> OutputWriter::hand(Deflater::Upto upto) {
    m_deflated.clear();
    if (const Result<void> done = m_deflater->deflate(m_held, upto, m_deflated); !done) {
        return fail(ErrorCode::WriteFailed, "cannot write " + m_path + ": " + done.error().message);
    }
    m_held.clear();
    std::string_view rest = m_deflated;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            return writeFailed(m_path, errno);
        }
        const std::size_t taken = written < 0 ? 0 : static_cast<std::size_t>(written);
        m_bytesInFile += taken;
        rest.remove_prefix(taken);
    }
    return {};
}

Result<void> OutputWriter::write(std::string_view bytes) {
    // In parts, so that one large text does not stand in memory three times.
    do {
        const std::string_view part = bytes.substr(0, kBlock);
        bytes.remove_prefix(part.size());
        m_held += part;
        if (m_held.size() >= kBlock) {
            if (Result<void> handed = hand(Deflater::Upto::Some); !handed) {
                return handed;
            }
        }
    } while (!bytes.empty());
    return {};
}

Result<void> OutputWriter::flush() {
    return hand(Deflater::Upto::AllHere);
}

Result<void> OutputWriter::commit() {
    if (Result<void> handed = hand(Deflater::Upto::End); !handed) {
        return handed;
    }
    int error = settle();
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

// What is to take a file's place lies on the disk, with its rights.
int OutputWriter::settle() {
    const bool fails =
        !m_temporary.empty() && (::fchmod(m_descriptor, m_mode) != 0 || ::fsync(m_descriptor) != 0);
    return fails ? errno : 0;
}

}  // namespace gaplight
