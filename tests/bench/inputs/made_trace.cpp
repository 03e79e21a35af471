// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/made_trace.h"

#include <algorithm>
#include <random>
#include <string_view>

#include <fmt/format.h>

#include "core/trace/trace_builder.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kThreads = 50;
constexpr int kDepth = 4;
constexpr std::size_t kNames = 1000;
constexpr std::string_view kEvent =
    R"({"ph":"X","cat":"cpu_op","name":"aten::operation_1","args":{"External id":7,"Sequence number":12,"Input Dims":[[4,1024],[]]}},)"
    "\n";

// The same event again and again.
class RepeatedEvent : public RandomAccess {
public:
    explicit RepeatedEvent(std::size_t events) : m_size(events * kEvent.size()) {}

    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset,
                                             std::span<char> into) const override {
        const std::size_t count =
            std::min<std::uint64_t>(into.size(), m_size - std::min(offset, m_size));
        for (std::size_t at = 0; at < count;) {
            const std::string_view rest = kEvent.substr((offset + at) % kEvent.size());
            at += rest.copy(into.data() + at, count - at);
        }
        return count;
    }
    std::uint64_t size() const override { return m_size; }

private:
    std::uint64_t m_size;
};

// Calls that call calls: each stack is one outermost slice with one child per level, followed by
// a pause of random length, so that every zoom shows both solid and torn rows.
EventBatch threadOf(std::size_t thread, std::size_t stacks) {
    EventBatch batch;
    std::vector<BatchString> names;
    for (std::size_t name = 0; name < kNames; ++name) {
        names.push_back(batch.strings.intern(fmt::format("aten::operation_{}", name)));
    }
    const BatchCategory category = batch.category("cpu_op", SliceKind::CpuOp);
    const BatchString pid = batch.strings.intern("1");
    batch.tracks.push_back({pid, batch.strings.intern(std::to_string(thread + 1))});
    std::minstd_rand random(static_cast<std::uint32_t>(thread + 1));
    std::int64_t at = 0;
    for (std::size_t stack = 0; stack < stacks; ++stack) {
        std::int64_t length = 1000 + random() % 8000;
        for (int depth = 0; depth < kDepth; ++depth) {
            batch.slices.start.push_back(at + depth);
            batch.slices.duration.push_back(length);
            batch.slices.name.push_back(names[random() % kNames]);
            batch.slices.category.push_back(category);
            batch.slices.track.push_back(BatchTrack(0));
            batch.slices.event.push_back(
                EventId((batch.slices.event.size() * kThreads + thread) * kEvent.size()));
            length -= 2 + length / 4;
        }
        at += 10'000 + random() % 20'000;
    }
    batch.events = batch.slices.start.size();
    return batch;
}

}  // namespace

std::shared_ptr<const Trace> madeTrace(std::size_t slices) {
    TraceBuilder builder;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
        builder.add(threadOf(thread, slices / kThreads / kDepth));
    }
    return builder.finish({});
}

std::shared_ptr<const RandomAccess> madeSource(std::size_t slices) {
    return std::make_shared<const RepeatedEvent>(slices / kThreads / kDepth * kThreads * kDepth);
}

std::shared_ptr<const Session> measuredSession(std::shared_ptr<const Trace> trace) {
    auto session = std::make_shared<Session>();
    session->indexes = std::make_shared<const TraceIndexes>(TraceIndexes{
        RowIndex::build(*trace), LaunchIndex::build(*trace), FlowIndex::build(*trace)});
    session->analysis = analyze(*trace, session->indexes->launches);
    session->trace = std::move(trace);
    return session;
}

}  // namespace gaplight::bench
