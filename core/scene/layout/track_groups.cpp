// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_groups.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/intervals.h"
#include "core/index/device_properties.h"
#include "core/index/wait_name.h"

namespace gaplight {
namespace {

bool isNumber(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view trimmed(std::string_view text) {
    while (text.ends_with(' ')) {
        text.remove_suffix(1);
    }
    while (text.starts_with(' ')) {
        text.remove_prefix(1);
    }
    return text;
}

// Profilers use a name ("Spans") or a negative number as pid of tracks that belong to no process.
bool isHostProcess(const Trace& trace, ProcessId process) {
    if (!process.isValid()) {
        return false;
    }
    const std::string_view pid = trace.text(trace.processes()[process.index()].pid);
    return isNumber(pid) && !pid.starts_with('-');
}

// Groups in the order of their first track. O(log groups) each.
class GroupList {
public:
    explicit GroupList(const Trace& trace) : m_trace(trace), m_properties(trace) {}

    // The group for a process, or for a GPU whose streams the process holds.
    TrackGroup& at(ProcessId process, std::optional<GpuId> gpu) {
        const auto [known, isNew] = m_numbers.try_emplace({process, gpu}, m_groups.size());
        if (isNew) {
            TrackGroup& group = m_groups.emplace_back();
            group.process = process;
            group.gpu = gpu;
            if (gpu) {
                group.kind = GroupKind::Gpu;
                group.properties = m_properties.of(*gpu);
                m_firstOfGpu.try_emplace(*gpu, known->second);
            } else if (!isHostProcess(m_trace, process)) {
                group.kind = GroupKind::Other;
            }
        }
        return m_groups[known->second];
    }

    void placeCounter(const CounterCurve& curve, std::uint32_t counter) {
        const auto ofGpu = curve.gpu ? m_firstOfGpu.find(*curve.gpu) : m_firstOfGpu.end();
        TrackGroup& group =
            ofGpu != m_firstOfGpu.end() ? m_groups[ofGpu->second] : at(curve.process, std::nullopt);
        group.counters.push_back(counter);
    }

    std::vector<TrackGroup> take() { return std::move(m_groups); }

private:
    const Trace& m_trace;
    DevicePropertiesTable m_properties;
    std::vector<TrackGroup> m_groups;
    std::map<std::pair<ProcessId, std::optional<GpuId>>, std::size_t> m_numbers;
    std::map<GpuId, std::size_t> m_firstOfGpu;
};

SourceId sourceOf(const Trace& trace, ProcessId process) {
    return process.isValid() ? trace.processes()[process.index()].source : SourceId();
}

std::int64_t processSortIndex(const Trace& trace, ProcessId process) {
    return process.isValid() ? trace.processes()[process.index()].sortIndex : 0;
}

// The prefix of the name of a process in a trace of several sources: "rank 1 · ".
std::string sourcePrefix(const Trace& trace, ProcessId process, std::string_view separator) {
    return trace.sources().size() > 1
               ? sourceLabel(trace.sources(), sourceOf(trace, process)).append(separator)
               : std::string();
}

// TensorFlow names devices by their path, "/job:localhost/replica:0/task:0/device:GPU:0 Compute":
// of a program on one machine the device is what differs.
std::string_view withoutDevicePath(std::string_view name) {
    for (const std::string_view path : {"/job:localhost/replica:0/task:0/device:", "/device:"}) {
        if (name.starts_with(path)) {
            return name.substr(path.size());
        }
    }
    return name;
}

// Whether a track has calls of a GPU's runtime or driver. O(slices).
bool callsApi(const Trace& trace, const Track& track) {
    const auto kinds =
        std::views::iota(track.firstSlice.index(), track.firstSlice.index() + track.sliceCount);
    return std::ranges::any_of(kinds, [&](auto at) { return isApiCall(trace.kind(SliceId(at))); });
}

// A title with `*` for its numbers, as a filter takes it: "pool-*-thread" of "pool-3-thread-7".
std::string namePattern(std::string_view title) {
    std::string pattern;
    for (const char c : title) {
        if (!isNumber({&c, 1})) {
            pattern += c;
        } else if (!pattern.ends_with('*')) {
            pattern += '*';
        }
    }
    pattern.resize(pattern.find_last_not_of("*-_#:/. ") + 1);
    return pattern == "thread" ? "unnamed threads" : pattern;  // as trackTitle() names them
}

// Groups of threads instead of those of host processes, in the order of their first threads.
std::vector<TrackGroup> regrouped(const Trace& trace, std::vector<TrackGroup> groups,
                                  TrackGrouping grouping) {
    const auto isHost = [](const TrackGroup& group) { return group.kind == GroupKind::Host; };
    const auto nameOf = [&](TrackId id) {
        return grouping == TrackGrouping::None ? "all threads" : namePattern(trackTitle(trace, id));
    };
    std::map<std::string, int> uses;
    for (const TrackGroup& group : groups | std::views::filter(isHost)) {
        for (const TrackId id : group.tracks) {
            ++uses[nameOf(id)];
        }
    }
    std::vector<TrackGroup> result;
    std::map<std::string, std::size_t> numbers;
    const bool areSeveral = std::ranges::count_if(groups, isHost) > 1;
    const auto groupOf = [&](const std::string& name) -> TrackGroup& {
        const auto [known, isNew] = numbers.try_emplace(name, result.size());
        if (isNew) {
            result.emplace_back().name = name;
            result.back().namesProcesses = areSeveral;
        }
        return result[known->second];
    };
    for (TrackGroup& group : groups) {
        if (!isHost(group)) {
            result.push_back(std::move(group));
            continue;
        }
        for (const TrackId id : group.tracks) {
            const std::string name = nameOf(id);
            const bool isAlone =
                name.empty() || (grouping == TrackGrouping::Name && uses[name] == 1);
            groupOf(isAlone ? "other threads" : name).tracks.push_back(id);
        }
        for (const std::uint32_t counter : group.counters) {
            groupOf("counters of processes").counters.push_back(counter);
        }
    }
    return result;
}

}  // namespace

std::vector<TrackGroup> groupTracks(const Trace& trace, std::span<const CounterCurve> counters,
                                    TrackGrouping grouping) {
    GroupList list(trace);
    const auto tracks = trace.tracks();
    std::vector<bool> hasInstants(tracks.size());
    for (const Instant& instant : trace.instants()) {
        if (instant.track.isValid()) {
            hasInstants[instant.track.index()] = true;
        }
    }
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        const Track& track = tracks[t];
        if (track.sliceCount == 0 && !hasInstants[t]) {
            continue;
        }
        std::optional<GpuId> gpu = track.gpu;
        if (!gpu && track.process.isValid()) {
            gpu = trace.processes()[track.process.index()].gpu;
        }
        list.at(track.process, gpu).tracks.emplace_back(t);
    }
    for (std::size_t c = 0; c < counters.size(); ++c) {
        list.placeCounter(counters[c], static_cast<std::uint32_t>(c));
    }
    std::vector<TrackGroup> groups = list.take();
    // Beside a GPU, what launches nothing comes last.
    std::vector<bool> isIdle(tracks.size());
    for (std::size_t t = 0; t < tracks.size() && !trace.gpuActivities().empty(); ++t) {
        isIdle[t] = tracks[t].kind == TrackKind::Thread && isIdleThread(trace, tracks[t]);
    }
    const auto trackKey = [&](TrackId id) {
        const Track& track = tracks[id.index()];
        return std::make_tuple(!isMainThread(trace, id), track.kind == TrackKind::Async,
                               isIdle[id.index()], track.sortIndex, track.stream.value_or(-1), id);
    };
    const auto launches = [&](TrackId id) { return callsApi(trace, tracks[id.index()]); };
    for (TrackGroup& group : groups) {
        // A plane without a number ("/host:CPU") that launches is a process all the same.
        if (group.kind == GroupKind::Other && std::ranges::any_of(group.tracks, launches)) {
            group.kind = GroupKind::Host;
        }
        std::sort(group.tracks.begin(), group.tracks.end(),
                  [&](TrackId a, TrackId b) { return trackKey(a) < trackKey(b); });
    }
    const auto groupKey = [&](const TrackGroup& group) {
        const SourceId source = group.gpu ? group.gpu->source : sourceOf(trace, group.process);
        return std::make_tuple(group.kind, source, group.gpu.value_or(GpuId()),
                               processSortIndex(trace, group.process), group.process);
    };
    std::sort(groups.begin(), groups.end(),
              [&](const TrackGroup& a, const TrackGroup& b) { return groupKey(a) < groupKey(b); });
    return grouping == TrackGrouping::Process ? groups
                                              : regrouped(trace, std::move(groups), grouping);
}

std::uint16_t coveringRows(const Trace& trace, const Track& track) {
    constexpr std::int64_t kPercent = 95;
    const SliceTable& slices = trace.slices();
    const std::size_t first = track.firstSlice.index();
    const std::size_t last = first + track.sliceCount;
    if (track.sliceCount == 0) {
        return 0;
    }
    const Time begin = slices.start(track.firstSlice);
    Time end = begin;
    for (std::size_t at = first; at < last; ++at) {
        end = std::max(end, slices.end(SliceId(at)));
    }
    const auto least = Duration((end - begin).count() / 100 * kPercent);
    std::uint16_t rows = 0;
    // Such a slice begins early, and encloses those of the rows below it.
    for (std::size_t at = first; at < last && slices.start(SliceId(at)) <= end - least; ++at) {
        const SliceId slice(at);
        if (slices.row(slice) == rows && slices.duration(slice) >= least) {
            ++rows;
        }
    }
    return rows;
}

Duration outermostTime(const Trace& trace, const Track& track, const TimeRange& range) {
    const SliceTable& slices = trace.slices();
    const std::size_t first = track.firstSlice.index();
    Duration sum{};
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        const TimeRange own = slices.range(SliceId(at));
        if (slices.row(SliceId(at)) == 0 && own.begin <= range.end && own.end >= range.begin) {
            const Duration inside = std::min(own.end, range.end) - std::max(own.begin, range.begin);
            sum += std::max(inside, Duration(1));
        }
    }
    return sum;
}

