// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

using FlowId = Id<struct FlowTag>;  // into Trace::flows()

// The file's own arrows by the slice they leave and by the slice they reach.
class FlowIndex {
public:
    FlowIndex() = default;
    // O(flows log flows); 4 bytes per flow.
    [[nodiscard]] static FlowIndex build(const Trace& trace);

    // Flows that leave a slice: consecutive, since Trace::flows() is sorted by `from`.
    // O(log flows).
    [[nodiscard]] std::span<const Flow> from(const Trace& trace, SliceId slice) const;
    // Flows that reach a slice, as indexes into Trace::flows(). O(log flows).
    [[nodiscard]] std::span<const FlowId> to(const Trace& trace, SliceId slice) const;

    [[nodiscard]] std::size_t memoryBytes() const { return m_byTo.capacity() * sizeof(FlowId); }

private:
    std::vector<FlowId> m_byTo;
};

}  // namespace gaplight
