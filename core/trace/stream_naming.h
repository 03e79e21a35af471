// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/string_pool.h"
#include "core/trace/event_batch.h"
#include "core/trace/slice_table.h"
#include "core/trace/sparse_column.h"
#include "core/trace/trace.h"

namespace gaplight {

// Lists every GPU activity in slice order, and sets the device and stream of tracks and processes.
// Device and stream come from the args; if these are missing, from the process id and
// from the number in the thread id ("stream 7", 7). A process all of whose slices are on streams
// of one GPU represents that GPU. O(slices).
std::vector<GpuActivity> nameStreams(const SparseColumn<GpuBatchRow>& rows,
                                     const SliceTable& slices, std::span<const Category> categories,
                                     const StringPool<struct StringTag>& strings,
                                     std::span<Track> tracks, std::span<Process> processes);

}  // namespace gaplight
