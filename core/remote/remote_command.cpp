// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_command.h"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/utsname.h>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/remote/remote_output.h"
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

namespace {

constexpr std::size_t kMaxFiles = 65'536;
constexpr std::size_t kMaxNameBytes = 255;

// A name in the folder itself: what comes may be hostile.
bool isFileName(std::string_view name) {
    return !name.empty() && name.size() <= kMaxNameBytes && name != "." && name != ".." &&
           name.find('/') == std::string_view::npos && isPrintable(name);
}

}  // namespace

Result<std::vector<std::string>> listRemoteFolder(const RemotePath& folder, const SshAccess& ssh,
                                                  std::stop_token stop) {
    RemoteCommandOptions options;
    options.ssh = ssh;
    options.stop = std::move(stop);
    const Result<RemoteCommandResult> result =
        runRemoteCommand(folder.host, remoteListCommand(folder.path), options);
    const std::string text = remoteText(folder);
    if (!result) {
        return fail(result.error().code, text + ": " + result.error().message);
    }
    if (result->exitCode != 0) {
        const Error error = remoteFailure(folder, result->output, {result->exitCode, 0});
        return fail(error.code, text + ": " + error.message);
    }
    return remoteTracesFrom(folder, result->printed);
}

Result<std::vector<std::string>> remoteTracesFrom(const RemotePath& folder,
                                                  std::string_view printed) {
    const std::string text = remoteText(folder);
    std::vector<std::string> files;
    std::string_view names = printed;
    while (!names.empty() && files.size() < kMaxFiles) {
        const std::size_t end = names.find('\0');
        const std::string_view name = names.substr(0, end);
        names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
        if (!isFileName(name)) {
            return fail(ErrorCode::NotATrace, text + ": " + folder.host + " sends '" +
                                                  printable(name.substr(0, 40)) +
                                                  "' in place of the name of a trace");
        }
        files.push_back(text + (text.ends_with('/') ? "" : "/") + std::string(name));
    }
    return files.empty() ? fail(ErrorCode::NotATrace, text + ": the folder has no trace")
                         : Result<std::vector<std::string>>(std::move(files));
}

namespace {

// As `uname -sm` prints it: "Linux x86_64".
std::string systemHere() {
    utsname name{};
    ::uname(&name);
    return std::string(name.sysname) + ' ' + name.machine;
}

std::string reasonOf(const RemoteCommandResult& result) {
    return result.output.message().empty()
               ? "the command there ended with " + std::to_string(result.exitCode)
               : result.output.message();
}

}  // namespace

Result<void> installOnRemote(const std::string& host, const std::string& program,
                             const SshAccess& ssh, std::stop_token stop) {
    const FileDescriptor file(::open(program.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        return fail(ErrorCode::NotReadable, "cannot read " + program + ", to be installed on " +
                                                host + ": " +
                                                std::generic_category().message(errno));
    }
    RemoteCommandOptions options;
    options.ssh = ssh;
    options.stop = std::move(stop);
    options.input = file.get();
    const RemoteCommandResult result =
        TRY(runRemoteCommand(host, remoteInstallCommand(systemHere(), file.size()), options));
    return result.exitCode == 0 ? Result<void>()
                                : fail(ErrorCode::NotReadable, "cannot install gaplight on " +
                                                                   host + ": " + reasonOf(result));
}

}  // namespace gaplight
