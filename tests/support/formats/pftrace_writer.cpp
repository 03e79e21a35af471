// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/pftrace_writer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>

namespace gaplight::test {
namespace {

using protozero::pbf_writer;

// Fields of the messages; see core/formats/perfetto/packets/perfetto_fields.h.
constexpr std::uint32_t kSequence = 1;
constexpr std::uint64_t kFirstOtherFlow = std::uint64_t{1} << 40U;
constexpr std::int32_t kFirstNamedPid = 1'000'000'000;  // of processes without a number

void writeValue(pbf_writer& annotation, const nlohmann::json& value) {
    switch (value.type()) {
        case nlohmann::json::value_t::object:
            for (const auto& [key, member] : value.items()) {
                pbf_writer entry(annotation, 11);
                entry.add_string(10, key);
                writeValue(entry, member);
            }
            break;
        case nlohmann::json::value_t::array:
            for (const auto& member : value) {
                // Whole, as a writer within a writer leaves out what is empty.
                std::string entry;
                pbf_writer writer(entry);
                writeValue(writer, member);
                annotation.add_message(12, entry);
            }
            break;
        case nlohmann::json::value_t::boolean:
            annotation.add_bool(2, value.get<bool>());
            break;
        case nlohmann::json::value_t::number_float:
            annotation.add_double(5, value.get<double>());
            break;
        case nlohmann::json::value_t::number_integer:
        case nlohmann::json::value_t::number_unsigned:
            annotation.add_int64(4, value.get<std::int64_t>());
            break;
        case nlohmann::json::value_t::string:
            annotation.add_string(6, value.get<std::string>());
            break;
        default:
            annotation.add_string(6, "null");
    }
}

class PftraceWriter {
public:
    PftraceWriter(const Trace& trace, const EventDetails& details, const PftraceLayout& layout)
        : m_trace(trace), m_details(details), m_layout(layout), m_file(m_bytes) {}

    std::string write() {
        addClocks();
        addTracks();
        addNames();
        noteFlows();
        addGroups();
        addInstants();
        addCounters();
        return std::move(m_bytes);
    }

private:
    void addClocks() {
        const std::int64_t base = m_trace.facts().baseTimeNs;
        if (base == 0) {
            return;
        }
        pbf_writer packet(m_file, 1);
        packet.add_uint64(8, static_cast<std::uint64_t>(base));
        packet.add_uint32(10, kSequence);
        pbf_writer snapshot(packet, 6);
        for (const std::uint32_t clock : {6U, 1U}) {  // boottime, realtime
            pbf_writer reading(snapshot, 1);
            reading.add_uint32(1, clock);
            reading.add_uint64(2, static_cast<std::uint64_t>(base));
        }
    }

    // The number that a process or thread is called, or one of its own.
    std::int64_t numberOf(StringId text) {
        const std::string_view view = m_trace.text(text);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
        if (error == std::errc{} && end == view.data() + view.size()) {
            return number;
        }
        return m_numbers
            .try_emplace(text.value, kFirstNamedPid + static_cast<std::int64_t>(m_numbers.size()))
            .first->second;
    }

    static std::uint64_t uuidOf(TrackId track) { return track.value + 1; }
    static std::uint64_t uuidOf(ProcessId process) { return process.value + 1'000'001; }

    void addTracks() {
        for (std::size_t at = 0; at < m_trace.processes().size(); ++at) {
            const Process& process = m_trace.processes()[at];
            pbf_writer packet(m_file, 1);
            pbf_writer descriptor(packet, 60);
            descriptor.add_uint64(1, uuidOf(ProcessId(at)));
            pbf_writer body(descriptor, 3);
            body.add_int32(1, static_cast<std::int32_t>(numberOf(process.pid)));
            body.add_string(6, std::string(m_trace.text(process.name)));
            if (process.labels.isValid()) {
                body.add_string(8, std::string(m_trace.text(process.labels)));
            }
        }
        for (std::size_t at = 0; at < m_trace.tracks().size(); ++at) {
            const Track& track = m_trace.tracks()[at];
            const Process& process = m_trace.processes()[track.process.index()];
            pbf_writer packet(m_file, 1);
            pbf_writer descriptor(packet, 60);
            descriptor.add_uint64(1, uuidOf(TrackId(at)));
            descriptor.add_uint64(5, uuidOf(track.process));
            pbf_writer body(descriptor, 4);
            body.add_int32(1, static_cast<std::int32_t>(numberOf(process.pid)));
            body.add_int64(2, numberOf(track.tid));
            body.add_string(5, std::string(m_trace.text(track.name)));
        }
    }

    void addNames() {
        pbf_writer packet(m_file, 1);
        packet.add_uint32(10, kSequence);
        packet.add_uint32(13, 1);  // state cleared
        pbf_writer interned(packet, 12);
        for (std::size_t at = 0; at < m_trace.slices().size(); ++at) {
            const StringId name = m_trace.slices().name(SliceId(at));
            if (m_nameIds.try_emplace(name.value, m_nameIds.size() + 1).second) {
                pbf_writer entry(interned, 2);
                entry.add_uint64(1, m_nameIds.size());
                entry.add_string(2, std::string(m_trace.text(name)));
            }
        }
        for (std::size_t at = 0; m_layout.hasCategories && at < m_trace.categories().size(); ++at) {
            pbf_writer entry(interned, 1);
            entry.add_uint64(1, at + 1);
            entry.add_string(2, std::string(m_trace.text(m_trace.categories()[at].name)));
        }
    }

