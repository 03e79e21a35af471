// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/what_if/resolve_edits.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/gpu/collectives.h"
#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/idle/exposed_copies.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/slices/slice_text.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/place.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/close_names.h"
#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/detectors/rules/copy/cold_operators.h"
#include "core/detectors/rules/copy/pinned_rates.h"
#include "core/detectors/rules/ranks/collective_kind.h"

namespace gaplight {
namespace {

using Edits = std::vector<ReplayEdit>;
using Kind = ReplayEdit::Kind;
using Target = WhatIf::Target;

SliceKind kindOf(Target target) {
    switch (target) {
        case Target::Annotation:
            return SliceKind::UserAnnotation;
        case Target::Function:
            return SliceKind::PythonFunction;
        case Target::Op:
            return SliceKind::CpuOp;
        default:
            return SliceKind::Kernel;
    }
}

std::string_view wordOf(Target target) {
    switch (target) {
        case Target::Annotation:
            return "annotation";
        case Target::Function:
            return "Python function";
        case Target::Op:
            return "operator";
        default:
            return "kernel";
    }
}

// The name without the suffix that a recorder adds.
std::string shortName(Target target, std::string_view name) {
    switch (target) {
        case Target::Annotation:
            return annotationGroup(name);
        case Target::Function:
            return std::string(shortFrame(name));
        case Target::Kernel:
            return shortKernelName(name);
        default:
            return std::string(name);
    }
}

bool isNamed(const WhatIf& edit, std::string_view name) {
    if (edit.isLiteral) {
        return edit.name == name;
    }
    const bool isAnnotation = edit.target == Target::Annotation;
    return matchesGlob(edit.name, name) || matchesGlob(edit.name, shortName(edit.target, name)) ||
           (isAnnotation && (edit.name == nameTemplate(name) || edit.name == nameFamily(name))) ||
           (edit.target == Target::Function && matchesGlob(edit.name, functionOfFrame(name)));
}

// The slices that an edit names, ascending; looks at each text once.
class NamedSlices {
public:
    NamedSlices(const WhatIf& edit, const WhatIfSubject& subject)
        : m_edit(edit), m_trace(subject.trace), m_range(subject.analysis.range) {}

    Result<std::vector<SliceId>> find() {
        const SliceKind kind = kindOf(m_edit.target);
        const SliceTable& slices = m_trace.slices();
        const std::vector<SliceId> all = scanSlices(m_trace, [&](SliceId slice) {
            return m_trace.kind(slice) == kind && m_range.contains(slices.start(slice));
        });
        std::vector<Seen> seen(m_trace.strings().size(), Seen::Not);
        std::vector<SliceId> found;
        for (const SliceId slice : all) {
            Seen& name = seen[slices.name(slice).index()];
            if (name == Seen::Not) {
                name = isNamed(m_edit, m_trace.name(slice)) ? Seen::Match : Seen::Other;
            }
            if (name == Seen::Match) {
                found.push_back(slice);
            }
        }
        if (!found.empty()) {
            return found;
        }
        return fail(ErrorCode::BadArgument,
                    fmt::format("'{}': the trace has no {} '{}'; {}", m_edit.text,
                                wordOf(m_edit.target), m_edit.name, knownText(all)));
    }

private:
    enum class Seen : std::uint8_t { Not, Match, Other };