Duration workTime(const Trace& trace, const Track& track, const TimeRange& range) {
    Duration time = outermostTime(trace, track, range);
    if (trace.gpuActivities().empty() || track.kind != TrackKind::Thread ||
        !isIdleThread(trace, track)) {
        return time;
    }
    const SliceTable& slices = trace.slices();
    std::map<StringId, bool> waits;
    const auto isWait = [&](SliceId slice) {
        const StringId name = slices.name(slice);
        const auto [known, isNew] = waits.try_emplace(name);
        known->second = isNew ? isNamedAsWait(trace.text(name)) : known->second;
        return known->second;
    };
    const auto isInsideWait = [&](SliceId slice) {
        SliceId outer = slices.parent(slice);
        while (outer.isValid() && !isWait(outer)) {
            outer = slices.parent(outer);
        }
        return outer.isValid();
    };
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        const SliceId slice(at);
        if (isWait(slice) && !isInsideWait(slice)) {
            time -= std::max(Duration{}, commonPart(slices.range(slice), range).length());
        }
    }
    return std::max(Duration{}, time);
}

bool isIdleThread(const Trace& trace, const Track& track) {
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        const SliceKind kind = trace.kind(SliceId(at));
        if (kind != SliceKind::PythonFunction && kind != SliceKind::Other &&
            kind != SliceKind::Overhead) {
            return false;
        }
    }
    return true;
}

