// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/detectors/engine/detector.h"
#include "core/io/random_access.h"
#include "core/trace/trace.h"

namespace gaplight {

// Reads one value of a slice's args from the source; empty if there is none. Both must outlive
// it.
[[nodiscard]] ArgLookup argLookup(const Trace& trace, const RandomAccess& source);

}  // namespace gaplight
