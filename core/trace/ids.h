// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/id.h"

namespace gaplight {

using StringId = Id<struct StringTag>;      // into StringPool
using CategoryId = Id<struct CategoryTag>;  // into Trace::categories()
using ProcessId = Id<struct ProcessTag>;    // into Trace::processes()
using TrackId = Id<struct TrackTag>;        // into Trace::tracks()
using SliceId = Id<struct SliceTag>;        // into every slice column
using SeriesId = Id<struct SeriesTag>;      // into Trace::counterSeries()

}  // namespace gaplight
