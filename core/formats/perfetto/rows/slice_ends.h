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
// the ends from `parts`. The begin and the end of a slice may be in different parts, which are in
// the order of the file. Slices without an end last until `traceEnd`. Returns the begins and ends
// that could not be paired (SlicePairing). Uses all cores. O(edges log edges), 16 bytes an edge.
[[nodiscard]] ImportIssues closeSlices(std::span<JoinedPart> parts, std::size_t tracks,
                                       const EdgeOrders& orders, std::int64_t traceEnd);

}  // namespace gaplight
