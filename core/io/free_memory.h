// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight {

// Returns freed heap pages to the system. Loading frees many windows' worth of columns from several
// threads; glibc keeps those pages otherwise, and they count as this process's memory. Takes
// milliseconds for each GB of heap.
void returnFreeMemory();

// While one exists, up to 4 MiB of freed memory at the end of each thread's heap stay with this
// process, to be used again by what is allocated next: loading frees and allocates by turns, and
// pages that are returned in between cost a page fault each. Without glibc it does nothing.
class FreedMemoryKept {
public:
    FreedMemoryKept();
    ~FreedMemoryKept();
    FreedMemoryKept(const FreedMemoryKept&) = delete;
    FreedMemoryKept& operator=(const FreedMemoryKept&) = delete;
};

// Keeps allocations from 4 MiB on out of the heap of this process, so that the unused ends of
// columns take no memory and what is freed leaves no holes. Without it glibc allocates what is
// smaller from the heap, once something large was freed. Before the first trace is read.
void keepLargeMemoryApart();

}  // namespace gaplight
