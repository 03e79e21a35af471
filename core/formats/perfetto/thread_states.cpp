// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/thread_states.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/id.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

std::int64_t clampedTime(std::uint64_t time) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(
        time, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
}

template <class Message>
std::vector<std::uint64_t> numbersOf(Message& message) {
    std::vector<std::uint64_t> numbers;
    forEachVarint(message, [&](std::uint64_t number) { numbers.push_back(number); });
    return numbers;
}

void readSwitch(std::string_view message, SchedSwitch sched, std::vector<SchedSwitch>& switches,
                std::vector<SwitchName>& names) {
    std::string_view previousName;
    std::string_view nextName;
    protozero::pbf_message<SwitchField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(SwitchField::PrevPid):
                sched.previous = fields.get_int32();
                break;
            case varintKey(SwitchField::PrevState):
                sched.state = fields.get_int32();
                break;
            case varintKey(SwitchField::NextPid):
                sched.next = fields.get_int32();
                break;
            case bytesKey(SwitchField::PrevComm):
                previousName = textOf(fields.get_view());
                break;
            case bytesKey(SwitchField::NextComm):
                nextName = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    names.emplace_back(sched.previous, previousName);
    names.emplace_back(sched.next, nextName);
    switches.push_back(sched);
}

// The switches of a CPU as columns; each one's previous thread is the next one of that before it.
void readCompact(std::string_view message, SchedSwitch sched, std::vector<SchedSwitch>& switches,
                 std::vector<SwitchName>& names) {
    std::vector<std::uint64_t> times;
    std::vector<std::uint64_t> states;
    std::vector<std::uint64_t> threads;
    std::vector<std::uint64_t> commands;
    std::vector<std::string_view> texts;
    protozero::pbf_message<CompactField> fields(viewOf(message));
    while (fields.next()) {
        const bool isNumbers = fields.wire_type() == protozero::pbf_wire_type::length_delimited;
        if (fields.tag() == CompactField::SwitchTime && isNumbers) {
            times = numbersOf(fields);
        } else if (fields.tag() == CompactField::SwitchPrevState && isNumbers) {
            states = numbersOf(fields);
        } else if (fields.tag() == CompactField::SwitchNextPid && isNumbers) {
            threads = numbersOf(fields);
        } else if (fields.tag() == CompactField::SwitchNextComm && isNumbers) {
            commands = numbersOf(fields);
        } else if (fields.tag_and_type() == bytesKey(CompactField::InternTable)) {
            texts.push_back(textOf(fields.get_view()));
        } else {
            fields.skip();
        }
    }
    const std::size_t count = std::min({times.size(), states.size(), threads.size()});
    std::uint64_t time = 0;
    std::int32_t previous = SchedSwitch::kUnknown;  // of the first switch
    for (std::size_t at = 0; at < count; ++at) {
        time += times[at];  // differences
        sched.time = clampedTime(time);
        sched.previous = previous;
        sched.state = static_cast<std::int32_t>(states[at]);
        sched.next = static_cast<std::int32_t>(threads[at]);
        if (at < commands.size() && commands[at] < texts.size()) {
            names.emplace_back(sched.next, texts[commands[at]]);
        }
        switches.push_back(sched);
        ++sched.event;
        previous = sched.next;
    }
}

}  // namespace

std::uint64_t readSwitches(std::string_view message, EventId event,
                           std::vector<SchedSwitch>& switches, std::vector<SwitchName>& names) {
    const std::size_t before = switches.size();
    std::uint32_t cpu = 0;
    std::string_view compact;
    protozero::pbf_message<BundleField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == varintKey(BundleField::Cpu)) {
            cpu = fields.get_uint32();
        } else if (fields.tag_and_type() == bytesKey(BundleField::CompactSched)) {
            compact = textOf(fields.get_view());
        } else if (fields.tag_and_type() == bytesKey(BundleField::Event)) {
            SchedSwitch sched;
            std::string_view data;
            protozero::pbf_message<FtraceField> one(fields.get_view());
            while (one.next()) {
                if (one.tag_and_type() == varintKey(FtraceField::Timestamp)) {
                    sched.time = clampedTime(one.get_uint64());
                } else if (one.tag_and_type() == bytesKey(FtraceField::SchedSwitch)) {
                    data = textOf(one.get_view());
                } else {
                    one.skip();
                }
            }
            sched.event = event.number() + 1 + switches.size() - before;
            if (!data.empty()) {
                readSwitch(data, sched, switches, names);
            }
        } else {
            fields.skip();
        }
    }
    SchedSwitch first;
    first.event = event.number() + 1 + switches.size() - before;
    readCompact(compact, first, switches, names);
    for (std::size_t at = before; at < switches.size(); ++at) {
        switches[at].cpu = static_cast<std::int32_t>(cpu);
    }
    return switches.size() - before;
}

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
