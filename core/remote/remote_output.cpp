// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_output.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/pack/pack_layout.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxLine = 1'000;  // bytes; the rest of a longer one is dropped

}  // namespace

void RemoteOutput::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        m_rest.append(part.substr(0, kMaxLine - m_rest.size()));
        if (end == std::string_view::npos) {
            return;
        }
        finish();
        bytes.remove_prefix(end + 1);
    }
}

void RemoteOutput::finish() {
    const std::string line = std::exchange(m_rest, {});
    takeLine(line);
}

void RemoteOutput::takeLine(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
        line.remove_suffix(1);
    }
    if (auto program = remoteProgramFrom(line)) {
        m_program = std::move(program);
        return;
    }
    if (const auto progress = remoteProgressFrom(line)) {
        m_progress = *progress;
        return;
    }
    if (isRemoteResumedLine(line)) {
        m_hasResumed = true;
        return;
    }
    for (const std::string_view name : {"gaplight: ", "ssh: "}) {
        if (line.starts_with(name)) {
            line.remove_prefix(name.size());
        }
    }
    // "Connection to HOST closed." comes after the reason.
    if (!line.empty() && !(line.starts_with("Connection to ") && !m_message.empty())) {
        m_message = printable(line);
    }
}

namespace {

constexpr int kUsage = 2;            // of gaplight: the command line is wrong
constexpr int kNotExecutable = 126;  // of a shell
constexpr int kNotFound = 127;
constexpr int kSshFailed = 255;

std::string orNothing(const std::string& message) {
    return message.empty() ? std::string() : ": " + message;
}

std::string notFoundText(const RemotePath& remote) {
    return fmt::format(
        "there is no gaplight on {} (searched in the PATH of its shell, /usr/local/bin and "
        "~/.local/bin)",
        remote.host);
}

bool lacksLibrary(const RemoteOutput& output) {
    return output.message().find("shared librar") != std::string::npos;
}

// The program is not there, or a library of it.
std::string missingText(const RemotePath& remote, const RemoteOutput& output) {
    if (lacksLibrary(output)) {
        return fmt::format(
            "gaplight on {} does not start: {}; a build without the window (preset core-only) "
            "needs "
            "no Qt",
            remote.host, output.message());
    }
    return fmt::format(
        "{0}; install it: --install, of a command that opens {1}:PATH, copies the program without "
        "a window there, or ssh {1} mkdir -p .local/bin && scp gaplight-cli-VERSION-x86_64.run "
        "{1}:.local/bin/gaplight",
        notFoundText(remote), remote.host);
}

// ssh ends with 255 where it cannot connect, where the link breaks, and where a signal ended the
// program there.
std::string linkText(const RemotePath& remote, const RemoteOutput& output, const SshEnd& end) {
    if (output.program()) {
        return fmt::format(
            "the connection to {} broke, or gaplight was killed there, after {} bytes{}",
            remote.host, end.received, orNothing(output.message()));
    }
    return fmt::format("cannot reach {} over ssh{}; 'ssh {}' has to work", remote.host,
                       orNothing(output.message()), remote.host);
}

std::string failureText(const RemotePath& remote, const RemoteOutput& output, const SshEnd& end) {
    switch (end.exitCode) {
        case kNotExecutable:
        case kNotFound:
            return missingText(remote, output);
        case kSshFailed:
            return linkText(remote, output, end);
        case kUsage:
            if (!output.program()) {
                return fmt::format(
                    "gaplight on {} is of another version, which does not know 'pack "
                    "--progress-lines'{}; install this version there",
                    remote.host, orNothing(output.message()));
            }
            break;
        default:
            break;
    }
    if (output.message().find("is a directory") != std::string::npos) {
        const std::string folder = remoteText(remote);
        return fmt::format("on {}: {}; 'gaplight {}{}' opens the ranks in it", remote.host,
                           output.message(), folder, folder.ends_with('/') ? "" : "/");
    }
    return output.message().empty() ? fmt::format("gaplight on {} ended with {} after {} bytes",
                                                  remote.host, end.exitCode, end.received)
                                    : fmt::format("on {}: {}", remote.host, output.message());
}

}  // namespace

Error remoteFailure(const RemotePath& remote, const RemoteOutput& output, const SshEnd& end) {
    const bool isMissing = end.exitCode == kNotFound || end.exitCode == kNotExecutable;
    return {isMissing ? ErrorCode::NotFound : ErrorCode::NotReadable,
            failureText(remote, output, end), std::nullopt};
}

Error remoteRecordFailure(const RemotePath& remote, const RemoteOutput& output, int exitCode) {
    if (exitCode != kNotFound || lacksLibrary(output)) {
        return remoteFailure(remote, output, {exitCode, 0});
    }
    return {ErrorCode::NotFound,
            notFoundText(remote) +
                "; to record there, build it there, where the CUDA Toolkit is: the program that "
                "--install copies has no recorder",
            std::nullopt};
}

Error newerRemoteProgram(const RemotePath& remote, const RemoteProgram& program) {
    return {ErrorCode::NotATrace,
            fmt::format("gaplight {} on {} writes packs of version {}; this one reads version {}: "
                        "update it",
                        printable(program.version), remote.host, program.packVersion, kPackVersion),
            std::nullopt};
}

}  // namespace gaplight
