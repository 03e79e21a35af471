// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight {

// Returns freed heap pages to the system. Loading frees many windows' worth of columns from several
// threads; glibc keeps those pages otherwise, and they count as this process's memory. Takes
// milliseconds for each GB of heap.
void returnFreeMemory();

}  // namespace gaplight
