// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recorder_socket.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace gaplight::record {
namespace {

constexpr int kBacklog = 64;

tl::unexpected<Error> noSocket(const std::string& path) {
    return fail(ErrorCode::WriteFailed, "cannot listen for the recorder at " + path + ": " +
                                            std::generic_category().message(errno));
}

constexpr std::string_view kFolderName = "gaplight-record";
constexpr const char* kSocketName = "socket";

// In a folder whose path leaves room for the socket's name: sun_path has 108 bytes.
std::unique_ptr<TemporaryFolder> newFolder() {
    constexpr std::size_t kMaxParent = 90 - kFolderName.size() - 8;
    const char* variable = std::getenv("TMPDIR");
    const std::string temporary = variable == nullptr ? "" : variable;
    for (const std::string& parent : {std::string("/tmp"), temporary}) {
        if (!parent.empty() && parent.size() < kMaxParent) {
            if (auto folder = TemporaryFolder::create(parent, kFolderName)) {
                return folder;
            }
        }
    }
    return nullptr;
}

bool sendAll(int socket, const void* bytes, std::size_t count) {
    const char* at = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t sent = ::send(socket, at, count, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        const std::size_t taken = sent < 0 ? 0 : static_cast<std::size_t>(sent);
        at += taken;
        count -= taken;
    }
    return true;
}

}  // namespace

RecorderSocket::RecorderSocket(std::unique_ptr<TemporaryFolder> folder, int listener, int wakeRead,
                               int wakeWrite)
    : m_folder(std::move(folder)),
      m_path(m_folder->path() + "/" + kSocketName),
      m_listener(listener),
      m_wakeRead(wakeRead),
      m_wakeWrite(wakeWrite) {}

Result<std::unique_ptr<RecorderSocket>> RecorderSocket::listen() {
    std::unique_ptr<TemporaryFolder> folder = newFolder();
    if (folder == nullptr) {
        return noSocket("/tmp");
    }
    std::array<int, 2> wake{-1, -1};
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::pipe2(wake.data(), O_CLOEXEC) != 0) {
        wake = {-1, -1};
    }
    std::unique_ptr<RecorderSocket> socket(
        new RecorderSocket(std::move(folder), listener, wake[0], wake[1]));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socket->m_path.c_str(), socket->m_path.size() + 1);
    if (listener < 0 || wake[0] < 0 ||
        ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(listener, kBacklog) != 0) {
        return noSocket(socket->m_path);
    }
    return socket;
}

std::unique_ptr<FileDescriptor> RecorderSocket::accept() {
    for (;;) {
        std::array<pollfd, 2> ends{{{m_listener.get(), POLLIN, 0}, {m_wakeRead.get(), POLLIN, 0}}};
        if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
            return nullptr;
        }
        // Connections that already wait are accepted even after close().
        if ((ends[0].revents & POLLIN) != 0) {
            // Made first: without memory for it, the recorder still waits to be accepted.
            auto recorder = std::make_unique<FileDescriptor>(-1);
            recorder->take(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
            if (recorder->get() >= 0) {
                return recorder;
            }
        } else if (ends[1].revents != 0) {
            return nullptr;
        }
    }
}

void RecorderSocket::close() {
    [[maybe_unused]] const ssize_t written = ::write(m_wakeWrite.get(), "x", 1);
}

bool sendSettings(const FileDescriptor& recorder, std::string_view settings) {
    const auto bytes = static_cast<std::uint32_t>(settings.size());
    return sendAll(recorder.get(), &bytes, sizeof(bytes)) &&
           sendAll(recorder.get(), settings.data(), settings.size());
}

}  // namespace gaplight::record
