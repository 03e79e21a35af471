// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/thread_states.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "core/base/id_hash.h"

namespace gaplight {
namespace {

constexpr std::string_view kCategory = "sched";

// prev_state of sched_switch (include/linux/sched.h): 0 is running, that is runnable here.
std::string_view stateName(std::int32_t state) {
    constexpr std::int32_t kPreempted = 0x100;  // and above
    if ((state & 1) != 0) {
        return "Sleeping";
    }
    if ((state & 2) != 0) {
        return "Uninterruptible sleep";
    }
    if ((state & 4) != 0) {
        return "Stopped";
    }
    return state == 0 || state >= kPreempted ? "Runnable" : "Not running";
}

struct ThreadState {
    std::string name;
    std::int64_t since = 0;
    std::uint64_t event = 0;
    bool isKnown = false;
};

}  // namespace

std::uint64_t ThreadStates::readBundle(std::string_view message, EventId event,
                                       PerfettoTracks& tracks) {
    const std::uint64_t count = readSwitches(message, event, m_switches, m_names);
    for (const auto& [thread, name] : m_names) {
        tracks.names().addCommand(thread, name);
    }
    m_names.clear();
    return count;
}

void ThreadStates::finish(PerfettoPart& part) {
    std::stable_sort(m_switches.begin(), m_switches.end(),
                     [](const auto& left, const auto& right) { return left.time < right.time; });
    std::unordered_map<std::int32_t, ThreadState, IdHash> threads;
    std::unordered_map<std::int32_t, std::int32_t, IdHash> runningOn;  // by CPU
    const AnnotationColumns none;
    const auto change = [&](std::int32_t thread, std::string name, std::int64_t time,
                            std::uint64_t event) {
        if (thread <= 0) {
            return;  // idle
        }
        ThreadState& state = threads[thread];
        if (state.isKnown) {
            const PartTrackId track =
                part.find(PerfettoTrackKey::ofNumber(PerfettoTrackKey::Kind::ThreadState, thread));
            part.addSlice({track, state.since, EventId(state.event)},
                          {state.name, kCategory, SliceKind::Other}, none, time - state.since);
        }
        state = {std::move(name), time, event, true};
    };
    for (const SchedSwitch& sched : m_switches) {
        auto& running = runningOn[sched.cpu];
        change(sched.previous >= 0 ? sched.previous : running, std::string(stateName(sched.state)),
               sched.time, sched.event);
        change(sched.next, fmt::format("Running on CPU {}", sched.cpu), sched.time, sched.event);
        running = sched.next;
    }
    const std::int64_t end = m_switches.empty() ? 0 : m_switches.back().time;
    std::vector<std::int32_t> last;  // in an order that every run has
    last.reserve(threads.size());
    for (const auto& [thread, state] : threads) {
        last.push_back(thread);
    }
    std::sort(last.begin(), last.end());
    for (const std::int32_t thread : last) {
        change(thread, {}, end, 0);
    }
    m_switches = {};
}

}  // namespace gaplight
