// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/remote_opening.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/process/message_line.h"
#include "app/process/program_path.h"
#include "core/base/result.h"
#include "core/ranks/rank_files.h"
#include "core/remote/fetch_pack.h"
#include "core/remote/remote_command.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {

Result<std::string> remoteProgramFile() {
    namespace fs = std::filesystem;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): never set here
    if (const char* named = std::getenv("GAPLIGHT_FAR_PROGRAM");
        named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code error;
    for (const char* place : {"gaplight-cli", "../lib/gaplight/gaplight-cli"}) {
        const fs::path candidate = programFolder() / place;
        if (fs::exists(candidate, error)) {
            return candidate.string();
        }
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return fail(
        ErrorCode::BadArgument,
        "--install: this program has a window and needs Qt there; name one without "
        "(gaplight-cli-VERSION-x86_64.run, or preset command-line) in GAPLIGHT_FAR_PROGRAM");
#else
    if (!launcherPath().empty()) {
        return fail(ErrorCode::BadArgument,
                    "--install: this program is a folder of files; name the one-file program "
                    "(gaplight-cli-VERSION-x86_64.run) in GAPLIGHT_FAR_PROGRAM");
    }
    return fs::read_symlink("/proc/self/exe", error).string();
#endif
}

namespace {

LoadProgress loadProgressOf(const FetchProgress& progress) {
    LoadProgress load;
    load.stage = progress.received == 0 ? LoadStage::ReadingRemote : LoadStage::Receiving;
    load.bytesRead = progress.received == 0 ? progress.remote.bytesRead : progress.received;
    load.bytesTotal = progress.received == 0 ? progress.remote.bytesTotal : 0;
    load.slices = progress.remote.slices;
    return load;
}

Result<void> installOn(const std::string& host, const SshAccess& ssh, std::stop_token stop) {
    const std::string program = TRY(remoteProgramFile());
    const Result<void> installed = installOnRemote(host, program, ssh, std::move(stop));
    if (installed) {
        printLine("copied " + program + " to " + host + " as ~/.local/bin/gaplight");
    }
    return installed;
}

// $GAPLIGHT_SSH_RETRIES, a number below 10; else `usual`.
unsigned sshRetries(unsigned usual) {
    const char* text = std::getenv("GAPLIGHT_SSH_RETRIES");  // NOLINT(concurrency-mt-unsafe)
    const bool isDigit = text != nullptr && text[0] >= '0' && text[0] <= '9' && text[1] == '\0';
    return isDigit ? static_cast<unsigned>(text[0] - '0') : usual;
}

// Runs `call` again after an installation, where gaplight is missing there.
template <class Call>
auto withInstallation(const std::string& host, const RemoteReading& reading, std::stop_token stop,
                      Call call) {
    auto result = call();
    if (result || result.error().code != ErrorCode::NotFound || !reading.installs) {
        return result;
    }
    const Result<void> installed = installOn(host, sshAccess(reading.questions), std::move(stop));
    return installed ? call() : decltype(result)(tl::unexpected<Error>(installed.error()));
}

}  // namespace

SshAccess sshAccess(SshQuestions questions) {
    return sshOfUser(questions == SshQuestions::Window);
}

Result<std::unique_ptr<ByteSource>> fetchRemoteTrace(const std::string& path,
                                                     const OpenOptions& options,
                                                     const RemoteReading& reading) {
    const RemotePath remote = TRY(parseRemotePath(path));
    FetchOptions fetch;
    fetch.ssh = sshAccess(reading.questions);
    fetch.retries = sshRetries(fetch.retries);
    fetch.range = reading.range;
    fetch.withArgs = reading.withArgs;
    fetch.stop = options.stop;
    LoadProgress last;
    if (options.onProgress) {
        fetch.onProgress = [&](const FetchProgress& progress) {
            last = loadProgressOf(progress);
            options.onProgress(last);
        };
    }
    fetch.onBroken = [&](const std::string& message) {
        if (reading.questions == SshQuestions::Terminal) {
            printLine(message);
        } else if (options.onProgress) {
            last.stage = LoadStage::Reconnecting;
            options.onProgress(last);
        }
    };
    return withInstallation(remote.host, reading, options.stop,
                            [&] { return fetchPack(remote, fetch); });
}

Result<std::shared_ptr<const Session>> openRemoteSession(const std::string& path,
                                                         const OpenOptions& options,
                                                         const RemoteReading& reading) {
    const Result<std::unique_ptr<ByteSource>> source = fetchRemoteTrace(path, options, reading);
    return source ? openSession(path, **source, options)
                  : Result<std::shared_ptr<const Session>>(tl::unexpected<Error>(source.error()));
}

RemoteReading remoteReading(const TraceReading& reading) {
    return {SshQuestions::Terminal, reading.installsOnRemote};
}

Result<std::vector<std::string>> tracesNamed(std::span<const std::string> paths,
                                             const RemoteReading& reading) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        if (!isRemoteTraceFolder(path)) {
            files.push_back(path);
            continue;
        }
        const RemotePath folder = TRY(parseRemotePath(path));
        const SshAccess ssh = sshAccess(reading.questions);
        const Result<std::vector<std::string>> inside = withInstallation(
            folder.host, reading, {}, [&] { return listRemoteFolder(folder, ssh, {}); });
        if (!inside) {
            return inside;
        }
        files.insert(files.end(), inside->begin(), inside->end());
    }
    return traceFilesIn(files);
}

}  // namespace gaplight::ui
