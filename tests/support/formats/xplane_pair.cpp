// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/xplane_pair.h"

#include <cctype>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>

namespace gaplight::test {
namespace {

using protozero::pbf_writer;

constexpr int kHost = -1;
constexpr const char* kDeviceName = "NVIDIA H200";
constexpr int kSms = 132;
constexpr std::int64_t kMemoryBytes = 150'000'000'000;

// Field numbers: see core/formats/xplane/xplane_texts.h. Names of stats by their number - 1.
constexpr std::string_view kStats[] = {
    "correlation_id",    "device_id",     "step_num",           "kernel_details",
    "memcpy_details",    "cuda_graph_id", "cuda_graph_node_id", "gpu_device_name",
    "core_count",        "memory_size",   "compute_cap_major",  "compute_cap_minor",
    "profile_start_time"};

std::int64_t statNumber(std::string_view name) {
    for (std::size_t at = 0; at < std::size(kStats); ++at) {
        if (kStats[at] == name) {
            return static_cast<std::int64_t>(at) + 1;
        }
    }
    return 0;
}

struct PairEvent {
    std::string name;
    std::string category;  // Kineto's
    std::int64_t start = 0;
    std::int64_t duration = 0;
    std::map<std::string, std::uint64_t> numbers;  // stats of XPlane
    std::map<std::string, std::string> texts;
    nlohmann::json args = nlohmann::json::object();  // of Kineto
};

struct PairLine {
    std::string name;
    std::vector<PairEvent> events;
};
// By device (kHost: the host), then by number of the stream or thread.
using PairPlanes = std::map<int, std::map<std::int64_t, PairLine>>;

bool isCallOf(std::string_view name, std::string_view library) {
    return name.size() > library.size() && name.starts_with(library) &&
           std::isupper(static_cast<unsigned char>(name[library.size()])) != 0;
}

class PairEvents {
public:
    explicit PairEvents(const Trace& trace) : m_trace(trace) {
        for (const GpuActivity& activity : trace.gpuActivities()) {
            addActivity(activity);
        }
        for (std::size_t at = 0; at < trace.slices().size(); ++at) {
            addHostSlice(SliceId(at));
        }
    }
    const PairPlanes& planes() const { return m_planes; }

private:
    PairEvent eventOf(SliceId slice) const {
        PairEvent event;
        event.name = m_trace.name(slice);
        event.start = ns(m_trace.slices().start(slice));
        event.duration = m_trace.slices().duration(slice).count();
        return event;
    }

    void addCorrelation(SliceId slice, int device, PairEvent& event) const {
        const auto number = m_trace.correlations().find(slice);
        if (number && *number > 0 && *number <= std::numeric_limits<std::uint32_t>::max()) {
            event.numbers["correlation_id"] = *number;
            event.numbers["device_id"] = static_cast<std::uint64_t>(device);
            event.args["correlation"] = *number;
        }
    }

    void addActivity(const GpuActivity& activity) {
        PairEvent event = eventOf(activity.slice);
        const int device = activity.gpu.device;
        addCorrelation(activity.slice, device, event);
        if (const auto number = m_trace.correlations().find(activity.slice)) {
            m_deviceOfCall[*number] = device;
        }
        event.args["device"] = device;
        event.args["stream"] = activity.stream;
        switch (m_trace.kind(activity.slice)) {
            case SliceKind::Kernel:
                event.category = "kernel";
                addKernel(activity.slice, event);
                break;
            case SliceKind::Memcpy:
                event.category = "gpu_memcpy";
                addBytes(activity.slice, event);
                break;
            default:
                event.category = "gpu_memset";
                addBytes(activity.slice, event);
        }
        PairLine& line = m_planes[device][activity.stream];
        line.name = fmt::format("Stream #{}(Compute)", activity.stream);
        line.events.push_back(std::move(event));
    }

