// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/stream_naming.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace gaplight {
namespace {

constexpr std::int32_t kMaxPidOfDevice = 1023;  // above, a number is an OS process id

// The number that ends a text ("stream 7 ", "7"), or nothing.
std::optional<std::int32_t> trailingNumber(std::string_view text) {
    const std::size_t last = text.find_last_of("0123456789");
    if (last == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t before = text.find_last_not_of("0123456789", last);
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + first, text.data() + last + 1, number);
    return error == std::errc{} ? std::optional(number) : std::nullopt;
}

std::int32_t deviceOfPid(std::string_view pid) {
    const std::optional<std::int32_t> number = trailingNumber(pid);
    return number && *number <= kMaxPidOfDevice ? *number : 0;
}

struct Kinds {
    explicit Kinds(std::span<const Category> categories) {
        for (const Category& category : categories) {
            activity.push_back(isGpuActivity(category.kind));
            shadow.push_back(category.kind == SliceKind::GpuUserAnnotation);
        }
    }
    std::vector<bool> activity;
    std::vector<bool> shadow;  // annotations on a stream
};

void markProcesses(std::span<const Track> tracks, std::span<Process> processes) {
    enum class State : std::uint8_t { Empty, OneDevice, Mixed };
    std::vector<State> states(processes.size(), State::Empty);
    for (const Track& track : tracks) {
        if (track.sliceCount == 0) {
            continue;
        }
        State& state = states[track.process.index()];
        Process& process = processes[track.process.index()];
        const bool fits = track.kind == TrackKind::Stream && state != State::Mixed &&
                          (state == State::Empty || process.gpu == track.gpu);
        state = fits ? State::OneDevice : State::Mixed;
        process.gpu = fits ? track.gpu : std::nullopt;
    }
}

}  // namespace

std::vector<GpuActivity> nameStreams(const SparseColumn<GpuBatchRow>& rows,
                                     const SliceTable& slices, std::span<const Category> categories,
                                     const StringPool<struct StringTag>& strings,
                                     std::span<Track> tracks, std::span<Process> processes) {
    const Kinds kinds(categories);
    std::vector<GpuActivity> activities;
    activities.reserve(rows.size());
    std::size_t row = 0;
    for (Track& track : tracks) {
        const Process& process = processes[track.process.index()];
        const GpuId pidGpu(process.source, deviceOfPid(strings.view(process.pid)));
        const std::optional<std::int32_t> tidStream = trailingNumber(strings.view(track.tid));
        const std::size_t first = track.firstSlice.index();
        for (std::size_t index = first; index < first + track.sliceCount; ++index) {
            const SliceId slice(index);
            const std::size_t category = slices.category(slice).index();
            if (!kinds.activity[category]) {
                if (kinds.shadow[category] && track.kind == TrackKind::Thread) {
                    track.kind = TrackKind::Stream;
                    track.gpu = pidGpu;
                    track.stream = tidStream;
                }
                continue;
            }
            while (row < rows.size() && rows.slices()[row] < slice) {
                ++row;
            }
            GpuActivity activity{slice, pidGpu, tidStream.value_or(-1)};
            if (row < rows.size() && rows.slices()[row] == slice) {
                const GpuBatchRow& recorded = rows.values()[row];
                const GpuId gpu(process.source, recorded.device);
                activity.gpu = gpu.isValid() ? gpu : activity.gpu;
                activity.stream = recorded.stream >= 0 ? recorded.stream : activity.stream;
            }
            track.kind = TrackKind::Stream;
            track.gpu = activity.gpu;
            track.stream = activity.stream;
            activities.push_back(activity);
        }
    }
    markProcesses(tracks, processes);
    return activities;
}

}  // namespace gaplight
