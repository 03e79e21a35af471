// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// Args and source text of the slices of a trace. Each source brings EventDetails of its own, and an
// EventId means something within its source only: every query goes to the details of the source
// that the slice's track belongs to. A value type; safe from any thread. Errors of all queries:
// those of EventDetails.
class TraceDetails {
public:
    // Has no trace; nothing may be queried.
    TraceDetails() = default;
    // `bySource`: one for each of trace->sources(), none null.
    TraceDetails(std::shared_ptr<const Trace> trace,
                 std::vector<std::shared_ptr<const EventDetails>> bySource);

    const Trace& trace() const { return *m_trace; }
    const EventDetails& of(SourceId source) const { return *m_bySource[source.index()]; }

    [[nodiscard]] Result<std::vector<Arg>> args(SliceId slice) const;
    [[nodiscard]] Result<std::string> raw(SliceId slice) const;
    [[nodiscard]] Result<std::string> field(SliceId slice, DetailField field) const;

private:
    const EventDetails& ofSlice(SliceId slice) const;

    std::shared_ptr<const Trace> m_trace;
    std::vector<std::shared_ptr<const EventDetails>> m_bySource;
};

}  // namespace gaplight
