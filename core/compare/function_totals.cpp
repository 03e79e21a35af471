// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/function_totals.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/place.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kUnwanted = 0xFFFFFFFFU;

// "path: function" of a frame; empty for what is none.
std::string functionName(std::string_view frame) {
    const FunctionKey key = functionKey(shortFrame(frame));
    return key.path.empty() ? std::string{}
                            : std::string(key.path) + ": " + std::string(key.function);
}

bool isWanted(const std::string& name, const std::string& wanted) {
    return name == wanted || (name.size() > wanted.size() + 2 && name.ends_with(wanted) &&
                              name[name.size() - wanted.size() - 1] == ' ');
}

}  // namespace

std::vector<std::string> functionsOfFindings(std::span<const ComparedTrace> runs) {
    std::set<std::string> names;
    for (const ComparedTrace& run : runs) {
        for (const Finding& finding : run.findings) {
            std::string name = functionName(finding.where.python);
            if (!name.empty()) {
                names.insert(std::move(name));
            }
        }
    }
    return {names.begin(), names.end()};
}

std::vector<FunctionTotals> functionTotals(const Trace& trace,
                                           std::span<const std::string> wanted) {
    std::vector<FunctionTotals> totals(wanted.size());
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        totals[at].name = wanted[at];
    }
    std::vector<std::uint32_t> wantedOfName(trace.strings().size(), kUnwanted);
    for (std::size_t text = 0; text < wantedOfName.size() && !wanted.empty(); ++text) {
        const std::string name = functionName(trace.text(StringId(text)));
        for (std::size_t at = 0; at < wanted.size() && !name.empty(); ++at) {
            if (isWanted(name, wanted[at])) {
                wantedOfName[text] = static_cast<std::uint32_t>(at);
                break;
            }
        }
    }
    const SliceTable& slices = trace.slices();
    const auto numberOf = [&](SliceId slice) { return wantedOfName[slices.name(slice).index()]; };
    const std::vector<SliceId> calls = scanSlices(trace, [&](SliceId slice) {
        if (numberOf(slice) == kUnwanted || trace.kind(slice) != SliceKind::PythonFunction) {
            return false;
        }
        for (SliceId around = slices.parent(slice); around.isValid();
             around = slices.parent(around)) {
            if (numberOf(around) == numberOf(slice)) {
                return false;
            }
        }
        return true;
    });
    for (const SliceId call : calls) {
        FunctionTotals& row = totals[numberOf(call)];
        ++row.count;
        row.total += slices.duration(call);
        if (!row.longest.isValid() || slices.duration(call) > slices.duration(row.longest)) {
            row.longest = call;
        }
    }
    return totals;
}

}  // namespace gaplight
