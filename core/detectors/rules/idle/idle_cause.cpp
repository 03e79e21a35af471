// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/idle/idle_cause.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/share.h"
#include "core/detectors/shared/host_cures.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

// From this percentage of the idle time on, the text names the time of first use in it.
constexpr std::int64_t kFirstUsePercent = 10;

std::string_view causeCase(GapCauseKind kind) {
    switch (kind) {
        case GapCauseKind::Code:
            return "code";
        case GapCauseKind::HeldUp:
            return "held-up";
        case GapCauseKind::Drained:
            return "drained";
        case GapCauseKind::DataLoader:
            return "data-loader";
        case GapCauseKind::Compiling:
            return "compiling";
        case GapCauseKind::LaunchCall:
            return "slow-launch";
        case GapCauseKind::Untraced:
            return "untraced";
        case GapCauseKind::Various:
            return "various";
        case GapCauseKind::Scattered:
            return "scattered";
        case GapCauseKind::GpuSide:
            return "gpu-side";
        case GapCauseKind::Unknown:
            break;
    }
    return "unknown";
}

std::string_view causeCase(const Trace& trace, const IdleCause& cause) {
    const bool isGraph = cause.reason.kind == GapCauseKind::LaunchCall &&
                         cause.gap.launch.isValid() &&
                         graphCallOf(trace.name(cause.gap.launch)) == GraphCall::Launch;
    return isGraph ? "graph-launch" : causeCase(cause.reason.kind);
}

// The caller, and the code that takes most of the time.
void setCode(const Trace& trace, const GapCause& reason, FindingValues& values) {
    const StringId inner = reason.part.isValid() ? reason.part : reason.function;
    const StringId outer = reason.caller.isValid() ? reason.caller : reason.function;
    std::string part = shortCodeName(trace.text(inner));
    std::string caller = shortCodeName(trace.text(outer));
    values.set("chain", CaseName{part == caller ? "one" : "two"});
    values.set("part", std::move(part));
    values.set("caller", std::move(caller));
}

// What happened before the host launched: nothing, or a wait.
void setBefore(const Trace& trace, const IdleCause& cause, FindingValues& values) {
    const Gap& gap = cause.gap;
    std::string_view before = "late";
    if (gap.trigger == GapTrigger::AfterSync) {
        before = cause.reason.kind == GapCauseKind::Drained ? "drained" : "short-wait";
        values.set("waited", trace.slices().duration(gap.blockingCall));
    }
    values.set("before", CaseName{before});
    if (gap.blockingCall.isValid()) {
        values.set("call", std::string(trace.name(gap.blockingCall)));
    }
}

void setAdvice(HostAdvice advice, FindingValues& values) {
    values.set("cure", std::move(advice.key));
    values.set("advice", std::move(advice.text));
}

void setFix(const Trace& trace, const IdleCause& cause, bool inLoop, FindingValues& values) {
    const GapCause& reason = cause.reason;
    std::string_view fix = causeCase(trace, cause);
    if (reason.kind == GapCauseKind::Code) {
        const StringId inner = reason.part.isValid() ? reason.part : reason.function;
        setAdvice(hostAdvice(trace.text(inner), trace.text(reason.caller), inLoop), values);
        fix = "cure";
    } else if (reason.kind == GapCauseKind::DataLoader) {
        setAdvice(hostAdvice(kDataLoaderFetch, {}), values);
        fix = "cure";
    } else if (cause.isHostUnrecorded) {
        fix = "api-only";
    } else if (reason.kind == GapCauseKind::Untraced && hasPythonStacks(trace)) {
        fix = "untraced-with-stacks";
    }
    values.set("fix", CaseName{fix});
}

std::string_view whyCase(GapCauseKind kind) {
    const bool isHosts = kind != GapCauseKind::GpuSide && kind != GapCauseKind::Unknown;
    return isHosts ? "host" : causeCase(kind);
}

}  // namespace

void setIdleValues(const Trace& trace, const DeviceAnalysis& device, const IdleCause& cause,
                   bool inLoop, Finding& found) {
    const GapCause& reason = cause.reason;
    const GapTrigger trigger = cause.gap.trigger;
    const CaseName extent{found.count == 1 ? "one" : "several"};
    FindingValues& values = found.values;
    values.set("cause", CaseName{causeCase(trace, cause)});
    if (reason.kind == GapCauseKind::Code) {
        setCode(trace, reason, values);
    }
    if (reason.function.isValid()) {
        values.set("function", shortCodeName(trace.text(reason.function)));
        values.set("covered", reason.covered);
    }
    values.set("extent", extent);
    values.set("in_gap", extent);
    values.set("longest_gap", cause.gap.length());
    values.set("idle_share", shareOf(found.cost.gpuIdle, device.totals.idle));
    if (found.perStep >= 1) {
        values.set("gaps_per_step", found.perStep);
    }
    values.set("why", CaseName{whyCase(reason.kind)});
    setBefore(trace, cause, values);
    values.set("host_time", hostRangeOf(trace, cause.gap).length());
    if (reachesPercent(cause.firstUse, found.cost.gpuIdle, kFirstUsePercent)) {
        values.set("first_use", cause.firstUse);
    }
    if (reason.kind == GapCauseKind::HeldUp) {
        values.set("outlier", CaseName{"held-up"});
    }
    setFix(trace, cause, inLoop, values);
    if (cause.isProfilers()) {
        values.set("confidence", CaseName{"recording"});
        values.set("recording", cause.recording);
    } else if (!cause.isHostUnrecorded &&
               (trigger == GapTrigger::HostLate || trigger == GapTrigger::AfterSync)) {
        values.set("confidence", CaseName{hasPythonStacks(trace) ? "stacks" : "no-stacks"});
    }
}

}  // namespace gaplight
