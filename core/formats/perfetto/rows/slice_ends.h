// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/import_issue.h"
#include "core/formats/perfetto/rows/joined_part.h"
#include "core/formats/perfetto/rows/slice_pairing.h"

namespace gaplight {

// Gives each slice whose end is an event of its own (PerfettoPart::kOpen) its duration, and removes
// the ends from `parts`. A track's begins and ends may be in any of the parts, which are in the
// order of the file; `traceEnd` closes slices without an end. Gives what did not fit together
// (SlicePairing). Uses all cores. O(edges log edges), 16 bytes an edge.
[[nodiscard]] ImportIssues closeSlices(std::span<JoinedPart> parts, std::size_t tracks,
                                       const EdgeOrders& orders, std::int64_t traceEnd);

}  // namespace gaplight
