// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/parent_link.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace gaplight::recorder {
namespace {

constexpr std::uint32_t kMaxSettingsBytes = 1U << 16;

}  // namespace

bool ParentLink::receive(void* into, std::size_t count) const {
    char* at = static_cast<char*>(into);
    while (count > 0) {
        const ssize_t got = ::recv(m_socket, at, count, 0);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        at += got < 0 ? 0 : got;
        count -= got < 0 ? 0 : static_cast<std::size_t>(got);
    }
    return true;
}

std::optional<record::RecorderSettings> ParentLink::connect() {
    const char* path = std::getenv(record::kSocketVariable);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path == nullptr || std::strlen(path) >= sizeof(address.sun_path)) {
        return std::nullopt;
    }
    std::strcpy(address.sun_path, path);
    m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint32_t bytes = 0;
    if (m_socket < 0 ||
        ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        !receive(&bytes, sizeof(bytes)) || bytes == 0 || bytes > kMaxSettingsBytes) {
        close();
        return std::nullopt;
    }
    std::string settings(bytes, '\0');
    if (!receive(settings.data(), settings.size())) {
        close();
        return std::nullopt;
    }
    return record::recorderSettingsFrom(settings);
}

bool ParentLink::send(const std::vector<std::byte>& bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const ssize_t sent = ::send(m_socket, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        at += sent < 0 ? 0 : static_cast<std::size_t>(sent);
    }
    return m_socket >= 0;
}

bool ParentLink::isClosed() const {
    char byte = 0;
    return ::recv(m_socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
}

void ParentLink::close() {
    if (m_socket >= 0) {
        ::close(m_socket);
        m_socket = -1;
    }
}

}  // namespace gaplight::recorder
