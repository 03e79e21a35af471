// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/stream_naming.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/parallel.h"

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

// Slices that one task looks at.
constexpr std::size_t kBlock = std::size_t{1} << 16U;

enum class StreamPart : std::uint8_t { None, Activity, Annotation };

// By category: what its slices are on a stream.
std::vector<StreamPart> partsOf(std::span<const Category> categories) {
    std::vector<StreamPart> parts;
    for (const Category& category : categories) {
        parts.push_back(isGpuActivity(category.kind)                    ? StreamPart::Activity
                        : category.kind == SliceKind::GpuUserAnnotation ? StreamPart::Annotation
                                                                        : StreamPart::None);
    }
    return parts;
}

// Slices that are part of a stream, by block and ascending. On all cores: most slices are not.
std::vector<std::vector<SliceId>> slicesOfStreams(const SliceTable& slices,
                                                  std::span<const StreamPart> parts) {
    std::vector<std::vector<SliceId>> found((slices.size() + kBlock - 1) / kBlock);
    parallelFor(std::size_t{0}, found.size(), [&](std::size_t block) {
        const std::size_t end = std::min(slices.size(), (block + 1) * kBlock);
        for (std::size_t at = block * kBlock; at < end; ++at) {
            if (parts[slices.categories()[at]] != StreamPart::None) {
                found[block].emplace_back(at);
            }
        }
    });
    return found;
}

// Names the streams of tracks. Takes the slices that are part of a stream, in ascending order.
class StreamNaming {
public:
    StreamNaming(const SparseColumn<GpuBatchRow>& rows, const StringPool<struct StringTag>& strings,
                 std::span<Track> tracks, std::span<Process> processes)
        : m_rows(rows), m_strings(strings), m_tracks(tracks), m_processes(processes) {
        m_activities.reserve(rows.size());
    }

    void add(SliceId slice, StreamPart part) {
        while (m_track == kNoTrack || slice.index() >= m_end) {
            beginTrack(m_track + 1);  // kNoTrack + 1 is 0
        }
        Track& track = m_tracks[m_track];
        if (part == StreamPart::Activity) {
            addActivity(slice, track);
        } else if (track.kind == TrackKind::Thread) {
            track.kind = TrackKind::Stream;
            track.gpu = m_gpu;
            track.stream = m_stream;
        }
    }
    [[nodiscard]] std::vector<GpuActivity> takeActivities() { return std::move(m_activities); }

private:
    static constexpr std::size_t kNoTrack = static_cast<std::size_t>(-1);

    void beginTrack(std::size_t number) {
        m_track = number;
        const Track& track = m_tracks[number];
        const Process& process = m_processes[track.process.index()];
        m_end = track.firstSlice.index() + track.sliceCount;
        m_gpu = GpuId(process.source, deviceOfPid(m_strings.view(process.pid)));
        m_stream = trailingNumber(m_strings.view(track.tid));
    }

    void addActivity(SliceId slice, Track& track) {
        while (m_row < m_rows.size() && m_rows.slices()[m_row] < slice) {
            ++m_row;
        }
        GpuActivity activity{slice, m_gpu, m_stream.value_or(-1)};
        if (m_row < m_rows.size() && m_rows.slices()[m_row] == slice) {
            const GpuBatchRow& recorded = m_rows.values()[m_row];
            const GpuId gpu(m_processes[track.process.index()].source, recorded.device);
            activity.gpu = gpu.isValid() ? gpu : activity.gpu;
            activity.stream = recorded.stream >= 0 ? recorded.stream : activity.stream;
        }
        track.kind = TrackKind::Stream;
        track.gpu = activity.gpu;
        track.stream = activity.stream;
        m_activities.push_back(activity);
    }

    const SparseColumn<GpuBatchRow>& m_rows;
    const StringPool<struct StringTag>& m_strings;
    std::span<Track> m_tracks;
    std::span<Process> m_processes;
    std::vector<GpuActivity> m_activities;
    std::size_t m_row = 0;           // of m_rows: the next one
    std::size_t m_track = kNoTrack;  // of the last slice
    std::size_t m_end = 0;           // after its last slice
    GpuId m_gpu;                     // that its process is named for
    std::optional<std::int32_t> m_stream;
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
    const std::vector<StreamPart> parts = partsOf(categories);
    StreamNaming naming(rows, strings, tracks, processes);
    for (const std::vector<SliceId>& block : slicesOfStreams(slices, parts)) {
        for (const SliceId slice : block) {
            naming.add(slice, parts[slices.category(slice).index()]);
        }
    }
    markProcesses(tracks, processes);
    return naming.takeActivities();
}

}  // namespace gaplight
