// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/efficiency_of.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/scene/kernels/efficiency_colors.h"

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
    if (trace.commCalls().size() > 0) {
        result.communications = findCommCalls(trace, launches, session.analysis);
        result.collectives = collectiveRates(trace, result.communications, options.range);
    }
    return result;
}

std::vector<ColorRef> efficiencyColors(const Trace& trace, const EfficiencyTables& tables) {
    struct Sum {
        Duration covered{};
        double roofline = 0;
    };
    std::unordered_map<std::uint32_t, Sum> sums;
    for (const EfficiencyRow& row : tables.kernels) {
        Sum& sum = sums[row.name.value];
        sum.covered += row.sums.covered;
        sum.roofline += row.sums.roofline;
    }
    std::vector<ColorRef> colors(trace.strings().size(), efficiencyColor(std::nullopt));
    for (const auto& [name, sum] : sums) {
        if (sum.covered > Duration::zero()) {
            colors[name] = efficiencyColor(sum.roofline / static_cast<double>(sum.covered.count()));
        }
    }
    return colors;
}

}  // namespace gaplight
