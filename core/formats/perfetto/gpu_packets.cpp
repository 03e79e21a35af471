// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/gpu_packets.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

struct CounterSample {
    std::uint32_t counter = 0;
    double value = 0;
};

CounterSample readSample(protozero::data_view view) {
    CounterSample sample;
    protozero::pbf_message<GpuCounterValueField> fields(view);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(GpuCounterValueField::Id):
                sample.counter = fields.get_uint32();
                break;
            case varintKey(GpuCounterValueField::IntValue):
                sample.value = static_cast<double>(fields.get_int64());
                break;
            case fixed64Key(GpuCounterValueField::DoubleValue):
                sample.value = fields.get_double();
                break;
            default:
                fields.skip();
        }
    }
    return sample;
}

// A GpuCounterDescriptor: field 1 are the counters' specifications.
void readNames(std::string_view message, std::uint64_t gpu,
               std::unordered_map<std::uint64_t, std::string, IdHash>& names) {
    protozero::pbf_reader specs(viewOf(message));
    while (specs.next(1, protozero::pbf_wire_type::length_delimited)) {
        std::uint32_t counter = 0;
        std::string_view name;
        protozero::pbf_message<GpuCounterSpecField> spec(specs.get_view());
        while (spec.next()) {
            if (spec.tag_and_type() == varintKey(GpuCounterSpecField::Id)) {
                counter = spec.get_uint32();
            } else if (spec.tag_and_type() == bytesKey(GpuCounterSpecField::Name)) {
                name = textOf(spec.get_view());
            } else {
                spec.skip();
            }
        }
        names[gpu << 32U | counter] = name;
    }
}

}  // namespace

void readGpuCounters(std::string_view message, const EventSurroundings& around,
                     std::unordered_map<std::uint64_t, std::string, IdHash>& names,
                     PerfettoPart& part) {
    std::string_view descriptor;
    std::vector<CounterSample> samples;
    std::int32_t gpu = 0;
    protozero::pbf_message<GpuCounterField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(GpuCounterField::Descriptor):
                descriptor = textOf(fields.get_view());
                break;
            case bytesKey(GpuCounterField::Counters):
                samples.push_back(readSample(fields.get_view()));
                break;
            case varintKey(GpuCounterField::GpuId):
                gpu = fields.get_int32();
                break;
            default:
                fields.skip();
        }
    }
    const auto number = static_cast<std::uint64_t>(static_cast<std::uint32_t>(gpu));
    readNames(descriptor, number, names);
    const PartTrackId track =
        part.find(PerfettoTrackKey::ofNumber(PerfettoTrackKey::Kind::GpuCounters, gpu));
    for (const CounterSample& sample : samples) {
        const auto name = names.find(number << 32U | sample.counter);
        part.addCounter(
            {track, around.time, around.event, around.sequence}, sample.value,
            name != names.end() ? name->second : fmt::format("GPU counter {}", sample.counter));
    }
}

namespace {

template <class Target>
std::array<Target, 3> readDim3(protozero::data_view view) {
    std::array<Target, 3> dims{1, 1, 1};
    protozero::pbf_reader fields(view);
    while (fields.next()) {
        const auto field = fields.tag();
        if (field >= 1 && field <= 3 && fields.wire_type() == protozero::pbf_wire_type::varint) {
            dims.at(field - 1) = static_cast<Target>(
                std::min<std::uint64_t>(fields.get_uint64(), std::numeric_limits<Target>::max()));
        } else {
            fields.skip();
        }
    }
    return dims;
}

// The number that ends a queue's name ("stream 07"), or -1.
std::int32_t streamOfQueue(std::string_view name) {
    const std::size_t before = name.find_last_not_of("0123456789");
    const std::string_view digits =
        before == std::string_view::npos ? name : name.substr(before + 1);
    std::int64_t number = digits.empty() ? -1 : 0;
    for (const char digit : digits) {
        number = std::min<std::int64_t>(10 * number + (digit - '0'),
                                        std::numeric_limits<std::int32_t>::max());
    }
    return static_cast<std::int32_t>(number);
}

bool containsWord(std::string_view text, std::string_view lower, std::string_view capitalized) {
    return text.find(lower) != std::string_view::npos ||
           text.find(capitalized) != std::string_view::npos;
}

class StageReader {
public:
    explicit StageReader(const EventSurroundings& around) : m_around(around) {}

    void read(std::string_view message) {
        protozero::pbf_message<StageField> fields(viewOf(message));
        while (fields.next()) {
            readField(fields);
        }
    }

