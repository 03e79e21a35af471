// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight {

// Returns freed heap pages to the system. Loading frees many windows' worth of columns from several
// threads; glibc keeps those pages otherwise, and they count as this process's memory. Takes
// milliseconds for each GB of heap.
void returnFreeMemory();

// Keeps allocations from 4 MiB on out of the heap of this process, so that the unused ends of
// columns take no memory and what is freed leaves no holes. Without it glibc allocates what is
// smaller from the heap, once something large was freed. Before the first trace is read.
void keepLargeMemoryApart();

}  // namespace gaplight
