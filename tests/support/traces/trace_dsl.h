// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/event_batch.h"
#include "core/trace/trace.h"

namespace gaplight::test {

// Of the times below, which are in nanoseconds.
inline constexpr std::int64_t kUs = 1'000;
inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::chrono::microseconds kMicrosecond(1);

// From `begin` to `end`, both in ns on the trace's clock.
struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

// Writes small traces as PyTorch's profiler would, one event a line:
//
//     TraceDsl t;
//     const auto host = t.thread("main");
//     const auto stream = t.stream(0, 7);
//     t.annotation(host, {0, 900}, "step");
//     t.kernel(stream, {200, 300}, t.launch(host, {100, 110}));
//     t.call(host, {310, 800}, "cudaDeviceSynchronize");
//     const auto trace = t.trace();  // or t.json()
class TraceDsl {
public:
    struct Track {
        std::string pid;
        std::string tid;
        int device = -1;
        int stream = -1;
    };

    // A host thread; its tid counts up from 1.
    Track thread(const std::string& name, int pid = 434);
    // Kineto's stream track: the pid is the device's number.
    Track stream(int device, int number);

    void slice(const Track& track, Span span, const std::string& category, const std::string& name);
    void op(const Track& track, Span span, const std::string& name);
    void annotation(const Track& track, Span span, const std::string& name);
    void python(const Track& track, Span span, const std::string& name);
    // A runtime call of any name; gives its correlation.
    std::uint64_t call(const Track& track, Span span, const std::string& name);
    std::uint64_t launch(const Track& track, Span span) {
        return call(track, span, "cudaLaunchKernel");
    }
    // GPU activities. Correlation 0: the event carries none.
    void kernel(const Track& stream, Span span, std::uint64_t correlation = 0,
                const std::string& name = "kernel");
    void memcpy(const Track& stream, Span span, std::uint64_t correlation = 0,
                const std::string& name = "Memcpy HtoD (Pageable -> Device)");
    void memset(const Track& stream, Span span, std::uint64_t correlation = 0);
    // An arrow of the file between what begins at these instants.
    void flow(const Track& from, std::int64_t fromTime, const Track& to, std::int64_t toTime,
              const std::string& category = "ac2g");
    void counter(const Track& track, std::int64_t time, const std::string& name, double value);
    // A "[memory]" instant: `bytes` allocated on GPU 0 (freed where negative), after which
    // `allocated` are in use.
    void memory(const Track& track, std::int64_t time, std::uint64_t address, std::int64_t bytes,
                std::int64_t allocated);

    // The last call's or activity's correlation and External id, changed.
    void correlate(std::uint64_t correlation) { m_events.back().correlation = correlation; }
    void externalId(std::uint64_t id) { m_events.back().externalId = id; }
    // One more arg of the last event, its value as JSON ("8388608", "\"pageable\""). Only json()
    // has it.
    void arg(const std::string& key, const std::string& value) {
        m_events.back().args.emplace_back(key, value);
    }
    // One more value beside the events, as JSON ("deviceProperties", "[...]"). Only json() has it.
    void fact(const std::string& key, const std::string& value) {
        m_facts.emplace_back(key, value);
    }

    // Which rank of a job this is, for traceOfSources.
    void rank(int rank, int worldSize) {
        m_source.rank = rank;
        m_source.worldSize = worldSize;
    }

    // The same events as a file of Kineto's, and as a trace that no reader has touched.
    std::string json() const;
    std::shared_ptr<const Trace> trace() const;
    // The events as a reader gives them, and the source that they come from.
    EventBatch batch() const;
    const Source& source() const { return m_source; }

private:
    struct Event {
        char phase = 'X';
        Track track;
        Span span;
        std::string category;
        std::string name;
        std::optional<std::uint64_t> correlation;
        std::optional<std::uint64_t> externalId;
        double value = 0;            // counters
        std::uint64_t flowId = 0;    // flows
        std::uint64_t address = 0;   // memory; its bytes are `value`
        std::int64_t allocated = 0;  // memory
        std::vector<std::pair<std::string, std::string>> args = {};
    };

    void activity(const Track& stream, Span span, std::uint64_t correlation,
                  const std::string& category, const std::string& name);
    std::string jsonOf(const Event& event) const;
    void addSlice(const Event& event, EventBatch& batch, EventId id) const;
    void addOther(const Event& event, EventBatch& batch, EventId id) const;

    std::vector<Event> m_events;
    std::vector<std::pair<std::string, std::string>> m_facts;
    Source m_source{"test.json", "kineto-json", {}, {}, {}, {}, {}};
    int m_threads = 0;
    std::uint64_t m_lastCorrelation = 0;
    std::uint64_t m_lastFlow = 0;
};

// One trace of several sources, in this order. Each TraceDsl numbers its threads, correlations and
// flows from 1, so that all of these are equal in two sources; so are pids, devices and streams.
[[nodiscard]] std::shared_ptr<const Trace> traceOfSources(const std::vector<TraceDsl>& sources);

// The slice with this name, the earliest first; an invalid id if there are not that many.
[[nodiscard]] SliceId sliceNamed(const Trace& trace, std::string_view name,
                                 std::size_t occurrence = 0);

}  // namespace gaplight::test