    void addKernel(SliceId slice, PairEvent& event) const {
        const KernelConfig* config = m_trace.kernelConfigs().find(slice);
        if (config == nullptr) {
            return;
        }
        event.args["grid"] = config->grid;
        event.args["block"] = config->block;
        event.args["registers per thread"] = config->registersPerThread;
        event.args["shared memory"] = config->sharedMemoryBytes;
        std::string details =
            fmt::format("regs:{} static_shared:{} dynamic_shared:0 grid:{} block:{}",
                        config->registersPerThread, config->sharedMemoryBytes,
                        fmt::join(config->grid, ","), fmt::join(config->block, ","));
        if (config->occupancyPercent >= 0) {
            event.args["est. achieved occupancy %"] = config->occupancyPercent;
            details += fmt::format(" occ_pct:{}", config->occupancyPercent);
        }
        if (config->graphId != 0) {
            event.args["graph id"] = event.numbers["cuda_graph_id"] = config->graphId;
        }
        if (config->graphNodeId != 0) {
            event.args["graph node id"] = event.numbers["cuda_graph_node_id"] = config->graphNodeId;
        }
        event.texts["kernel_details"] = details;
    }

    void addBytes(SliceId slice, PairEvent& event) const {
        const CopyFacts* copy = m_trace.copyFacts().find(slice);
        if (copy != nullptr && copy->bytes >= 0) {
            event.args["bytes"] = copy->bytes;
            event.texts["memcpy_details"] = fmt::format("size:{}", copy->bytes);
        }
    }

    void addHostSlice(SliceId slice) {
        PairEvent event = eventOf(slice);
        const SliceKind kind = m_trace.kind(slice);
        const bool isStep =
            kind == SliceKind::UserAnnotation && event.name.starts_with("ProfilerStep#");
        if (isApiCall(kind)) {
            const auto number = m_trace.correlations().find(slice);
            const auto device = number ? m_deviceOfCall.find(*number) : m_deviceOfCall.end();
            addCorrelation(slice, device == m_deviceOfCall.end() ? 0 : device->second, event);
        } else if (kind == SliceKind::PythonFunction) {
            event.name.insert(0, "$");
        } else if (kind != SliceKind::CpuOp && kind != SliceKind::UserAnnotation) {
            return;
        }
        const bool isCall = isCallOf(event.name, "cu") || event.numbers.contains("correlation_id");
        event.category = isCallOf(event.name, "cuda")        ? "cuda_runtime"
                         : isCall                            ? "cuda_driver"
                         : isStep                            ? "user_annotation"
                         : kind == SliceKind::PythonFunction ? "python_function"
                                                             : "cpu_op";
        if (isStep) {
            event.numbers["step_num"] = 1;
        }
        const TrackId track = m_trace.trackOf(slice);
        PairLine& line = m_planes[kHost][static_cast<std::int64_t>(track.index()) + 1];
        line.name = m_trace.text(m_trace.tracks()[track.index()].name);
        line.events.push_back(std::move(event));
    }

