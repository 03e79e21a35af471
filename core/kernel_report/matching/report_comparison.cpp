// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/matching/report_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/kernel_report/matching/kernel_matches.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, 4> kComparedEndings{".avg", ".sum", ".pct", ".ratio"};
constexpr std::array<std::string_view, 3> kComparedParts{
    ".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active", ".sum.per_second"};
constexpr std::array<std::string_view, 5> kOtherSubjects{"device__", "launch__", "profiler__",
                                                         "nvlink__", "numa__"};

bool isCompared(std::string_view name) {
    const auto begins = [&](std::string_view part) { return name.starts_with(part); };
    const auto ends = [&](std::string_view part) { return name.ends_with(part); };
    return std::ranges::none_of(kOtherSubjects, begins) &&
           (std::ranges::any_of(kComparedEndings, ends) ||
            std::ranges::any_of(kComparedParts, ends));
}

bool isPercentage(std::string_view name) {
    return name.ends_with(".pct") || name.find(".pct_of_peak") != std::string_view::npos;
}

double changeOf(std::string_view name, double a, double b) {
    if (isPercentage(name)) {
        return std::min(std::abs(b - a) / 100, 1.0);
    }
    const double larger = std::max(std::abs(a), std::abs(b));
    return larger > 0 ? std::min(std::abs(b - a) / larger, 1.0) : 0;
}

std::vector<MetricChange> changesBetween(const KernelReport& a, const ReportKernel& kernelA,
                                         const KernelReport& b, const ReportKernel& kernelB,
                                         std::size_t maxChanges) {
    std::vector<MetricChange> changes;
    for (const Metric& metric : kernelA.metrics) {
        const std::string_view name = a.text(metric.name);
        const auto before = isCompared(name) ? a.number(kernelA, name) : std::nullopt;
        const auto after = before ? b.number(kernelB, name) : std::nullopt;
        if (after && *before != *after) {
            changes.push_back({name, *before, *after, changeOf(name, *before, *after)});
        }
    }
    std::ranges::stable_sort(changes, std::ranges::greater{}, &MetricChange::change);
    // Average and sum of one counter change alike: the first of them stands for both.
    std::set<std::string_view> counters;
    std::erase_if(changes, [&](const MetricChange& change) {
        return !counters.insert(change.name.substr(0, change.name.find('.'))).second;
    });
    changes.resize(std::min(changes.size(), maxChanges));
    return changes;
}

// Kernels that have no partner yet, by key.
using UnpairedKernels = std::map<KernelKey, std::vector<std::uint32_t>>;

UnpairedKernels unpaired(const std::vector<KernelKey>& keys,
                         const std::vector<std::uint32_t>& kernels, bool isByNameAlone) {
    UnpairedKernels byKey;
    for (const std::uint32_t kernel : kernels) {
        byKey[isByNameAlone ? KernelKey{keys[kernel].name, {}, {}} : keys[kernel]].push_back(
            kernel);
    }
    return byKey;
}

struct Unpaired {
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
};

// Pairs the n-th of each key; keeps the others.
void pairByKey(const std::vector<KernelKey>& keysA, const std::vector<KernelKey>& keysB,
               bool isByNameAlone, Unpaired& left, std::vector<KernelPair>& pairs) {
    UnpairedKernels ofA = unpaired(keysA, left.a, isByNameAlone);
    UnpairedKernels ofB = unpaired(keysB, left.b, isByNameAlone);
    Unpaired rest;
    for (auto& [key, kernels] : ofA) {
        std::vector<std::uint32_t>& others = ofB[key];
        const std::size_t count = std::min(kernels.size(), others.size());
        for (std::size_t at = 0; at < count; ++at) {
            pairs.push_back({kernels[at], others[at], !isByNameAlone, {}});
        }
        rest.a.insert(rest.a.end(), kernels.begin() + static_cast<std::ptrdiff_t>(count),
                      kernels.end());
        others.erase(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count));
    }
    for (const auto& [key, kernels] : ofB) {
        rest.b.insert(rest.b.end(), kernels.begin(), kernels.end());
    }
    std::ranges::sort(rest.a);
    std::ranges::sort(rest.b);
    left = std::move(rest);
}

std::vector<std::uint32_t> allKernels(const KernelReport& report) {
    std::vector<std::uint32_t> kernels(report.kernels.size());
    for (std::uint32_t at = 0; at < kernels.size(); ++at) {
        kernels[at] = at;
    }
    return kernels;
}

}  // namespace

ReportComparison compareReports(const KernelReport& a, const KernelReport& b,
                                std::size_t maxChanges) {
    ReportComparison comparison;
    const std::vector<KernelKey> keysA = keysOf(a);
    const std::vector<KernelKey> keysB = keysOf(b);
    Unpaired left{allKernels(a), allKernels(b)};
    pairByKey(keysA, keysB, false, left, comparison.pairs);
    pairByKey(keysA, keysB, true, left, comparison.pairs);
    comparison.onlyA = std::move(left.a);
    comparison.onlyB = std::move(left.b);
    std::ranges::sort(comparison.pairs, {}, &KernelPair::a);
    for (KernelPair& pair : comparison.pairs) {
        pair.changes = changesBetween(a, a.kernels[pair.a], b, b.kernels[pair.b], maxChanges);
    }
    return comparison;
}

}  // namespace gaplight
