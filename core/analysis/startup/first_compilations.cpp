// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_compilations.h"

#include <cstddef>
#include <set>

#include "core/analysis/startup/first_uses.h"

namespace gaplight {

std::vector<CompileSpan> firstCompilations(const Trace& trace, const NameClasses& names,
                                           const SteadyLoop& loop, const Steps& steps,
                                           TimeRange range) {
    std::vector<CompileSpan> spans = compileSpans(trace, names);
    const StepIndex index(steps);
    std::set<std::size_t> steadySteps;  // that other compilers work in
    for (const CompileSpan& span : spans) {
        if (span.isOther && index.isInSteadyStep(span.range.begin)) {
            steadySteps.insert(*index.stepAt(span.range.begin));
        }
    }
    std::erase_if(spans, [&](const CompileSpan& span) {
        const bool isFirst = span.id.isKnown() ? span.id.version == 0 && loop.isBefore(span.slice)
                             : span.isOther    ? steadySteps.size() < 2
                                               : loop.isBefore(span.slice);
        return !isFirst || !range.contains(span.range.begin) ||
               span.range.length() < FirstUses::kMinSlowCall;
    });
    return spans;
}

}  // namespace gaplight
