// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_file.h"

#include <cerrno>
#include <csignal>
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

int writeInPlace(const std::string& path, std::string_view content) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return errno;
    }
    const int error = writeAll(descriptor, content);
    const bool closed = ::close(descriptor) == 0;
    return error != 0 ? error : (closed ? 0 : errno);
}

mode_t newFileMode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

// No interruption between making the temporary file and renaming it, or it would stay behind.
class SignalHold {
public:
    SignalHold()
        : m_interrupt(std::signal(SIGINT, SIG_IGN)), m_terminate(std::signal(SIGTERM, SIG_IGN)) {}
    ~SignalHold() {
        std::signal(SIGINT, m_interrupt);
        std::signal(SIGTERM, m_terminate);
    }
    SignalHold(const SignalHold&) = delete;
    SignalHold& operator=(const SignalHold&) = delete;

private:
    using Handler = void (*)(int);
    Handler m_interrupt;
    Handler m_terminate;
};

int writeBeside(const std::string& target, mode_t mode, std::string_view content) {
    const SignalHold hold;
    std::string temporary = target + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return errno;
    }
    int error = writeAll(descriptor, content);
    if (error == 0 && (::fchmod(descriptor, mode) != 0 || ::fsync(descriptor) != 0)) {
        error = errno;
    }
    if (::close(descriptor) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        ::unlink(temporary.c_str());
    }
    return error;
}

}  // namespace

Result<void> writeOutputFile(const std::string& path, std::string_view content) {
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        return writeFailed(path, EISDIR);
    }
    int error = 0;
    if (exists && !S_ISREG(status.st_mode)) {
        error = writeInPlace(path, content);
    } else {
        // Through symbolic links, so that the link stays one.
        std::error_code ignored;
        const fs::path real = exists ? fs::canonical(path, ignored) : fs::path(path);
        const mode_t mode = exists ? status.st_mode & 07777U : newFileMode();
        error = writeBeside(real.empty() ? path : real.string(), mode, content);
    }
    if (error != 0) {
        return writeFailed(path, error);
    }
    return {};
}

Result<void> writeStandardOutput(std::string_view content) {
    const int error = writeAll(STDOUT_FILENO, content);
    if (error != 0) {
        return writeFailed("to standard output", error);
    }
    return {};
}

}  // namespace gaplight
