// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/record_on_remote.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include "core/remote/remote_output.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
namespace {

constexpr std::string_view kOurs = "gaplight";  // begins all lines and messages of gaplight
constexpr std::string_view kMessage = "gaplight: ";
constexpr std::size_t kMaxHeld = 8'192;  // bytes: a path and a number

bool mayBeOurs(std::string_view beginning) {
    if (beginning.starts_with(kRemoteLineStart)) {
        beginning.remove_prefix(1);
    }
    const std::size_t known = std::min(beginning.size(), kOurs.size());
    return beginning.substr(0, known) == kOurs.substr(0, known) && beginning.size() <= kMaxHeld;
}

}  // namespace

void RemoteLines::add(std::string_view bytes) {
    constexpr std::array<char, 2> kEnds{'\n', kRemoteLineStart};
    m_output.add(bytes);
    while (!bytes.empty()) {
        if (bytes.front() == kRemoteLineStart) {  // of another line, whatever there was
            m_pass(std::exchange(m_held, {}));
            m_isPassing = false;
        }
        const std::size_t end = bytes.find_first_of(kEnds.data(), 1, kEnds.size());
        const bool isWhole = bytes.front() == '\n' || (end < bytes.size() && bytes[end] == '\n');
        const std::size_t size = bytes.front() == '\n' ? 1 : end + (isWhole ? 1 : 0);
        const std::string_view part = bytes.substr(0, size);
        bytes.remove_prefix(part.size());
        m_held.append(part);
        if (!m_isPassing && isWhole) {
            const std::string line = std::exchange(m_held, {});
            takeLine(line);
        } else if (m_isPassing || !mayBeOurs(m_held)) {
            m_pass(std::exchange(m_held, {}));
            m_isPassing = !isWhole;
        }
    }
}

void RemoteLines::finish() {
    m_output.finish();
    if (!m_held.empty()) {
        m_pass(std::exchange(m_held, {}));
    }
}

void RemoteLines::takeLine(std::string_view line) {
    const std::size_t mark = line.starts_with(kRemoteLineStart) ? 1 : 0;
    const std::string_view text = line.substr(mark, line.size() - 1 - mark);
    std::optional<RemoteTrace> trace = remoteTraceFrom(text);
    if (mark == 1 && trace) {
        if (m_traces.size() < kMaxTraces) {
            m_traces.push_back(*std::move(trace));
        }
    } else if (mark == 1 && isRemoteRecordEndLine(text)) {
        m_hasEnded = true;
    } else if (line.starts_with(kMessage)) {
        m_pass("gaplight: on " + m_host + ": ");
        m_pass(line.substr(kMessage.size()));
    } else if (!remoteProgramFrom(text)) {
        m_pass(line);
    }
}

namespace {

constexpr std::chrono::milliseconds kSignalPatience(50);

// A recording there, from here.
class RemoteRecording {
public:
    RemoteRecording(const RemotePath& folder, const RemoteRecordOptions& options)
        : m_folder(folder),
          m_options(options),
          m_buffer(kSshReadBytes),
          m_lines(folder.host, options.pass) {}

    [[nodiscard]] Result<void> start(const std::vector<std::string>& arguments);
    // Until ssh has ended: its exit code. Errors: Cancelled.
    [[nodiscard]] Result<int> wait();
    [[nodiscard]] Result<RemoteRecordResult> resultOf(int exitCode) const;

private:
    // False: it has not begun there, and a signal ends it here.
    [[nodiscard]] bool passSignal();

    const RemotePath& m_folder;
    const RemoteRecordOptions& m_options;
    std::vector<char> m_buffer;
    RemoteLines m_lines;
    SshPipe m_none;
    SshPipe m_messages;
    FileDescriptor m_signals{-1};
    SshProcess m_ssh;  // last: ends before the pipes are closed
};

Result<void> RemoteRecording::start(const std::vector<std::string>& arguments) {
    FileDescriptor messagesEnd(-1);
    if (const Result<void> piped = m_messages.open(messagesEnd); !piped) {
        return piped;
    }
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return fail(ErrorCode::NotReadable, "cannot make a pipe to ssh: too many open files");
    }
    const FileDescriptor input(ends[0]);
    m_signals.take(ends[1]);
    ::fcntl(ends[0], F_SETFL, 0);
    record::ProgramCall call;
    call.command = sshCall(m_options.ssh.program, m_folder.host,
                           remoteRecordCommand(m_folder.path, arguments));
    call.ignoresInterrupts = true;  // they are for the program there
    call.standardDescriptors = {input.get(), -1, messagesEnd.get()};
    return m_ssh.start(std::move(call), m_options.ssh);
}

bool RemoteRecording::passSignal() {
    const int signal = m_options.takeSignal ? m_options.takeSignal() : 0;
    if (signal <= 0) {
        return true;
    }
    const char byte = static_cast<char>(signal);
    // A full pipe or one that has ended: ssh ends soon.
    [[maybe_unused]] const ssize_t written = ::write(m_signals.get(), &byte, 1);
    return m_lines.output().program().has_value();
}

Result<int> RemoteRecording::wait() {
    for (;;) {
        waitForBytes(m_messages, m_none, kSignalPatience);
        const std::optional<int> ended = m_ssh.exitCode();  // before reading: all of it is there
        const std::string_view bytes = m_messages.take(m_buffer);
        m_lines.add(bytes);
        if (!passSignal()) {
            return fail(ErrorCode::Cancelled, "recording was cancelled");
        }
        if (ended && bytes.empty()) {
            m_lines.finish();
            return *ended;
        }
    }
}

Result<RemoteRecordResult> RemoteRecording::resultOf(int exitCode) const {
    if (!m_lines.output().program() && exitCode != 0) {
        return tl::unexpected(remoteRecordFailure(m_folder, m_lines.output(), exitCode));
    }
    if (!m_lines.hasEnded()) {
        return fail(ErrorCode::NotReadable,
                    "the connection to " + m_folder.host +
                        " broke while the program ran there; what was recorded lies there");
    }
    return RemoteRecordResult{exitCode, m_lines.traces()};
}

}  // namespace

Result<RemoteRecordResult> recordOnRemote(const RemotePath& folder,
                                          const std::vector<std::string>& arguments,
                                          const RemoteRecordOptions& options) {
    RemoteRecording recording(folder, options);
    return recording.start(arguments)
        .and_then([&] { return recording.wait(); })
        .and_then([&](int exitCode) { return recording.resultOf(exitCode); });
}

}  // namespace gaplight
