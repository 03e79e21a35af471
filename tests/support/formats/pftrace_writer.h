// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight::test {

struct PftraceLayout {
    // PyTorch's first writer gives none; later ones do.
    bool hasCategories = true;
};

// The events of a Kineto JSON trace as a Perfetto trace, laid out as PyTorch's own writer does
// (torch/csrc/profiler/cupti/monitor_pftrace.cpp): a clock snapshot, descriptors of tracks, one
// table of names, then groups of slices, first all begins of a group and then all ends, with args
// as debug annotations. Instants, memory events and counters follow. Left out: what the layout has
// no place for (the facts of the file, sort indexes).
[[nodiscard]] std::string pftraceOf(const Trace& trace, const EventDetails& details,
                                    const PftraceLayout& layout = {});

}  // namespace gaplight::test
