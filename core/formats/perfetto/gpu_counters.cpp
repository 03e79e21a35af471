// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/gpu_counters.h"

#include <vector>

#include <fmt/format.h>

#include "core/base/id_hash.h"
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

}  // namespace gaplight
