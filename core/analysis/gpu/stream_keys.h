// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/base/id.h"
#include "core/trace/trace.h"

namespace gaplight {

// Numbers the streams of one GPU by first occurrence. An activity whose stream was
// not recorded belongs to the stream that its track represents.
class StreamKeys {
public:
    explicit StreamKeys(const Trace& trace) : m_trace(trace) {}

    [[nodiscard]] std::size_t indexOf(const GpuActivity& activity) {
        const std::int64_t key =
            activity.stream >= 0
                ? activity.stream
                : -1 - static_cast<std::int64_t>(m_trace.trackOf(activity.slice).index());
        if (key != m_lastKey || m_indexOfKey.empty()) {
            m_lastKey = key;
            m_lastIndex = m_indexOfKey.try_emplace(key, m_indexOfKey.size()).first->second;
        }
        return m_lastIndex;
    }
    std::size_t size() const { return m_indexOfKey.size(); }

private:
    const Trace& m_trace;
    std::unordered_map<std::int64_t, std::size_t, IdHash> m_indexOfKey;
    std::int64_t m_lastKey = 0;
    std::size_t m_lastIndex = 0;
};

}  // namespace gaplight
