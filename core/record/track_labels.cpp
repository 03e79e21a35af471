// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/track_labels.h"

#include "core/record/event_json.h"

namespace gaplight::record {
namespace {

constexpr std::int64_t kFirstGpuOrder = 5'000'000;  // Kineto's

}  // namespace

void TrackLabels::label(std::string_view what, std::int64_t process, std::int64_t thread,
                        std::string_view key, std::string_view text) {
    EventText(m_text, 'M').name(what).place(process, thread).arg(key, text);
}

void TrackLabels::order(std::string_view what, std::int64_t process, std::int64_t thread,
                        std::int64_t index) {
    EventText(m_text, 'M').name(what).place(process, thread).arg("sort_index", index);
}

void TrackLabels::program(std::uint32_t pid, std::string_view name) {
    m_pid = pid;
    m_program = name;
    label("process_name", pid, 0, "name", name);
    label("process_labels", pid, 0, "labels", "CPU");
    order("process_sort_index", pid, 0, pid);
}

void TrackLabels::thread(std::uint32_t tid) {
    if (m_threads.insert(tid).second) {
        order("thread_sort_index", m_pid, tid, tid);
    }
}

void TrackLabels::stream(std::uint32_t device, std::uint32_t stream) {
    if (!m_streams.emplace(device, stream).second) {
        return;
    }
    if (m_devices.insert(device).second) {
        label("process_name", device, 0, "name", m_program);
        label("process_labels", device, 0, "labels", "GPU " + std::to_string(device));
        order("process_sort_index", device, 0, kFirstGpuOrder + device);
    }
    label("thread_name", device, stream, "name", "stream " + std::to_string(stream));
    order("thread_sort_index", device, stream, stream);
}

void TrackLabels::overhead(std::int64_t thread) {
    if (!m_overheadThreads.insert(thread).second) {
        return;
    }
    if (m_overheadThreads.size() == 1) {
        label("process_name", -1, 0, "name", "profiler");
        order("process_sort_index", -1, 0, 2 * kFirstGpuOrder);
    }
    label("thread_name", -1, thread, "name",
          thread == 0 ? "overhead" : "overhead in thread " + std::to_string(thread));
}

void TrackLabels::nameThread(std::uint32_t tid, std::string_view name) {
    label("thread_name", m_pid, tid, "name",
          "thread " + std::to_string(tid) + " (" + std::string(name) + ")");
}

void TrackLabels::nameStream(std::uint32_t device, std::uint32_t stream, std::string_view name) {
    this->stream(device, stream);
    label("thread_name", device, stream, "name",
          "stream " + std::to_string(stream) + " (" + std::string(name) + ")");
}

}  // namespace gaplight::record
