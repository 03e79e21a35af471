// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace gaplight::record {

// Writes the metadata events with names and order of processes, threads and streams, each before
// its first event. GPUs are sorted below the program, as in Kineto.
class TrackLabels {
public:
    explicit TrackLabels(std::string& text) : m_text(text) {}

    void program(std::uint32_t pid, std::string_view name);
    void thread(std::uint32_t tid);
    void stream(std::uint32_t device, std::uint32_t stream);
    // The track of the profiler's own work in a thread (0: unknown thread), sorted last.
    void overhead(std::int64_t thread);
    // Later names replace earlier ones.
    void nameThread(std::uint32_t tid, std::string_view name);
    void nameStream(std::uint32_t device, std::uint32_t stream, std::string_view name);

private:
    void label(std::string_view what, std::int64_t process, std::int64_t thread,
               std::string_view key, std::string_view text);
    void order(std::string_view what, std::int64_t process, std::int64_t thread,
               std::int64_t index);

    std::string& m_text;
    std::uint32_t m_pid = 0;
    std::string m_program;
    std::set<std::uint32_t> m_threads;
    std::set<std::int64_t> m_overheadThreads;
    std::set<std::uint32_t> m_devices;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_streams;
};

}  // namespace gaplight::record