    // Launches are joined by their correlation, as PyTorch does.
    void noteFlows() {
        for (std::size_t at = 0; at < m_trace.flows().size(); ++at) {
            m_flows[m_trace.flows()[at].from.value].push_back(kFirstOtherFlow + at);
            m_flows[m_trace.flows()[at].to.value].push_back(kFirstOtherFlow + at);
        }
        for (const GpuActivity& activity : m_trace.gpuActivities()) {
            if (const auto number = m_trace.correlations().find(activity.slice)) {
                m_flows[activity.slice.value].push_back(*number);
            }
        }
        m_trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
            if (isApiCall(m_trace.kind(slice))) {
                m_flows[slice.value].push_back(number);
            }
        });
    }

    static int groupOf(SliceKind kind) {
        return isApiCall(kind) ? 1
               : isGpuActivity(kind) || kind == SliceKind::GpuUserAnnotation ||
                       kind == SliceKind::Sync
                   ? 2
                   : 0;
    }

    void addGroups() {
        std::vector<SliceId> order;
        for (std::size_t at = 0; at < m_trace.slices().size(); ++at) {
            order.emplace_back(at);
        }
        const SliceTable& slices = m_trace.slices();
        std::sort(order.begin(), order.end(), [&](SliceId left, SliceId right) {
            return std::pair(groupOf(m_trace.kind(left)), slices.event(left)) <
                   std::pair(groupOf(m_trace.kind(right)), slices.event(right));
        });
        for (std::size_t first = 0; first < order.size();) {
            std::size_t last = first;
            while (last < order.size() &&
                   groupOf(m_trace.kind(order[last])) == groupOf(m_trace.kind(order[first]))) {
                ++last;
            }
            for (std::size_t at = first; at < last; ++at) {
                addBegin(order[at]);
            }
            for (std::size_t at = first; at < last; ++at) {
                pbf_writer packet(m_file, 1);
                addTime(packet, slices.end(order[at]));
                pbf_writer event(packet, 11);
                event.add_uint32(9, 2);
                event.add_uint64(11, uuidOf(m_trace.trackOf(order[at])));
            }
            first = last;
        }
    }

    void addTime(pbf_writer& packet, Time time) const {
        packet.add_uint64(8, static_cast<std::uint64_t>(ns(time) + m_trace.facts().baseTimeNs));
        packet.add_uint32(10, kSequence);
    }

    void addBegin(SliceId slice) {
        pbf_writer packet(m_file, 1);
        addTime(packet, m_trace.slices().start(slice));
        packet.add_uint32(13, 2);  // needs state
        pbf_writer event(packet, 11);
        event.add_uint32(9, 1);
        event.add_uint64(11, uuidOf(m_trace.trackOf(slice)));
        event.add_uint64(10, m_nameIds.at(m_trace.slices().name(slice).value));
        if (m_layout.hasCategories) {
            event.add_uint64(3, m_trace.slices().category(slice).value + 1U);
        }
        if (const auto flows = m_flows.find(slice.value); flows != m_flows.end()) {
            for (const std::uint64_t flow : flows->second) {
                event.add_fixed64(47, flow);
            }
        }
        addArgs(event, m_trace.slices().event(slice));
    }

    void addArgs(pbf_writer& event, EventId id) {
        const auto text = m_details.raw(id);
        const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
        if (!json.is_object() || !json.contains("args")) {
            return;
        }
        for (const auto& [key, value] : json["args"].items()) {
            pbf_writer annotation(event, 4);
            annotation.add_string(10, key);
            writeValue(annotation, value);
        }
    }

    void addInstants() {
        const auto add = [&](Time time, TrackId track, std::string_view name, EventId id) {
            pbf_writer packet(m_file, 1);
            addTime(packet, time);
            pbf_writer event(packet, 11);
            event.add_uint32(9, 3);
            event.add_uint64(11, uuidOf(track));
            event.add_string(23, std::string(name));
            addArgs(event, id);
        };
        for (const Instant& instant : m_trace.instants()) {
            add(instant.time, instant.track, m_trace.text(instant.name), instant.event);
        }
        for (const MemoryEvent& memory : m_trace.memoryEvents()) {
            add(memory.time, memory.track, "[memory]", memory.event);
        }
    }

    void addCounters() {
        std::uint64_t uuid = 2'000'000;
        for (const CounterSeries& series : m_trace.counterSeries()) {
            {
                pbf_writer packet(m_file, 1);
                pbf_writer descriptor(packet, 60);
                descriptor.add_uint64(1, ++uuid);
                descriptor.add_uint64(5, uuidOf(series.process));
                descriptor.add_string(2, std::string(m_trace.text(series.name)));
                pbf_writer counter(descriptor, 8);
                counter.add_int64(4, 1);
            }
            for (std::size_t at = 0; at < series.times.size(); ++at) {
                pbf_writer packet(m_file, 1);
                addTime(packet, series.times[at]);
                pbf_writer event(packet, 11);
                event.add_uint32(9, 4);
                event.add_uint64(11, uuid);
                event.add_double(44, series.values[at]);
            }
        }
    }

    const Trace& m_trace;
    const EventDetails& m_details;
    PftraceLayout m_layout;
    std::string m_bytes;
    pbf_writer m_file;
    std::unordered_map<std::uint32_t, std::uint64_t> m_nameIds;             // by StringId
    std::unordered_map<std::uint32_t, std::int64_t> m_numbers;              // by StringId
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> m_flows;  // by SliceId
};

}  // namespace

std::string pftraceOf(const Trace& trace, const EventDetails& details,
                      const PftraceLayout& layout) {
    return PftraceWriter(trace, details, layout).write();
}

}  // namespace gaplight::test
