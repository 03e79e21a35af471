// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/activity_buffers.h"

#include <chrono>
#include <cstring>

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

}  // namespace gaplight::recorder
