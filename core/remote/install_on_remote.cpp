// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/install_on_remote.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/utsname.h>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/remote/remote_command.h"
#include "core/remote/ssh_process.h"

namespace gaplight {
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