    void addTo(PerfettoPart& part) {
        if (m_queueName.empty()) {
            m_queueName = fmt::format("queue {}", m_queue);
        }
        m_columns.setDevice(m_gpu);
        if (m_columns.stream() < 0) {
            m_columns.setStream(streamOfQueue(m_queueName));
        }
        const SliceKind kind = kindOfStage();
        const std::string_view name = !m_name.empty()     ? m_name
                                      : !m_kernel.empty() ? m_kernel
                                                          : m_stage;
        const auto duration = static_cast<std::int64_t>(std::min<std::uint64_t>(
            m_duration, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
        const bool isWork = isGpuActivity(kind);
        const bool hasCorrelation = m_columns.correlation().has_value();
        const PartTrackId track = part.find(
            PerfettoTrackKey::ofNumber(PerfettoTrackKey::Kind::Queue, m_gpu, m_queueName));
        part.addSlice({track, m_around.time, m_around.event, m_around.sequence},
                      {name, m_stage, kind}, m_columns, duration);
        if (isWork && !hasCorrelation && m_eventId != 0) {
            part.setStageOfLastSlice(m_eventId);
        }
        for (const std::string_view unknown : m_unknown) {
            part.issues().record(IssueKind::BadId, m_around.event.number(),
                                 fmt::format("unknown interned {}", unknown));
        }
    }

private:
    void readField(protozero::pbf_message<StageField>& fields) {
        switch (fields.tag_and_type()) {
            case varintKey(StageField::EventId):
                m_eventId = fields.get_uint64();
                break;
            case varintKey(StageField::DurationNs):
                m_duration = fields.get_uint64();
                break;
            case varintKey(StageField::GpuId):
                m_gpu = fields.get_int32();
                break;
            case varintKey(StageField::HwQueueId):
                m_queue = fields.get_uint64();
                break;
            case varintKey(StageField::HwQueueIid):
                m_queue = fields.get_uint64();
                m_queueName = interned(InternedKind::GpuSpecification, m_queue, "queue");
                break;
            case varintKey(StageField::StageIid):
                m_stage = interned(InternedKind::GpuSpecification, fields.get_uint64(), "stage");
                break;
            case bytesKey(StageField::Name):
                m_name = textOf(fields.get_view());
                break;
            case varintKey(StageField::NameIid):
                m_name = interned(InternedKind::EventName, fields.get_uint64(), "name");
                break;
            case varintKey(StageField::KernelIid):
                m_kernel = interned(InternedKind::ComputeKernel, fields.get_uint64(), "kernel");
                m_isCompute = true;
                break;
            case bytesKey(StageField::Launch):
                readLaunch(fields.get_view());
                break;
            case bytesKey(StageField::ExtraData):
                readExtraData(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }

    std::string interned(InternedKind kind, std::uint64_t iid, std::string_view what) {
        const InternedEntry* entry = m_around.texts.find(kind, iid);
        if (entry == nullptr) {
            m_unknown.push_back(what);
            return {};
        }
        return std::string(entry->text);
    }

    void readLaunch(protozero::data_view view) {
        m_isCompute = true;
        protozero::pbf_message<LaunchField> fields(view);
        while (fields.next()) {
            switch (fields.tag_and_type()) {
                case bytesKey(LaunchField::Grid):
                    m_columns.setGrid(readDim3<std::uint32_t>(fields.get_view()));
                    break;
                case bytesKey(LaunchField::Workgroup):
                    m_columns.setBlock(readDim3<std::uint16_t>(fields.get_view()));
                    break;
                case bytesKey(LaunchField::Args):
                    m_columns.take(readComputeArg(textOf(fields.get_view()), m_around.texts),
                                   m_around.texts);
                    break;
                default:
                    fields.skip();
            }
        }
    }

    void readExtraData(protozero::data_view view) {
        std::string_view name;
        std::string_view value;
        protozero::pbf_message<ExtraDataField> fields(view);
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(ExtraDataField::Name)) {
                name = textOf(fields.get_view());
            } else if (fields.tag_and_type() == bytesKey(ExtraDataField::Value)) {
                value = textOf(fields.get_view());
            } else {
                fields.skip();
            }
        }
        m_columns.takeText(name, value);
    }

    // Stages of graphics work count as GPU work too.
    SliceKind kindOfStage() const {
        if (m_isCompute) {
            return SliceKind::Kernel;
        }
        if (containsWord(m_stage, "memcpy", "Memcpy") || containsWord(m_stage, "copy", "Copy")) {
            return SliceKind::Memcpy;
        }
        if (containsWord(m_stage, "memset", "Memset")) {
            return SliceKind::Memset;
        }
        if (m_stage == "Annotation") {
            return SliceKind::GpuUserAnnotation;
        }
        return m_stage == "EventRecord" || m_stage == "HostNode" ? SliceKind::Other
                                                                 : SliceKind::Kernel;
    }

    const EventSurroundings& m_around;
    AnnotationColumns m_columns;
    std::uint64_t m_eventId = 0;
    std::uint64_t m_duration = 0;
    std::uint64_t m_queue = 0;
    std::int32_t m_gpu = 0;
    bool m_isCompute = false;
    std::string m_queueName;
    std::string m_stage;
    std::string m_name;
    std::string m_kernel;
    std::vector<std::string_view> m_unknown;
};

}  // namespace

void readRenderStage(std::string_view message, const EventSurroundings& around,
                     PerfettoPart& part) {
    StageReader reader(around);
    reader.read(message);
    reader.addTo(part);
}

}  // namespace gaplight