bool isMainThread(const Trace& trace, TrackId track) {
    const Track& facts = trace.tracks()[track.index()];
    return facts.kind == TrackKind::Thread && !facts.gpu && facts.process.isValid() &&
           trace.text(facts.tid) == trace.text(trace.processes()[facts.process.index()].pid);
}

std::string groupTitle(const Trace& trace, const TrackGroup& group) {
    if (group.gpu) {
        std::string title = trace.gpuLabel(*group.gpu);
        if (group.properties != nullptr && !group.properties->name.empty()) {
            title += " · " + group.properties->name;
        }
        return title;
    }
    if (!group.name.empty() || !group.process.isValid()) {
        return group.name.empty() ? "counters" : group.name;
    }
    const std::string_view pid = trace.text(trace.processes()[group.process.index()].pid);
    return group.kind == GroupKind::Other && !pid.empty() && !isNumber(pid)
               ? sourcePrefix(trace, group.process, " · ") + std::string(pid)
               : processLabel(trace, group.process);
}

std::string processLabel(const Trace& trace, ProcessId process) {
    const Process& facts = trace.processes()[process.index()];
    const std::string pid(trace.text(facts.pid));
    const std::string name(withoutDevicePath(trimmed(trace.text(facts.name))));
    const bool isUnknown = pid.starts_with('-') || pid == name;  // to the profiler
    return sourcePrefix(trace, process, " · ") + (!name.empty()
                                                      ? (isUnknown ? name : name + " " + pid)
                                                  : isUnknown ? "no process"
                                                              : "process " + pid);
}

std::string trackKey(const Trace& trace, TrackId track) {
    const Track& facts = trace.tracks()[track.index()];
    const StringId pid =
        facts.process.isValid() ? trace.processes()[facts.process.index()].pid : StringId();
    const char* kind = facts.kind == TrackKind::Async ? "/async " : "/";
    return sourcePrefix(trace, facts.process, "/") + std::string(trace.text(pid)) + kind +
           std::string(trace.text(facts.tid));
}

std::string trackTitle(const Trace& trace, TrackId track) {
    const Track& facts = trace.tracks()[track.index()];
    const std::string tid(trace.text(facts.tid));
    std::string title(trimmed(trace.text(facts.name)));
    // PyTorch names threads "thread 434 (python)", which repeats the process.
    const std::string plain = "thread " + tid;
    if (title.starts_with(plain + " (")) {
        title = plain;
    }
    if (title.empty() || title == tid) {
        if (facts.stream && *facts.stream >= 0 && facts.kind == TrackKind::Stream) {
            title = "stream " + std::to_string(*facts.stream);
        } else {
            title = facts.kind == TrackKind::Thread && isNumber(tid) ? plain : tid;
        }
    }
    return isMainThread(trace, track) ? title + " (main)" : title;
}

}  // namespace gaplight