    const Trace& m_trace;
    std::map<std::uint64_t, int> m_deviceOfCall;
    PairPlanes m_planes;
};

std::string planeName(int device) {
    return device == kHost ? "/host:CPU" : fmt::format("/device:GPU:{}", device);
}

void addStat(pbf_writer& to, std::uint32_t field, std::string_view name, std::uint64_t value) {
    pbf_writer stat(to, field);
    stat.add_int64(1, statNumber(name));
    stat.add_uint64(3, value);
}

void addText(pbf_writer& to, std::uint32_t field, std::string_view name, const std::string& value) {
    pbf_writer stat(to, field);
    stat.add_int64(1, statNumber(name));
    stat.add_string(5, value);
}

void addNames(pbf_writer& plane, std::uint32_t map,
              const std::map<std::string, std::int64_t>& all) {
    for (const auto& [name, id] : all) {
        pbf_writer entry(plane, map);
        entry.add_int64(1, id);
        pbf_writer metadata(entry, 2);
        metadata.add_int64(1, id);
        metadata.add_string(2, name);
    }
}

void addLine(pbf_writer& plane, std::int64_t id, const PairLine& from,
             std::map<std::string, std::int64_t>& names) {
    pbf_writer line(plane, 3);
    line.add_int64(1, id);
    line.add_string(2, from.name);
    const std::int64_t begin = from.events.front().start;
    line.add_int64(3, begin);
    for (const PairEvent& one : from.events) {
        pbf_writer event(line, 4);
        event.add_int64(
            1,
            names.try_emplace(one.name, static_cast<std::int64_t>(names.size()) + 1).first->second);
        event.add_int64(2, (one.start - begin) * 1000);
        event.add_int64(3, one.duration * 1000);
        for (const auto& [name, value] : one.numbers) {
            addStat(event, 4, name, value);
        }
        for (const auto& [name, value] : one.texts) {
            addText(event, 4, name, value);
        }
    }
}

std::string xspaceOf(const PairPlanes& planes, std::int64_t epochNs) {
    std::map<std::string, std::int64_t> statNames;
    for (const std::string_view name : kStats) {
        statNames[std::string(name)] = statNumber(name);
    }
    std::string bytes;
    pbf_writer space(bytes);
    for (const auto& [device, lines] : planes) {
        pbf_writer plane(space, 1);
        plane.add_string(2, planeName(device));
        std::map<std::string, std::int64_t> names;
        for (const auto& [id, line] : lines) {
            addLine(plane, id, line, names);
        }
        addNames(plane, 4, names);
        addNames(plane, 5, statNames);
        if (device != kHost) {
            addText(plane, 6, "gpu_device_name", kDeviceName);
            addStat(plane, 6, "core_count", kSms);
            addStat(plane, 6, "memory_size", kMemoryBytes);
            addStat(plane, 6, "compute_cap_major", 9);
            addStat(plane, 6, "compute_cap_minor", 0);
        }
    }
    pbf_writer plane(space, 1);
    plane.add_string(2, "Task Environment");
    addNames(plane, 5, statNames);
    addStat(plane, 6, "profile_start_time", static_cast<std::uint64_t>(epochNs));
    return bytes;
}

std::string timeText(std::int64_t time) {
    return fmt::format("{}.{:03}", time / 1000, time % 1000);
}

std::string jsonOf(const PairPlanes& planes, std::int64_t epochNs) {
    nlohmann::json devices = nlohmann::json::array();
    std::string events;
    const auto add = [&](const std::string& event) {
        events += (events.empty() ? "" : ",\n") + event;
    };
    const auto quoted = [](const std::string& text) { return nlohmann::json(text).dump(); };
    for (const auto& [device, lines] : planes) {
        const std::string pid = quoted(planeName(device));
        const std::string process = device == kHost ? planeName(device) : kDeviceName;
        if (device != kHost) {
            devices.push_back({{"id", device},
                               {"name", kDeviceName},
                               {"numSms", kSms},
                               {"totalGlobalMem", kMemoryBytes},
                               {"computeMajor", 9},
                               {"computeMinor", 0}});
        }
        for (const auto& [id, line] : lines) {
            const std::string place = fmt::format(R"("pid": {}, "tid": {})", pid, id);
            add(fmt::format(R"({{"ph": "M", "name": "process_name", {}, "args": {{"name": {}}}}})",
                            place, quoted(process)));
            add(fmt::format(R"({{"ph": "M", "name": "thread_name", {}, "args": {{"name": {}}}}})",
                            place, quoted(line.name)));
            for (const PairEvent& one : line.events) {
                add(fmt::format(
                    R"({{"ph": "X", "cat": "{}", "name": {}, {}, "ts": {}, "dur": {}, "args": {}}})",
                    one.category, quoted(one.name), place, timeText(one.start),
                    timeText(one.duration), one.args.dump()));
            }
        }
    }
    return fmt::format(
        "{{\"schemaVersion\": 1, \"deviceProperties\": {}, \"baseTimeNanoseconds\": {},\n"
        "\"traceEvents\": [\n{}\n]}}",
        devices.dump(), epochNs, events);
}

}  // namespace

XplanePair xplanePairOf(const Trace& trace) {
    const PairEvents events(trace);
    const std::int64_t epochNs = trace.facts().baseTimeNs;
    return {xspaceOf(events.planes(), epochNs), jsonOf(events.planes(), epochNs)};
}

}  // namespace gaplight::test
