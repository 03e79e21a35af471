// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/record/recorder_settings.h"

namespace gaplight::recorder {

// The socket to the `gaplight record` that started this program.
class ParentLink {
public:
    ParentLink() = default;
    ~ParentLink() { close(); }
    ParentLink(const ParentLink&) = delete;
    ParentLink& operator=(const ParentLink&) = delete;

    // Connects and receives the settings; empty if there is no receiver, or if this process is not
    // to be recorded.
    [[nodiscard]] std::optional<record::RecorderSettings> connect();
    // Blocks until sent. False if the receiver has closed the socket.
    [[nodiscard]] bool send(const std::vector<std::byte>& bytes);
    // True if the receiver has closed the socket. Does not wait.
    [[nodiscard]] bool isClosed() const;
    void close();

private:
    [[nodiscard]] bool receive(void* into, std::size_t count) const;

    int m_socket = -1;
};

}  // namespace gaplight::recorder
