// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/launch_finding.h"

#include <cstddef>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/base/utf8.h"
#include "core/detectors/engine/finding_groups.h"

namespace gaplight {

std::string kernelLabel(std::string_view name) {
    constexpr std::size_t kMaxBytes = 60;
    std::string label = shortKernelName(name);
    if (label.size() > kMaxBytes) {
        label.resize(truncateUtf8(label, kMaxBytes).size());
        label += "\u2026";
    }
    return label;
}

void setSlowedHost(const Trace& trace, const LaunchBoundPlace& bound, FindingValues& values) {
    values.set("slowed_host", CaseName{bound.recording == Duration::zero() ? "unknown"
                                       : hasPythonStacks(trace)            ? "stacks"
                                                                           : "no-stacks"});
    values.set("recording", bound.recording);
    values.set("place_idle", bound.idle);
    values.set("unprofiled_idle", bound.idleUnprofiled);
}

ReplayEdit oneTurnOf(const TensorLoop& loop) {
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleHost;
    edit.track = loop.track;
    edit.range = loop.host;
    edit.factor = 1.0 / static_cast<double>(loop.turns);
    return edit;
}

bool isKnown(const FindingPlace& where) {
    return !where.annotation.empty() || !where.python.empty() || !where.op.empty();
}

std::string inPlaceText(const FindingPlace& where) {
    FindingPlace grouped = where;
    grouped.annotation = annotationGroup(where.annotation);
    grouped.op = annotationGroup(where.op);
    return isKnown(where) ? "in " + placeText(grouped) : "outside any annotation";
}

FindingPlace findingPlaceOf(const Trace& trace, const Place& place, GpuId gpu) {
    FindingPlace where;
    where.annotation = trace.text(place.annotation);
    where.op = trace.text(place.op);
    where.python = shortFrame(trace.text(place.python));
    where.gpu = gpu;
    return where;
}

}  // namespace gaplight