    // Known names, those that take most time first.
    std::string knownText(std::span<const SliceId> all) const {
        std::vector<std::pair<Duration, std::string>> names;
        std::vector<Duration> total(m_trace.strings().size());
        for (const SliceId slice : all) {
            total[m_trace.slices().name(slice).index()] += m_trace.slices().duration(slice);
        }
        std::set<std::string> shown;
        for (std::size_t text = 0; text < total.size(); ++text) {
            std::string name = total[text] > Duration::zero()
                                   ? shortName(m_edit.target, m_trace.text(StringId(text)))
                                   : std::string{};
            if (!name.empty() && shown.insert(name).second) {
                names.emplace_back(total[text], std::move(name));
            }
        }
        std::stable_sort(names.begin(), names.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<std::string> known;
        for (auto& [time, name] : names) {
            known.push_back(std::move(name));
        }
        return closeNamesText(m_edit.name, known);
    }

    const WhatIf& m_edit;
    const Trace& m_trace;
    TimeRange m_range;
};

void append(Edits& edits, Edits more) {
    edits.insert(edits.end(), more.begin(), more.end());
}

// What a thread does in a range.
struct HostTime {
    TrackId thread;
    SliceId first;  // the first slice in it
    TimeRange range;
};

// Multiplies host time by `factor`, or removes it together with the waits that begin in it.
Edits hostEdits(const Trace& trace, const Analysis& analysis, const HostTime& host, double factor,
                bool isRemoved) {
    Edits edits{{Kind::ScaleHost, {}, host.thread, host.range, factor}};
    if (!isRemoved) {
        return edits;
    }
    // By slice id, hence in time order on one track.
    const auto& calls = analysis.blockingCalls;
    for (auto call = std::ranges::lower_bound(calls, host.first, {}, &BlockingCall::slice);
         call != calls.end() && call->track == host.thread &&
         trace.slices().start(call->slice) < host.range.end;
         ++call) {
        edits.push_back({Kind::DropWait, call->slice, {}, {}, 0});
    }
    return edits;
}

Result<Edits> namedEdits(const WhatIf& edit, const WhatIfSubject& subject) {
    const std::vector<SliceId> slices = TRY(NamedSlices(edit, subject).find());
    Edits edits;
    for (const SliceId slice : slices) {
        append(edits,
               sliceEdits(subject.trace, subject.analysis, slice, edit.factor, edit.isRemoved));
    }
    return edits;
}

Edits ruleEdits(std::string_view rule, std::span<const Finding> findings) {
    Edits edits;
    for (const Finding& finding : findings) {
        if (finding.rule == rule) {
            append(edits, finding.edits);
        }
    }
    return edits;
}

Result<Edits> findingEdits(const WhatIf& edit, std::span<const Finding> findings) {
    std::size_t rank = 0;
    std::from_chars(edit.name.data(), edit.name.data() + edit.name.size(), rank);
    if (rank == 0 || rank > findings.size()) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("'{}': the trace has {}", edit.text,
                                countText(findings.size(), "finding", "findings")));
    }
    return findings[rank - 1].edits;
}

Result<Edits> oneSliceEdits(const WhatIf& edit, const WhatIfSubject& subject) {
    return sliceFromText(edit.name, subject.trace).map([&](SliceId slice) {
        return sliceEdits(subject.trace, subject.analysis, slice, edit.factor, edit.isRemoved);
    });
}

tl::unexpected<Error> noGap(const WhatIf& edit, std::string_view why) {
    return fail(ErrorCode::BadArgument, fmt::format("'{}': {}", edit.text, why));
}

// The gap that an edit names as GPU@TIME. O(GPUs + log gaps).
Result<const Gap*> namedGap(const WhatIf& edit, const WhatIfSubject& subject) {
    const std::size_t at = edit.name.rfind('@');
    const auto gpu = parseNumber<std::int32_t>(std::string_view(edit.name).substr(0, at));
    const Result<Duration> since =
        parseDuration(at == std::string::npos ? "" : edit.name.substr(at + 1));
    if (!gpu || !since) {
        return noGap(edit, "expected GPU@TIME, as in gap:0@1.25s");
    }
    const Time time = subject.trace.range().begin + *since;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        const auto gap = std::ranges::upper_bound(device.gaps, time, {}, &Gap::end);
        if (device.totals.gpu.device == *gpu && gap != device.gaps.end() && gap->begin <= time) {
            return &*gap;
        }
    }
    return noGap(edit, fmt::format("GPU {} is not idle then", *gpu));
}

