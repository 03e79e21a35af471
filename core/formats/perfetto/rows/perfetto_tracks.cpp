// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_tracks.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxProcessNameBytes = 1024;

std::string cutName(std::string_view text) {
    return validUtf8(truncateUtf8(text, kMaxProcessNameBytes));
}

// Names of threads by thread id alone are wrong where processes of a container share them, so the
// process is part of the key.
std::int64_t threadKey(std::int64_t pid, std::int64_t tid) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(pid) << 32U ^
                                     static_cast<std::uint64_t>(tid));
}

std::string findText(const std::unordered_map<std::int64_t, std::string, IdHash>& texts,
                     std::int64_t key) {
    const auto at = texts.find(key);
    return at == texts.end() ? std::string() : at->second;
}

}  // namespace

std::optional<std::int64_t> ProcessNames::addProcess(std::string_view message) {
    std::optional<std::int64_t> pid;
    std::string name;
    std::string command;
    std::string labels;
    protozero::pbf_message<ProcessField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ProcessField::Pid):
                pid = fields.get_int32();
                break;
            case bytesKey(ProcessField::Name):
                name = cutName(textOf(fields.get_view()));
                break;
            case bytesKey(ProcessField::Cmdline): {
                const std::string part = cutName(textOf(fields.get_view()));
                command = command.empty() ? part : command;
                break;
            }
            case bytesKey(ProcessField::Labels):
                appendItem(labels, cutName(textOf(fields.get_view())));
                break;
            default:
                fields.skip();
        }
    }
    if (!pid) {
        return pid;
    }
    name = name.empty() ? command : name;
    if (!name.empty()) {
        m_processNames[*pid] = name;
    }
    if (!labels.empty()) {
        m_processLabels[*pid] = labels;
    }
    return pid;
}

ProcessNames::Thread ProcessNames::addThread(std::string_view message) {
    std::string name;
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    protozero::pbf_message<ThreadField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ThreadField::Pid):
                pid = fields.get_int32();
                break;
            case varintKey(ThreadField::Tid):
                tid = fields.get_int64();
                break;
            case bytesKey(ThreadField::Name):
                name = cutName(textOf(fields.get_view()));
                break;
            default:
                fields.skip();
        }
    }
    m_processOf[tid] = pid;
    if (!name.empty()) {
        m_threadNames[threadKey(pid, tid)] = name;
    }
    return {pid, tid};
}

void ProcessNames::addTree(std::string_view message) {
    protozero::pbf_message<TreeField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == bytesKey(TreeField::Processes)) {
            std::int64_t pid = 0;
            std::string name;
            protozero::pbf_message<TreeProcessField> process(fields.get_view());
            while (process.next()) {
                if (process.tag_and_type() == varintKey(TreeProcessField::Pid)) {
                    pid = process.get_int32();
                } else if (process.tag_and_type() == bytesKey(TreeProcessField::Cmdline)) {
                    const std::string part = cutName(textOf(process.get_view()));
                    name = name.empty() ? part : name;
                } else {
                    process.skip();
                }
            }
            m_processOf.try_emplace(pid, pid);
            m_processNames.try_emplace(pid, name);
        } else if (fields.tag_and_type() == bytesKey(TreeField::Threads)) {
            std::int64_t pid = 0;
            std::int64_t tid = 0;
            std::string name;
            protozero::pbf_message<TreeThreadField> thread(fields.get_view());
            while (thread.next()) {
                if (thread.tag_and_type() == varintKey(TreeThreadField::Tid)) {
                    tid = thread.get_int32();
                } else if (thread.tag_and_type() == varintKey(TreeThreadField::GroupId)) {
                    pid = thread.get_int32();
                } else if (thread.tag_and_type() == bytesKey(TreeThreadField::Name)) {
                    name = cutName(textOf(thread.get_view()));
                } else {
                    thread.skip();
                }
            }
            m_processOf[tid] = pid;
            m_threadNames.try_emplace(threadKey(pid, tid), name);
        } else {
            fields.skip();
        }
    }
}

void ProcessNames::addCommand(std::int32_t tid, std::string_view name) {
    m_commandNames.try_emplace(tid, cutName(name));
}

std::string ProcessNames::processName(std::int64_t pid) const {
    return findText(m_processNames, pid);
}

std::string ProcessNames::processLabels(std::int64_t pid) const {
    return findText(m_processLabels, pid);
}

std::string ProcessNames::threadName(std::int64_t pid, std::int64_t tid) const {
    const std::string name = findText(m_threadNames, threadKey(pid, tid));
    return name.empty() ? findText(m_commandNames, tid) : name;
}

