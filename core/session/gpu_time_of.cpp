// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gpu_time_of.h"

#include <utility>

#include "core/session/gap_colors.h"

namespace gaplight {

GpuTime gpuTimeOf(const Session& session, std::size_t device) {
    const DeviceAnalysis& of = session.analysis.devices[device];
    GpuTime time{of.totals.gpu, of.totals.window, {}, {}, {}, {}};
    time.gaps.reserve(of.gaps.size());
    for (const Gap& gap : of.gaps) {
        time.gaps.push_back(gap.range());
    }
    time.gapColors = gapColors(session, device);
    NotComputing parts = notComputing(*session.trace, of.byStart, of.busyAtStart);
    time.communicationAlone = std::move(parts.communicationAlone);
    time.copiesAlone = std::move(parts.copiesAlone);
    return time;
}

}  // namespace gaplight
