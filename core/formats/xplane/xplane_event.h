// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/formats/xplane/xplane_texts.h"
#include "core/trace/ids.h"

namespace gaplight {

// A timeline of a plane: a stream, a thread.
struct XplaneLine {
    std::int64_t id = 0;
    std::string name;  // for display
    std::int64_t timestampNs = 0;

    [[nodiscard]] bool isStream() const { return name.starts_with("Stream #"); }
    [[nodiscard]] std::int32_t stream() const;  // -1: the id is no stream's number
};

// The facts of an XLine message. Throws protozero::exception (also below).
[[nodiscard]] XplaneLine readXplaneLine(std::string_view message);

// An event with the stats that are columns of the trace. Views are into its message and into the
// names of its plane.
struct XplaneEvent {
    EventId id;
    std::int64_t kind = 0;      // of XplaneTexts::findEvent
    std::int64_t offsetPs = 0;  // from the start of its line
    std::int64_t durationPs = 0;
    bool isAggregate = false;  // a sum of events, without a time
    std::string_view name;
    std::int64_t start = 0;  // ns on the trace's axis
    std::int64_t duration = 0;
    std::optional<std::uint64_t> correlation;
    std::int64_t device = 0;
    bool isStep = false;
    std::string_view kernelDetails;  // "regs:168 grid:2,66,1 block:384,1,1"
    std::string_view copyDetails;    // "kind_src:pinned kind_dst:device size:4"
    std::string_view allocator;
    std::uint64_t graphId = 0;
    std::uint64_t graphNodeId = 0;
    std::int64_t allocationBytes = -1;
    std::int64_t bytesAllocated = -1;
    std::int64_t bytesReserved = -1;
    std::uint64_t address = 0;
};

// Reads an XEvent message: all but id, name, start and duration.
[[nodiscard]] XplaneEvent readXplaneEvent(std::string_view message, const XplaneTexts& texts);

// `picoseconds` as ns, rounded half to even. Monotonic, so that the order of times is kept.
[[nodiscard]] std::int64_t nsOfPicoseconds(std::int64_t picoseconds);

}  // namespace gaplight
