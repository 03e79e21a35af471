// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gaplight::test {

// Writes events of the Chrome format as JSON text. Times and durations are in ns; `args` are
// members of the args object, or empty.
class EventText {
public:
    struct Place {
        int pid = 0;
        int tid = 0;
    };

    void slice(Place place, std::string_view category, std::string_view name, std::int64_t begin,
               std::int64_t duration, std::string_view args);
    // One half of a slice: phase B or E.
    void half(Place place, char phase, std::string_view name, std::int64_t time);
    // Phase b or e.
    void async(int pid, char phase, std::string_view name, std::int64_t time, std::uint64_t id);
    // Phase s or f.
    void flow(Place place, char phase, std::int64_t time, std::uint64_t id);
    void counter(int pid, std::int64_t time, std::string_view name, std::uint64_t value);
    // A "[memory]" instant. Device -1: the host.
    void memory(Place place, std::int64_t time, std::int64_t bytes, std::int64_t allocated,
                int device);
    void threadName(int pid, int tid, std::string_view name);

    std::size_t count() const { return m_count; }
    // The whole file; `facts`: members beside the events.
    std::string document(std::string_view facts) const;

private:
    void add(std::string_view phase, Place place, std::string_view name, std::int64_t time,
             std::string_view rest);

    std::string m_events;
    std::size_t m_count = 0;
};

}  // namespace gaplight::test
