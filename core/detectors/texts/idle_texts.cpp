// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/idle_texts.h"

#include <string_view>

#include <fmt/format.h>

#include "core/analysis/host/profiler_slowdown.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/texts/host_cures.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/kernel_finding.h"

namespace gaplight {
namespace {

// "`_set_context` → `named_modules`": who called, and what most of the time goes to.
std::string chainText(const Trace& trace, const GapFilling& filling) {
    const StringId inner = filling.part.isValid() ? filling.part : filling.function;
    const std::string part = spokenName(trace.text(inner));
    const std::string outer =
        spokenName(trace.text(filling.caller.isValid() ? filling.caller : filling.function));
    return outer == part ? fmt::format("`{}`", part) : fmt::format("`{}` \u2192 `{}`", outer, part);
}

std::string whatHappened(const Trace& trace, const IdleCause& cause) {
    const Gap& gap = cause.gap;
    if (gap.trigger != GapTrigger::AfterSync) {
        return "Nothing was queued; before it launched, the host took ";
    }
    const std::string_view call = trace.name(gap.blockingCall);
    const Duration wait = trace.slices().duration(gap.blockingCall);
    if (cause.filling.kind == GapFillingKind::Drained) {
        return fmt::format(
            "The host had waited in `{}` for {}, until the queue was empty; it then took ", call,
            durationText(wait));
    }
    return fmt::format("A wait of {} in `{}` explains only that much of it; the host then took ",
                       durationText(wait), call);
}

}  // namespace

std::string idleCauseWords(const Trace& trace, const IdleCause& cause) {
    const GapFilling& filling = cause.filling;
    switch (filling.kind) {
        case GapFillingKind::Code:
            return "host in " + chainText(trace, filling);
        case GapFillingKind::HeldUp:
            return fmt::format("host held up, as in `{}`",
                               spokenName(trace.text(filling.function)));
        case GapFillingKind::Drained:
            return fmt::format("after the host waited in `{}`", trace.name(cause.gap.blockingCall));
        case GapFillingKind::DataLoader:
            return "host in the data loader";
        case GapFillingKind::Compiling:
            return "host compiling";
        case GapFillingKind::LaunchCall:
            return "slow launches";
        case GapFillingKind::Untraced:
            return "host code that was not recorded";
        case GapFillingKind::Scattered:
            return "host between launches, in many short pieces of code";
        case GapFillingKind::GpuSide:
            return "the work was already launched";
        case GapFillingKind::Unknown:
            break;
    }
    return "the launch was not recorded";
}

std::string idleWhy(const Trace& trace, const DeviceAnalysis& device, const Finding& found,
                    const IdleCause& cause) {
    std::string why = found.count == 1 ? "The gap is "
                                       : fmt::format(
                                             "The longest of {} gaps is {}; together they "
                                             "are ",
                                             found.count, durationText(cause.gap.length()));
    why += percentText(found.cost.gpuIdle, device.totals.idle) +
           fmt::format(" of {}'s idle time", trace.gpuLabel(device.totals.gpu));
    why += found.perStep >= 1 ? fmt::format(", {:g} a step. ", found.perStep) : ". ";
    switch (cause.filling.kind) {
        case GapFillingKind::GpuSide:
            return why +
                   "The launch came before the gap began: the work waited for something on "
                   "the GPU, not for the host.";
        case GapFillingKind::Unknown:
            return why +
                   "No launch call is recorded for the work that ends them, so the host "
                   "cannot be held responsible.";
        default:
            break;
    }
    why += whatHappened(trace, cause) + durationText(hostRangeOf(trace, cause.gap).length());
    if (cause.filling.function.isValid()) {
        why += fmt::format(", {} of it in `{}`", durationText(cause.filling.covered),
                           spokenName(trace.text(cause.filling.function)));
    }
    why += found.count == 1 ? "." : ", in the longest gap.";
    if (cause.filling.kind == GapFillingKind::HeldUp) {
        why += " Other calls of it are many times shorter.";
    }
    return why;
}

std::string idleFix(const Trace& trace, const IdleCause& cause, bool inLoop) {
    const GapFilling& filling = cause.filling;
    switch (filling.kind) {
        case GapFillingKind::Code:
            return hostFix(trace.text(filling.part.isValid() ? filling.part : filling.function),
                           trace.text(filling.caller), inLoop);
        case GapFillingKind::HeldUp:
            return "The thread was interrupted, or did something for the first time: garbage "
                   "collection, another thread with the GIL (a data loader's pinning thread), a "
                   "busy CPU, a kernel's first use. Compare with another capture before changing "
                   "anything.";
        case GapFillingKind::Drained:
            return "Remove the wait before it (see `host-sync`): with work queued behind it the "
                   "GPU would not have run dry.";
        case GapFillingKind::DataLoader:
            return hostFix("enumerate(DataLoader)#", {});
        case GapFillingKind::Compiling:
            return "Compile before the loop that counts: run every shape once. If it compiles in "
                   "every step, see `recompile`.";
        case GapFillingKind::LaunchCall:
            return "A launch this slow loads its kernel for the first time, or waits for a full "
                   "queue. Run every shape once before the loop.";
        case GapFillingKind::Untraced:
            return hasPythonStacks(trace)
                       ? "Nothing was recorded on the launching thread in these gaps: it waited "
                         "for "
                         "another thread, as autograd's does for `backward()`, or ran code that "
                         "makes no events."
                       : "Capture with `with_stack=True` to see the Python code in these gaps.";
        case GapFillingKind::Scattered:
            return "No one piece of code fills these gaps. See `launch-bound` and `tiny-kernels`: "
                   "fewer or larger launches, `torch.compile`, or a CUDA graph.";
        case GapFillingKind::GpuSide:
            return "See what its stream waited for: an event of another stream, a copy, or the "
                   "edges inside a CUDA graph.";
        case GapFillingKind::Unknown:
            break;
    }
    return "Capture CPU and CUDA activities together, from before the first launch on.";
}

}  // namespace gaplight
