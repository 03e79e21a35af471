// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traces/trace_dsl.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/formats/kineto_fields.h"
#include "core/trace/trace_builder.h"

namespace gaplight::test {
namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

// Microseconds with three decimals, as Kineto writes them.
std::string microsecondsText(std::int64_t ns) {
    std::array<char, 32> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(ns / 1000),
                      static_cast<long long>(ns % 1000));
    return {text.data(), static_cast<std::size_t>(length)};
}

BatchTrack trackIn(EventBatch& batch, const TraceDsl::Track& track) {
    const BatchTrackKey key{batch.strings.intern(track.pid), batch.strings.intern(track.tid)};
    const auto at = std::find(batch.tracks.begin(), batch.tracks.end(), key);
    const auto index = static_cast<std::size_t>(at - batch.tracks.begin());
    if (at == batch.tracks.end()) {
        batch.tracks.push_back(key);
    }
    return BatchTrack(index);
}

TraceFacts testFacts() {
    TraceFacts facts;
    facts.path = "test.json";
    facts.format = "kineto-json";
    facts.compression = "none";
    return facts;
}

}  // namespace

TraceDsl::Track TraceDsl::thread(const std::string& name, int pid) {
    Track track{std::to_string(pid), std::to_string(++m_threads), -1, -1};
    m_events.push_back({'M', track, {}, "", name, {}, {}, 0, 0});
    return track;
}

TraceDsl::Track TraceDsl::stream(int device, int number) {
    return {std::to_string(device), std::to_string(number), device, number};
}

void TraceDsl::slice(const Track& track, Span span, const std::string& category,
                     const std::string& name) {
    m_events.push_back({'X', track, span, category, name, {}, {}, 0, 0});
}

void TraceDsl::op(const Track& track, Span span, const std::string& name) {
    slice(track, span, "cpu_op", name);
}

void TraceDsl::annotation(const Track& track, Span span, const std::string& name) {
    slice(track, span, "user_annotation", name);
}

void TraceDsl::python(const Track& track, Span span, const std::string& name) {
    slice(track, span, "python_function", name);
}

std::uint64_t TraceDsl::call(const Track& track, Span span, const std::string& name) {
    slice(track, span,
          name.starts_with("cu") && !name.starts_with("cuda") ? "cuda_driver" : "cuda_runtime",
          name);
    m_events.back().correlation = ++m_lastCorrelation;
    return m_lastCorrelation;
}

void TraceDsl::activity(const Track& stream, Span span, std::uint64_t correlation,
                        const std::string& category, const std::string& name) {
    slice(stream, span, category, name);
    if (correlation != 0) {
        m_events.back().correlation = correlation;
    }
}

void TraceDsl::kernel(const Track& stream, Span span, std::uint64_t correlation,
                      const std::string& name) {
    activity(stream, span, correlation, "kernel", name);
}

void TraceDsl::memcpy(const Track& stream, Span span, std::uint64_t correlation,
                      const std::string& name) {
    activity(stream, span, correlation, "gpu_memcpy", name);
}

void TraceDsl::memset(const Track& stream, Span span, std::uint64_t correlation) {
    activity(stream, span, correlation, "gpu_memset", "Memset (Device)");
}

void TraceDsl::flow(const Track& from, std::int64_t fromTime, const Track& to, std::int64_t toTime,
                    const std::string& category) {
    ++m_lastFlow;
    m_events.push_back(
        {'s', from, {fromTime, fromTime}, category, category, {}, {}, 0, m_lastFlow});
    m_events.push_back({'f', to, {toTime, toTime}, category, category, {}, {}, 0, m_lastFlow});
}

void TraceDsl::counter(const Track& track, std::int64_t time, const std::string& name,
                       double value) {
    m_events.push_back({'C', track, {time, time}, "", name, {}, {}, value, 0});
}

void TraceDsl::memory(const Track& track, std::int64_t time, std::uint64_t address,
                      std::int64_t bytes, std::int64_t allocated) {
    m_events.push_back({'i',
                        track,
                        {time, time},
                        "cpu_instant_event",
                        "[memory]",
                        {},
                        {},
                        static_cast<double>(bytes),
                        0,
                        address,
                        allocated});
}

