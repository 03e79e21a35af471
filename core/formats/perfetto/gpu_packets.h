// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/id.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/track_events.h"

namespace gaplight {

// Reads a GpuCounterEvent message: samples of counters, whose names an earlier event of the same
// GPU gives (`names`, by GPU in the upper half and counter). Counters that are described by
// interned data have no names here. Throws protozero::exception.
void readGpuCounters(std::string_view message, const EventSurroundings& around,
                     std::unordered_map<std::uint64_t, std::string, IdHash>& names,
                     PerfettoPart& part);

// Reads a GpuRenderStageEvent message: a kernel, copy or memset on a hardware queue. A stage that
// is only an annotation or an event of a graph is none. Throws protozero::exception.
void readRenderStage(std::string_view message, const EventSurroundings& around, PerfettoPart& part);

}  // namespace gaplight
