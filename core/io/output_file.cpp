// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_file.h"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/result.h"
#include "core/io/output_writer.h"

namespace gaplight {
namespace {

// Delays SIGINT, SIGTERM and SIGHUP on the calling thread, so that a save in a program with one
// thread is completed. Nothing of the process changes: any number of threads may save at once.
class SignalDelay {
public:
    SignalDelay() {
        sigset_t delayed;
        ::sigemptyset(&delayed);
        ::sigaddset(&delayed, SIGINT);
        ::sigaddset(&delayed, SIGTERM);
        ::sigaddset(&delayed, SIGHUP);
        ::pthread_sigmask(SIG_BLOCK, &delayed, &m_before);
    }
    ~SignalDelay() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalDelay(const SignalDelay&) = delete;
    SignalDelay& operator=(const SignalDelay&) = delete;

private:
    sigset_t m_before{};
};

// A pipe without a reader is written to for as long as its reader wants; a signal ends that.
bool isReplaced(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

Result<void> write(const std::string& path, std::string_view content) {
    const std::unique_ptr<OutputWriter> writer =
        TRY(OutputWriter::create(path, Deflation::None, OutputWriter::WriteMode::AtomicReplace));
    return writer->write(content).and_then([&] { return writer->commit(); });
}

}  // namespace

Result<void> writeOutputFile(const std::string& path, std::string_view content) {
    if (!isReplaced(path)) {
        return write(path, content);
    }
    const SignalDelay delay;
    return write(path, content);
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