// The host's time from the start of the gap to the launch of the work that ends it, in all threads
// that launch work of this GPU: one may have waited for the other.
Result<Edits> gapEdits(const WhatIf& edit, const WhatIfSubject& subject) {
    const Gap& gap = *TRY(namedGap(edit, subject));
    const Trace& trace = subject.trace;
    if (!gap.launch.isValid() || trace.slices().start(gap.launch) <= gap.begin) {
        return noGap(edit, gap.launch.isValid()
                               ? "the work after this gap was launched before it, so that no host "
                                 "time shortens it"
                               : "the launch of the work after this gap was not recorded");
    }
    const TimeRange late{gap.begin, trace.slices().start(gap.launch)};
    std::set<TrackId> threads{trace.trackOf(gap.launch)};
    for (const SliceId launch : subject.launches.launches()) {
        if (late.contains(trace.slices().start(launch))) {
            threads.insert(trace.trackOf(launch));
        }
    }
    Edits edits;
    for (const TrackId thread : threads) {
        const Track& track = trace.tracks()[thread.index()];
        const auto starts =
            trace.slices().starts().subspan(track.firstSlice.index(), track.sliceCount);
        const SliceId first(track.firstSlice.index() +
                            static_cast<std::size_t>(std::ranges::lower_bound(starts, late.begin) -
                                                     starts.begin()));
        append(edits, hostEdits(trace, subject.analysis, {thread, first, late}, edit.factor,
                                edit.isRemoved));
    }
    return edits;
}

Result<Edits> graphEdits(const WhatIf& edit, const WhatIfSubject& subject) {
    const std::span<const TimeRange> steps = replayedSteps(subject.analysis.steps);
    if (steps.empty()) {
        return fail(ErrorCode::BadArgument,
                    "'" + edit.text + "': no steps were recognized in this trace");
    }
    std::set<TrackId> threads;
    for (const SliceId launch : subject.launches.launches()) {
        threads.insert(subject.trace.trackOf(launch));
    }
    Edits edits;
    for (const TrackId thread : threads) {
        for (const TimeRange& step : steps) {
            edits.push_back({Kind::GraphLaunch, {}, thread, step, 0});
        }
    }
    return edits;
}

// Host→GPU alone: what comes back is waited for because it is read.
Edits asyncCopies(const WhatIfSubject& subject) {
    const Trace& trace = subject.trace;
    const CopyKinds kinds(trace);
    PinnedRates pinned(trace);
    const auto forEachUpload = [&](HostMemory memory, const auto& take) {
        for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
            const SliceId slice = trace.gpuActivities()[at].slice;
            const SliceId call = subject.launches.launchOf(ActivityId(at));
            if (trace.kind(slice) != SliceKind::Memcpy || !call.isValid() ||
                kinds.of(slice) != CopyKind{CopyDirection::HostToDevice, memory}) {
                continue;
            }
            const CopyFacts* facts = trace.copyFacts().find(slice);
            take(at, call, facts == nullptr ? 0 : std::max<std::int64_t>(0, facts->bytes));
        }
    };
    forEachUpload(HostMemory::Pinned, [&](std::size_t at, SliceId, std::int64_t bytes) {
        pinned.note(false, bytes, trace.slices().duration(trace.gpuActivities()[at].slice));
    });
    Edits edits;
    std::vector<SliceId> large;
    forEachUpload(HostMemory::Pageable, [&](std::size_t at, SliceId call, std::int64_t bytes) {
        if (!subject.analysis.range.contains(trace.slices().start(call))) {
            return;
        }
        edits.push_back({Kind::AsyncCopy, call, {}, {}, 0});
        if (bytes >= ColdOperators::kMinBytes) {
            large.push_back(call);
        }
        const SliceId wait = waitBehindCopy(trace, subject.analysis.names, call);
        if (wait.isValid()) {
            edits.push_back({Kind::DropWait, wait, {}, {}, 0});
        }
        const GpuActivity& copy = trace.gpuActivities()[at];
        const std::int64_t rate = pinned.rate(false, copy.gpu);
        const double takes = static_cast<double>(trace.slices().duration(copy.slice).count());
        if (rate > 0 && bytes >= PinnedRates::kMinBytes) {
            const double factor =
                static_cast<double>(bytes) * 1000 / static_cast<double>(rate) / takes;
            edits.push_back({Kind::ScaleActivity, copy.slice, {}, {}, std::min(1.0, factor)});
        }
    });
    std::sort(large.begin(), large.end());
    const Edits warm = ColdOperators::warmUp(trace, large);
    edits.insert(edits.end(), warm.begin(), warm.end());
    return edits;
}

