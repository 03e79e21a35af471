// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_path.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

#include <sys/stat.h>

namespace gaplight {
namespace {

// Position of the colon between host and path; npos: there is none.
std::size_t colonOf(std::string_view text) {
    const std::size_t bracket = text.find('[');
    const bool isBracketed =
        bracket != std::string_view::npos && (bracket == 0 || text[bracket - 1] == '@');
    const std::size_t from = isBracketed ? text.find("]:", bracket) : 0;
    if (from == std::string_view::npos) {
        return from;
    }
    const std::size_t colon = text.find(':', from);
    return colon < text.find('/') ? colon : std::string_view::npos;
}

bool isHostCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._-+@:").find(c) != std::string_view::npos;
}

// "[::1]" as "::1": only scp needs the brackets.
std::string withoutBrackets(std::string_view host) {
    const std::size_t open = host.find('[');
    if (open == std::string_view::npos || !host.ends_with(']')) {
        return std::string(host);
    }
    std::string bare(host.substr(0, open));
    return bare.append(host.substr(open + 1, host.size() - open - 2));
}

// Whether a host is named, and no local file has this name.
bool isRemote(const std::string& text, std::size_t colon) {
    if (colon == std::string::npos || colon == 0 || text.compare(colon, 3, "://") == 0) {
        return false;
    }
    struct stat status {};
    return ::lstat(text.c_str(), &status) != 0;
}

// What ssh takes for a host and neither for an option nor for a command.
bool isNameOfHost(std::string_view host) {
    const std::size_t at = host.rfind('@');
    return !host.empty() && host.front() != '-' && host.front() != '@' && host.back() != '@' &&
           std::all_of(host.begin(), host.end(), isHostCharacter) &&
           (at == std::string_view::npos || host[at + 1] != '-');
}

Error noHost(std::string_view text, const RemotePath& remote) {
    return {ErrorCode::BadArgument,
            std::string(text) + ": '" + remote.host +
                "' is no name of a host for ssh: expected HOST:PATH or USER@HOST:PATH",
            std::nullopt};
}

}  // namespace

bool isRemotePath(const std::string& text) {
    const std::size_t colon = colonOf(text);
    return isRemote(text, colon) && colon + 1 < text.size();
}

bool isRemoteFolder(const std::string& text) {
    return isRemote(text, colonOf(text));
}

Result<RemotePath> parseRemotePath(std::string_view text) {
    Result<RemotePath> remote = parseRemoteFolder(text);
    return remote && remote->path.empty() ? tl::unexpected(noHost(text, *remote)) : remote;
}

Result<RemotePath> parseRemoteFolder(std::string_view text) {
    const std::size_t colon = std::min(colonOf(text), text.size());
    RemotePath remote{withoutBrackets(text.substr(0, colon)),
                      std::string(text.substr(std::min(colon + 1, text.size())))};
    if (remote.path.starts_with("~/")) {
        remote.path.erase(0, 2);
    }
    return isNameOfHost(remote.host) ? Result<RemotePath>(std::move(remote))
                                     : tl::unexpected(noHost(text, remote));
}

std::string remoteText(const RemotePath& remote) {
    const std::size_t name = remote.host.rfind('@') + 1;  // 0 where there is none
    const bool isAddress = remote.host.find(':', name) != std::string::npos;
    return remote.host.substr(0, name) + (isAddress ? "[" : "") + remote.host.substr(name) +
           (isAddress ? "]:" : ":") + remote.path;
}

}  // namespace gaplight