std::int64_t ProcessNames::processOf(std::int64_t tid) const {
    const auto at = m_processOf.find(tid);
    return at == m_processOf.end() ? 0 : at->second;
}

namespace {

constexpr std::size_t kMaxNameBytes = 1024;
constexpr int kMaxDepth = 32;  // of tracks below tracks: hostile ones are cyclic

std::string nameOf(protozero::data_view view) {
    return validUtf8(truncateUtf8(textOf(view), kMaxNameBytes));
}

PerfettoTracks::Counter readCounter(std::string_view message) {
    PerfettoTracks::Counter counter;
    protozero::pbf_message<CounterField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(CounterField::UnitMultiplier):
                counter.multiplier = fields.get_int64();
                break;
            case varintKey(CounterField::IsIncremental):
                counter.isIncremental = fields.get_uint64() != 0;
                break;
            default:
                fields.skip();
        }
    }
    return counter;
}

// Tells tracks of one label that overlap in time apart: each goes to the lane that ends first, and
// where none has ended, to a new one.
void numberLanes(std::span<std::size_t> tracks, const std::vector<PerfettoTracks::Extent>& extents,
                 std::vector<PerfettoTracks::Label>& labels) {
    const std::string name = labels[tracks.front()].tid;
    std::sort(tracks.begin(), tracks.end(), [&](std::size_t left, std::size_t right) {
        return extents[left].begin < extents[right].begin;
    });
    // The lane that ends first, then the one with the lowest number.
    std::priority_queue<std::pair<std::int64_t, std::size_t>,
                        std::vector<std::pair<std::int64_t, std::size_t>>, std::greater<>>
        lanes;
    for (const std::size_t at : tracks) {
        std::size_t lane = lanes.size();
        if (!lanes.empty() && lanes.top().first <= extents[at].begin) {
            lane = lanes.top().second;
            lanes.pop();
        }
        lanes.emplace(extents[at].end, lane);
        if (lane > 0) {
            labels[at].tid = fmt::format("{} ({})", name, lane + 1);
        }
    }
}

}  // namespace

PerfettoTrackId PerfettoTracks::find(std::uint64_t uuid) {
    if (m_last.isValid() && uuid == m_lastUuid) {
        return m_last;
    }
    const auto [at, isNew] = m_byUuid.try_emplace(uuid, PerfettoTrackId(m_tracks.size()));
    if (isNew) {
        m_tracks.emplace_back().uuid = uuid;
    }
    m_lastUuid = uuid;
    m_last = at->second;
    return m_last;
}

PerfettoTrackId PerfettoTracks::find(const PerfettoTrackKey& key) {
    const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(key.number));
    switch (key.kind) {
        case PerfettoTrackKey::Kind::Queue:
            return fixed(fmt::format("GPU {}", number), key.name);
        case PerfettoTrackKey::Kind::GpuCounters:
            return fixed(fmt::format("GPU {}", number), "counters");
        case PerfettoTrackKey::Kind::ThreadState: {
            const auto [at, isNew] = m_states.try_emplace(number, PerfettoTrackId(m_tracks.size()));
            if (isNew) {
                m_tracks.emplace_back().stateOf = number;
            }
            return at->second;
        }
        default:
            return find(key.number);
    }
}

PerfettoTrackId PerfettoTracks::fixed(const std::string& pid, const std::string& tid) {
    const auto [at, isNew] = m_fixed.try_emplace({pid, tid}, PerfettoTrackId(m_tracks.size()));
    if (isNew) {
        m_tracks.emplace_back().fixed = std::make_unique<const Label>(Label{pid, tid, {}, {}, {}});
    }
    return at->second;
}

void PerfettoTracks::addDescriptor(std::string_view message) {
    Track read;
    std::string_view process;
    std::string_view thread;
    protozero::pbf_message<TrackField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(TrackField::Uuid):
                read.uuid = fields.get_uint64();
                break;
            case varintKey(TrackField::ParentUuid):
                read.parent = fields.get_uint64();
                break;
            case bytesKey(TrackField::Name):
            case bytesKey(TrackField::StaticName):
            case bytesKey(TrackField::AtraceName):
                read.name = nameOf(fields.get_view());
                break;
            case bytesKey(TrackField::Process):
                process = textOf(fields.get_view());
                break;
            case bytesKey(TrackField::Thread):
                thread = textOf(fields.get_view());
                break;
            case bytesKey(TrackField::Counter):
                read.counter = readCounter(textOf(fields.get_view()));
                break;
            default:
                fields.skip();
        }
    }
    if (!process.empty()) {
        read.pid = m_names.addProcess(process);
    }
    if (!thread.empty()) {
        const ProcessNames::Thread one = m_names.addThread(thread);
        read.pid = one.pid;
        read.tid = one.tid;
    }
    // A descriptor that is repeated may lack what the first one has.
    Track& track = m_tracks[find(read.uuid).index()];
    track.parent = read.parent != 0 ? read.parent : track.parent;
    track.name = read.name.empty() ? track.name : read.name;
    track.pid = read.pid ? read.pid : track.pid;
    track.tid = read.tid ? read.tid : track.tid;
    track.counter = read.counter ? read.counter : track.counter;
}

