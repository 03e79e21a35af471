// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_details.h"

#include <cassert>
#include <utility>

namespace gaplight {

TraceDetails::TraceDetails(std::shared_ptr<const Trace> trace,
                           std::vector<std::shared_ptr<const EventDetails>> bySource)
    : m_trace(std::move(trace)), m_bySource(std::move(bySource)) {
    assert(m_bySource.size() == m_trace->sources().size());
}

Result<std::vector<Arg>> TraceDetails::args(SliceId slice) const {
    return ofSlice(slice).args(m_trace->slices().event(slice));
}

Result<std::string> TraceDetails::raw(SliceId slice) const {
    return ofSlice(slice).raw(m_trace->slices().event(slice));
}

Result<std::string> TraceDetails::field(SliceId slice, DetailField field) const {
    return ofSlice(slice).field(m_trace->slices().event(slice), field);
}

const EventDetails& TraceDetails::ofSlice(SliceId slice) const {
    return of(m_trace->sourceOf(slice));
}

}  // namespace gaplight
