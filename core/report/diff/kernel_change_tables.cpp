// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/kernel_change_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/duration_text.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/utf8.h"
#include "core/report/diff/compared_quantities.h"

namespace gaplight {
namespace {

constexpr std::size_t kKernelsShown = 12;
constexpr std::size_t kExchangesShown = 6;
constexpr std::size_t kNamesShown = 6;
constexpr std::size_t kNameShown = 44;  // bytes of a name in a list

std::string sumText(const KernelSum& sum, std::int64_t divisor) {
    return sum.count == 0 ? "–"
                          : durationText(sum.time / divisor) + " (" +
                                quantityText(QuantityUnit::Count,
                                             static_cast<std::int64_t>(sum.count), divisor) +
                                "×)";
}

std::vector<std::string> sumRow(std::string name, const KernelSum& a, const KernelSum& b,
                                std::int64_t divisor) {
    const Quantity quantity{{}, {}, QuantityUnit::Nanoseconds, a.time.count(), b.time.count()};
    return {std::move(name), sumText(a, divisor), sumText(b, divisor), deltaText(quantity, divisor),
            changeText(quantity.a, quantity.b, a.count > 0 && b.count > 0)};
}

PageTable tableOf(const char* first) {
    return {{{first, Align::Left, 52},
             {"A", Align::Right},
             {"B", Align::Right},
             {"difference", Align::Right},
             {"%", Align::Right}},
            {}};
}

void writeExchanges(const KernelChanges& kernels, ReportPage& page) {
    const std::size_t shown = std::min(kernels.exchanges.size(), kExchangesShown);
    for (std::size_t at = 0; at < shown; ++at) {
        const KernelExchange& one = kernels.exchanges[at];
        page.item("·", countText(one.times) + "×: " + countText(one.a.size()) +
                           (one.a.size() > one.b.size() ? " fused into " : " split into ") +
                           countText(one.b.size()) + " (" + durationText(one.timeA) + " → " +
                           durationText(one.timeB) + "): " + namesText(one.a) + " → " +
                           namesText(one.b));
    }
    if (kernels.exchanges.size() > shown) {
        page.line("and " + countText(kernels.exchanges.size() - shown) +
                  " other exchanges between library kernels");
    }
}

// TorchInductor's names list all they fuse; their beginning tells enough.
std::string shortened(const std::string& name) {
    if (name.size() <= kNameShown) {
        return name;
    }
    return std::string(truncateUtf8(name, kNameShown)) + "…";
}

}  // namespace

std::string kernelChangeText(const KernelChange& change, const Verdict& verdict) {
    const double clock = verdict.clockFactor();
    const KernelChangeKind kind = change.kind(verdict.noiseFloor, clock);
    const bool isCount =
        kind == KernelChangeKind::FewerCalls || kind == KernelChangeKind::MoreCalls;
    if (!isCount) {
        return kind == KernelChangeKind::Same ? std::string{} : std::string(kernelChangeName(kind));
    }
    std::string text = kind == KernelChangeKind::FewerCalls ? "fewer calls" : "more calls";
    const double ratio = change.callRatio(clock);
    if (std::abs(ratio - 1) > verdict.noiseFloor) {
        text += ", mean " + percentText(std::abs(ratio - 1), PercentForm::Estimate) +
                (ratio < 1 ? " shorter" : " longer");
    }
    return text;
}

std::string namesText(const std::vector<std::string>& sorted) {
    std::string text;
    std::size_t shown = 0;
    for (std::size_t at = 0; at < sorted.size();) {
        const auto end =
            std::find_if(sorted.begin() + static_cast<std::ptrdiff_t>(at), sorted.end(),
                         [&](const std::string& name) { return name != sorted[at]; });
        const auto times = static_cast<std::size_t>(end - sorted.begin()) - at;
        if (++shown > kNamesShown) {
            return text + ", …";
        }
        appendItem(text, (times > 1 ? countText(times) + "× " : std::string{}) +
                             printable(shortened(sorted[at])));
        at += times;
    }
    return text;
}

void writeKernels(const Comparison& comparison, ReportPage& page) {
    const KernelChanges& kernels = comparison.kernels;
    const auto divisor =
        static_cast<std::int64_t>(std::max<std::size_t>(1, comparison.kernelSteps));
    PageTable groups = tableOf("kernels by kind, time (count)");
    for (std::size_t at = 0; at < kKernelGroups; ++at) {
        const KernelSum& a = kernels.groupsA[at];
        const KernelSum& b = kernels.groupsB[at];
        if (a.count + b.count > 0) {
            groups.rows.push_back(
                sumRow(std::string(kernelGroupName(static_cast<KernelGroup>(at))), a, b, divisor));
        }
    }
    PageTable changed = tableOf("kernels that changed most");
    changed.columns.push_back({"change"});
    for (const KernelChange& change : kernels.kernels) {
        const std::string text = kernelChangeText(change, comparison.verdict);
        if (!text.empty() && changed.rows.size() < kKernelsShown) {
            changed.rows.push_back(sumRow(printable(change.name), change.a, change.b, divisor));
            changed.rows.back().push_back(text);
        }
    }
    if (groups.rows.empty()) {
        return;
    }
    page.heading(divisor > 1 || comparison.kernelSteps == 1 ? "Kernels of a steady step"
                                                            : "Kernels of the whole run");
    page.table(groups);
    page.table(changed);
    writeExchanges(kernels, page);
}

}  // namespace gaplight
