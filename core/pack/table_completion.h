// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/pack/table_checks.h"
#include "core/trace/batch_intake.h"
#include "core/trace/slice_assembly.h"
#include "core/trace/trace.h"

namespace gaplight {

// What nestSlices() and completeTables() make a whole of.
struct IncompleteTables {
    TraceTables tables;  // without slices and gpu
    // The rows and parents in it are those of the tracks in `keptRows` only; each name and category
    // is a text of the pack.
    SliceColumns slices;
    // By track, 1: its rows and parents are as given, because nesting it again gives others (it has
    // async operations, of which only slices of one operation nest).
    std::vector<std::uint8_t> keptRows;
    std::vector<GpuActivity> gpu;  // of `gpu` only the device counts; -1: not recorded
};

// Both check everything else that the rest of the program takes for granted about a Trace, so that
// no file can make it fail: ids, order, times, limits of sums. Errors: Corrupt, with a problem
// found.

// Nests the slices, on one core for each track: of `given` it needs the sources, texts, processes
// and tracks, the slices' starts and durations, and `keptRows`. Gives the times of all slices.
[[nodiscard]] Result<TableExtent> nestSlices(IncompleteTables& given);
// Names streams and checks the rest, on several cores. `times`: as nestSlices() gave them.
// O(slices).
[[nodiscard]] Result<TraceTables> completeTables(IncompleteTables given, const TableExtent& times);

// Whether nesting the slices of a track again gives the rows and parents that it has.
[[nodiscard]] bool isNestedAsUsual(const Trace& trace, TrackId track);

}  // namespace gaplight
