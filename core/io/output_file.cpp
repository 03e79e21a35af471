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

}  // namespace

Result<void> writeOutputFile(const std::string& path, std::string_view content) {
    const SignalHold hold;
    const Result<std::unique_ptr<OutputWriter>> writer =
        OutputWriter::create(path, Deflation::None, OutputWriter::Seen::AtCommit);
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
