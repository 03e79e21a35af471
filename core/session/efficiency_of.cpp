// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/efficiency_of.h"

namespace gaplight {

SessionEfficiency efficiencyOf(const Session& session) {
    const Trace& trace = *session.trace;
    const LaunchIndex& launches = session.indexes->launches;
    const ArgLookup args = argLookup(session.details);
    EfficiencyOptions options;
    options.range = session.analysis.range;
    SessionEfficiency result;
    result.measured = measureKernelEfficiency(
        trace, launches, [&](SliceId op) { return args(op, DetailField::OperatorInputs); },
        options);
    result.tables =
        tabulateEfficiency(trace, launches, session.analysis.steps, result.measured, options.range);
    return result;
}

}  // namespace gaplight
