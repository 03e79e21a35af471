// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/list_remote_folder.h"

#include <cstddef>
#include <utility>

#include "core/base/printable_text.h"
#include "core/remote/remote_command.h"
#include "core/remote/remote_output.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
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

}  // namespace gaplight