PerfettoTracks::Counter PerfettoTracks::counter(PerfettoTrackId track) const {
    return m_tracks[track.index()].counter.value_or(Counter{});
}

const PerfettoTracks::Track* PerfettoTracks::findParent(const Track& track) const {
    const auto at = track.parent == 0 ? m_byUuid.end() : m_byUuid.find(track.parent);
    return at == m_byUuid.end() ? nullptr : &m_tracks[at->second.index()];
}

PerfettoTracks::Label PerfettoTracks::labelOfProcess(std::int64_t pid) const {
    return {std::to_string(pid), {}, m_names.processName(pid), m_names.processLabels(pid), {}};
}

PerfettoTracks::Label PerfettoTracks::labelOfThread(std::int64_t pid, std::int64_t tid) const {
    Label label = labelOfProcess(pid);
    label.tid = std::to_string(tid);
    label.threadName = m_names.threadName(pid, tid);
    return label;
}

PerfettoTracks::Label PerfettoTracks::labelOf(const Track& track) const {
    if (track.fixed) {
        return *track.fixed;
    }
    if (track.stateOf) {
        Label label = labelOfThread(m_names.processOf(*track.stateOf), *track.stateOf);
        label.threadName =
            fmt::format("{} state", label.threadName.empty() ? label.tid : label.threadName);
        label.tid += " state";
        return label;
    }
    if (track.tid) {
        return labelOfThread(*track.pid, *track.tid);
    }
    if (track.pid) {
        Label label = labelOfProcess(*track.pid);
        label.tid = "process track";
        return label;
    }
    Label label;
    label.pid = "global";
    label.tid = !track.name.empty() ? track.name
                : track.uuid == 0   ? "global track"
                                    : fmt::format("track {:x}", track.uuid);
    const Track* parent = findParent(track);
    for (int depth = 0; parent != nullptr && depth < kMaxDepth; ++depth) {
        if (parent->pid) {
            std::string tid =
                parent->tid ? fmt::format("{} {}", *parent->tid, label.tid) : std::move(label.tid);
            label = labelOfProcess(*parent->pid);
            label.tid = std::move(tid);
            break;
        }
        if (!parent->name.empty() && label.tid.size() < kMaxNameBytes) {
            label.tid = fmt::format("{} / {}", parent->name, label.tid);
        }
        parent = findParent(*parent);
    }
    return label;
}

std::string PerfettoTracks::counterName(PerfettoTrackId id) const {
    const Track& track = m_tracks[id.index()];
    const Track* parent = findParent(track);
    std::string name = track.name.empty() ? labelOf(track).tid : track.name;
    if (parent != nullptr && parent->tid) {
        name += fmt::format(" of thread {}", *parent->tid);
    }
    return name;
}

std::vector<PerfettoTracks::Label> PerfettoTracks::resolve(
    const std::vector<Extent>& extents) const {
    std::vector<Label> labels;
    labels.reserve(m_tracks.size());
    std::vector<std::size_t> named;  // tracks that may share a label
    for (std::size_t at = 0; at < m_tracks.size(); ++at) {
        labels.push_back(labelOf(m_tracks[at]));
        const Track& track = m_tracks[at];
        if (!track.pid && !track.fixed && !track.stateOf && extents[at].isUsed) {
            named.push_back(at);
        }
    }
    const auto labelAt = [&](std::size_t at) { return std::tie(labels[at].pid, labels[at].tid); };
    std::stable_sort(named.begin(), named.end(), [&](std::size_t left, std::size_t right) {
        return labelAt(left) < labelAt(right);
    });
    for (std::size_t first = 0; first < named.size();) {
        std::size_t last = first + 1;
        while (last < named.size() && labelAt(named[last]) == labelAt(named[first])) {
            ++last;
        }
        numberLanes(std::span(named).subspan(first, last - first), extents, labels);
        first = last;
    }
    return labels;
}

}  // namespace gaplight
