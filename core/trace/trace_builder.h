// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/trace/event_batch.h"
#include "core/trace/trace.h"

namespace gaplight {

struct TraceTables;

// Builds an immutable Trace from batches of events.
// Batches come in file order, from one thread at a time. `finish` sorts slices by track, nests
// them, pairs B/E and async halves, binds flows and excludes impossible values; it uses all
// cores and frees each source column as soon as it is gathered, so that the peak stays near
// the size of the result.
class TraceBuilder {
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(TraceBuilder&&) noexcept;
    TraceBuilder& operator=(TraceBuilder&&) noexcept;

    // One more source; the first call describes source 0, which exists without one. A trace whose
    // sources were never added has one, described by the facts of `finish`. At most 65,536.
    SourceId addSource(Source source);
    // Replaces its description: a reader may find rank or clock only at the end of a file.
    void describeSource(SourceId id, Source source);

    // Adds a batch of source 0, or of one that was added. Batches of several sources may take
    // turns.
    void add(EventBatch batch) { add(SourceId(), std::move(batch)); }
    void add(SourceId source, EventBatch batch);
    // Adds several batches at once, using all cores. For readers whose batches are complete only at
    // the end of the file.
    void add(SourceId source, std::vector<EventBatch> batches);
    // Issues found outside any batch (a cut file, text between events).
    void addIssues(const ImportIssues& issues);

    // Makes finish() give these tables, without `facts`, which go to finish() as usual. Nothing but
    // issues may be added before or after.
    void adopt(TraceTables tables);

    // Events and slices added so far, for progress display.
    std::uint64_t eventCount() const;
    std::uint64_t sliceCount() const;

    // Consumes the builder.
    [[nodiscard]] std::shared_ptr<const Trace> finish(TraceFacts facts);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace gaplight