std::string TraceDsl::jsonOf(const Event& event) const {
    const bool isMetadata = event.phase == 'M';
    std::string text = "{\"ph\": \"" + std::string(1, event.phase) + "\"";
    text += ", \"name\": " + (isMetadata ? "\"thread_name\"" : quoted(event.name));
    if (!event.category.empty()) {
        text += ", \"cat\": " + quoted(event.category);
    }
    text += ", \"pid\": " + event.track.pid + ", \"tid\": " + event.track.tid;
    text += ", \"ts\": " + microsecondsText(event.span.begin);
    if (event.phase == 'X') {
        text += ", \"dur\": " + microsecondsText(event.span.end - event.span.begin);
    }
    if (event.flowId != 0) {
        text += ", \"id\": " + std::to_string(event.flowId) + ", \"bp\": \"e\"";
    }
    std::string args;
    const auto add = [&](const std::string& key, const std::string& value) {
        args += (args.empty() ? "" : ", ") + quoted(key) + ": " + value;
    };
    if (isMetadata) {
        add("name", quoted(event.name));
    }
    if (event.phase == 'C') {
        add("value", std::to_string(event.value));
    }
    if (event.phase == 'i') {
        add("Addr", std::to_string(event.address));
        add("Bytes", std::to_string(static_cast<std::int64_t>(event.value)));
        add("Device Type", "1");
        add("Device Id", "0");
        add("Total Allocated", std::to_string(event.allocated));
        add("Total Reserved", std::to_string(event.allocated));
    }
    for (const auto& [key, value] : event.args) {
        add(key, value);
    }
    if (event.phase == 'X' && event.track.device >= 0) {
        add("device", std::to_string(event.track.device));
        add("stream", std::to_string(event.track.stream));
    }
    if (event.correlation) {
        add("correlation", std::to_string(*event.correlation));
    }
    if (event.externalId) {
        add("External id", std::to_string(*event.externalId));
    }
    return text + ", \"args\": {" + args + "}}";
}

std::string TraceDsl::json() const {
    std::string text = "{\"schemaVersion\": 1,\n ";
    for (const auto& [key, value] : m_facts) {
        text += quoted(key) + ": " + value + ",\n ";
    }
    text += "\"traceEvents\": [\n";
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        text += "  " + jsonOf(m_events[i]) + (i + 1 < m_events.size() ? ",\n" : "\n");
    }
    return text + "]}\n";
}

void TraceDsl::addSlice(const Event& event, EventBatch& batch, EventId id) const {
    const auto row = static_cast<std::uint32_t>(batch.slices.start.size());
    batch.slices.start.push_back(event.span.begin);
    batch.slices.duration.push_back(event.span.end - event.span.begin);
    batch.slices.name.push_back(batch.strings.intern(event.name));
    batch.slices.category.push_back(
        batch.category(event.category, sliceKindOfCategory(event.category)));
    batch.slices.track.push_back(trackIn(batch, event.track));
    batch.slices.event.push_back(id);
    if (event.correlation) {
        batch.correlation.slice.push_back(row);
        batch.correlation.value.push_back(*event.correlation);
    }
    if (event.externalId) {
        batch.externalId.slice.push_back(row);
        batch.externalId.value.push_back(*event.externalId);
    }
    if (event.track.device >= 0) {
        batch.gpu.push_back({row, event.track.device, event.track.stream});
    }
}

void TraceDsl::addOther(const Event& event, EventBatch& batch, EventId id) const {
    const BatchTrack track = trackIn(batch, event.track);
    const BatchString name = batch.strings.intern(event.name);
    if (event.phase == 'M') {
        batch.metadata.push_back({TrackFact::ThreadName, track, name, 0});
    } else if (event.phase == 'C') {
        batch.counters.push_back(
            {event.span.begin, event.value, name, batch.strings.intern("value"), track});
    } else if (event.phase == 'i') {
        batch.memory.push_back({event.span.begin, event.address,
                                static_cast<std::int64_t>(event.value), event.allocated,
                                event.allocated, 1, 0, track, id});
    } else {
        const FlowPhase phase = event.phase == 's' ? FlowPhase::Start : FlowPhase::Finish;
        batch.flows.push_back({phase, true, event.span.begin, batch.strings.intern(event.category),
                               name, batch.strings.intern(std::to_string(event.flowId)), track,
                               id});
    }
}

EventBatch TraceDsl::batch() const {
    EventBatch batch;
    for (const Event& event : m_events) {
        const EventId id(batch.events * 100);
        ++batch.events;
        if (event.phase == 'X') {
            addSlice(event, batch, id);
        } else {
            addOther(event, batch, id);
        }
    }
    return batch;
}

std::shared_ptr<const Trace> TraceDsl::trace() const {
    TraceBuilder builder;
    builder.add(batch());
    return builder.finish(testFacts());
}

std::shared_ptr<const Trace> traceOfSources(const std::vector<TraceDsl>& sources) {
    TraceBuilder builder;
    for (const TraceDsl& source : sources) {
        builder.add(builder.addSource(source.source()), source.batch());
    }
    return builder.finish(testFacts());
}

SliceId sliceNamed(const Trace& trace, std::string_view name, std::size_t occurrence) {
    std::vector<SliceId> found;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceId(i)) == name) {
            found.emplace_back(i);
        }
    }
    std::stable_sort(found.begin(), found.end(), [&](SliceId a, SliceId b) {
        return trace.slices().start(a) < trace.slices().start(b);
    });
    return occurrence < found.size() ? found[occurrence] : SliceId{};
}

}  // namespace gaplight::test
