// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/record_sender.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/record/injected/recorder_clock.h"
#include "core/record/record_splitter.h"

namespace gaplight::recorder {

ActivityBuffers::ActivityBuffers(std::size_t ready) {
    for (std::size_t at = 0; at < ready; ++at) {
        m_free.push_back(make());
    }
}

std::uint8_t* ActivityBuffers::make() {
    m_blocks.emplace_back(new Block);
    std::memset(m_blocks.back()->bytes, 0, kBufferBytes);  // touches the pages
    return m_blocks.back()->bytes;
}

std::uint8_t* ActivityBuffers::request() {
    const std::scoped_lock lock(m_mutex);
    if (!m_free.empty()) {
        std::uint8_t* bytes = m_free.back();
        m_free.pop_back();
        return bytes;
    }
    return m_blocks.size() < kMaxBuffers ? make() : nullptr;
}

void ActivityBuffers::complete(std::uint8_t* bytes, std::size_t used) {
    {
        const std::scoped_lock lock(m_mutex);
        m_filled.push_back({bytes, used});
    }
    m_filledOne.notify_one();
}

ActivityBuffers::Filled ActivityBuffers::next(int milliseconds) {
    std::unique_lock lock(m_mutex);
    m_filledOne.wait_for(lock, std::chrono::milliseconds(milliseconds),
                         [&] { return !m_filled.empty() || m_isWoken; });
    m_isWoken = false;
    if (m_filled.empty()) {
        return {};
    }
    const Filled filled = m_filled.front();
    m_filled.pop_front();
    return filled;
}

void ActivityBuffers::release(const Filled& filled) {
    std::memset(filled.bytes, 0, filled.used);
    const std::scoped_lock lock(m_mutex);
    m_free.push_back(filled.bytes);
}

void ActivityBuffers::wake() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isWoken = true;
    }
    m_filledOne.notify_one();
}

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

namespace {

// Bytes in one send: more costs memory, less costs system calls.
constexpr std::size_t kSendBytes = 1U << 20;

}  // namespace

void RecordSender::encodeQueue() {
    m_queue.take(m_taken);
    std::size_t at = 0;
    while (at + sizeof(record::RecordHeader) <= m_taken.size()) {
        const auto rest = std::span<const std::byte>(m_taken).subspan(at);
        record::RecordHeader header{};
        std::memcpy(&header, rest.data(), sizeof(header));
        record::StackRecord stack;
        if (header.type == record::RecordType::Stack && record::read(rest, stack)) {
            m_observer->encodeStack(stack, record::tailOf(stack, rest), m_encoder, m_waiting);
        } else {
            m_waiting.insert(m_waiting.end(), rest.begin(), rest.begin() + header.bytes);
        }
        at += header.bytes;
    }
    const std::uint64_t dropped = m_queue.takeDropped() + m_dropped.exchange(0);
    if (dropped != 0) {
        record::DroppedRecord lost;
        lost.count = dropped;
        lost.time = now();
        record::append(m_waiting, lost);
    }
}

void RecordSender::encodeBuffer(const ActivityBuffers::Filled& filled) {
    CUpti_Activity* activity = nullptr;
    while (filled.used != 0 &&
           m_cupti.getNextRecord(filled.bytes, filled.used, &activity) == CUPTI_SUCCESS) {
        m_encoder.encode(*activity, m_waiting);
    }
    m_buffers.release(filled);
}

bool RecordSender::sendNext(int milliseconds) {
    const ActivityBuffers::Filled filled = m_buffers.next(milliseconds);
    m_hadBuffer = filled.bytes != nullptr;
    // Stacks are sent before the calls that they belong to.
    encodeQueue();
    if (filled.bytes != nullptr) {
        encodeBuffer(filled);
    }
    if (m_waiting.size() < kSendBytes && filled.bytes != nullptr && milliseconds != 0) {
        return true;  // there may be more
    }
    const bool isSent = m_waiting.empty() ? !m_parent.isClosed() : m_parent.send(m_waiting);
    m_waiting.clear();
    return isSent;
}

}  // namespace gaplight::recorder
