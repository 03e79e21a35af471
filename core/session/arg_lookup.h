// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/detectors/engine/detector.h"
#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight {

// Reads one field of a slice's event; empty where there is none. Both must outlive it.
[[nodiscard]] ArgLookup argLookup(const Trace& trace, const EventDetails& details);

}  // namespace gaplight
