// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_file.h"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <unistd.h>

#include "core/io/output_writer.h"

namespace gaplight {
namespace {

// Delays SIGINT and SIGTERM on the calling thread, so that a save in a program with one thread is
// completed. Nothing of the process changes: any number of threads may save at once.
class SignalDelay {
public:
    SignalDelay() {
        sigset_t delayed;
        ::sigemptyset(&delayed);
        ::sigaddset(&delayed, SIGINT);
        ::sigaddset(&delayed, SIGTERM);
        ::pthread_sigmask(SIG_BLOCK, &delayed, &m_before);
    }
    ~SignalDelay() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalDelay(const SignalDelay&) = delete;
    SignalDelay& operator=(const SignalDelay&) = delete;

private:
    sigset_t m_before{};
};

}  // namespace

Result<void> writeOutputFile(const std::string& path, std::string_view content) {
    const SignalDelay delay;
    const Result<std::unique_ptr<OutputWriter>> writer =
        OutputWriter::create(path, Deflation::None, OutputWriter::WriteMode::AtomicReplace);
    if (!writer) {
        return tl::unexpected<Error>(writer.error());
    }
    return (*writer)->write(content).and_then([&] { return (*writer)->commit(); });
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

}  // namespace gaplight
