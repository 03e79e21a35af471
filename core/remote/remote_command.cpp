// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_command.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>

#include "core/base/result.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
namespace {

constexpr std::chrono::milliseconds kCommandPatience(20);

}  // namespace

Result<RemoteCommandResult> runRemoteCommand(const std::string& host, const std::string& command,
                                             const RemoteCommandOptions& options) {
    SshPipe printed;
    SshPipe messages;
    SshProcess ssh;  // last: ends before the pipes are closed
    {
        FileDescriptor printedEnd(-1);
        FileDescriptor messagesEnd(-1);
        TRY(printed.open(printedEnd).and_then([&] { return messages.open(messagesEnd); }));
        const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
        record::ProgramCall call;
        call.command = sshCall(options.ssh.program, host, command);
        call.standardDescriptors = {options.input < 0 ? nothing.get() : options.input,
                                    printedEnd.get(), messagesEnd.get()};
        TRY(ssh.start(std::move(call), options.ssh));
    }
    RemoteCommandResult result;
    std::vector<char> buffer(kSshReadBytes);
    while (!options.stop.stop_requested()) {
        waitForBytes(printed, messages, kCommandPatience);
        const std::optional<int> ended = ssh.exitCode();  // before reading: all of it is there
        const std::string_view message = messages.take(buffer);
        const bool hasMessages = !message.empty();
        result.output.add(message);
        const std::string_view text = printed.take(buffer);
        result.printed.append(text);
        if (result.printed.size() > options.maxBytes) {
            return fail(ErrorCode::TooLarge, host + " sends more than was asked for");
        }
        if (ended && !hasMessages && text.empty()) {
            result.output.finish();
            result.exitCode = *ended;
            return result;
        }
    }
    return fail(ErrorCode::Cancelled, "loading was cancelled");
}

}  // namespace gaplight