ReplayEdit shortened(const Trace& trace, SliceId activity, Duration rest) {
    const double whole = static_cast<double>(trace.slices().duration(activity).count());
    const double factor = whole > 0 ? static_cast<double>(rest.count()) / whole : 1;
    return {Kind::ScaleActivity, activity, {}, {}, std::clamp(factor, 0.0, 1.0)};
}

Edits overlappedCopies(const WhatIfSubject& subject) {
    const Trace& trace = subject.trace;
    const CopyKinds kinds(trace);
    Edits edits;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        for (const ExposedCopy& copy :
             copyExposure(trace, subject.launches, kinds, device.byStart, device.gaps).copies) {
            const SliceId slice = trace.gpuActivities()[copy.activity.index()].slice;
            edits.push_back(shortened(trace, slice, trace.slices().duration(slice) - copy.waited));
        }
    }
    return edits;
}

Edits balancedRanks(const WhatIfSubject& subject) {
    const Trace& trace = subject.trace;
    const PlaceFinder places(trace, subject.analysis.annotationSlices);
    KernelGroups groups(trace);
    Edits edits;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        const CollectiveContext context{trace, device.totals.gpu, subject.launches, places,
                                        subject.args};
        const CollectiveTime time =
            collectiveTime(trace, groups, device.byStart, subject.analysis.range);
        for (const CollectiveKind& kind : collectiveKinds(context, time)) {
            for (std::size_t at = 0; at < kind.collectives.size(); ++at) {
                if (kind.floors[at]) {
                    edits.push_back(shortened(trace, kind.collectives[at].slice, *kind.floors[at]));
                }
            }
            // A waiting collective keeps its SMs busy.
            for (const SlowedKernel& kernel : slowedKernels(
                     trace, groups, device.byStart, time.collectives, waitsOf(trace, kind))) {
                edits.push_back(shortened(trace, kernel.slice, kernel.alone));
            }
        }
    }
    return edits;
}

}  // namespace

Result<std::vector<ReplayEdit>> replayEdits(const WhatIf& edit, const WhatIfSubject& subject) {
    switch (edit.target) {
        case Target::Rule:
            return ruleEdits(edit.name, subject.findings);
        case Target::Finding:
            return findingEdits(edit, subject.findings);
        case Target::Slice:
            return oneSliceEdits(edit, subject);
        case Target::Gap:
            return gapEdits(edit, subject);
        case Target::Graph:
            return graphEdits(edit, subject);
        case Target::AsyncCopies:
            return asyncCopies(subject);
        case Target::OverlapCopies:
            return overlappedCopies(subject);
        case Target::Ranks:
            return balancedRanks(subject);
        default:
            return namedEdits(edit, subject);
    }
}

std::vector<ReplayEdit> sliceEdits(const Trace& trace, const Analysis& analysis, SliceId slice,
                                   double factor, bool isRemoved) {
    if (isGpuActivity(trace.kind(slice))) {
        return {{Kind::ScaleActivity, slice, {}, {}, factor}};
    }
    return hostEdits(trace, analysis, {trace.trackOf(slice), slice, trace.slices().range(slice)},
                     factor, isRemoved);
}

}  // namespace gaplight
