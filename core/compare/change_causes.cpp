// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/change_causes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/duration_text.h"

namespace gaplight {
namespace {

// Counts that change by less are not worth a word.
constexpr std::uint64_t kMinCountPercent = 3;
constexpr std::int64_t kMinShareOfLargest = 10;

struct Cause {
    Duration a{};
    Duration b{};
    std::string text;

    [[nodiscard]] Duration size() const { return std::chrono::abs(b - a); }
};

std::string grouped(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, 1, ',');
    }
    return text;
}

bool differs(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t more = std::max(a, b);
    return (more - std::min(a, b)) * 100 >= more * kMinCountPercent && more > 0 && a != b;
}

std::string countChange(std::string_view what, std::uint64_t a, std::uint64_t b,
                        std::int64_t divisor) {
    return std::string(b < a ? "fewer " : "more ").append(what) + " (" + perStepText(a, divisor) +
           " → " + perStepText(b, divisor) + (divisor > 1 ? " a step)" : ")");
}

std::string timeChange(std::string_view what, const Cause& cause) {
    return std::string(what) + " " + durationText(cause.a) + " → " + durationText(cause.b);
}

// Whether a count went the way of a time, so that it may be its reason.
bool goesWith(const Cause& cause, std::uint64_t a, std::uint64_t b) {
    return a != b && (cause.b < cause.a) == (b < a);
}

// What goes with a change of the launches: they are the host's reason to be late.
std::string launchLabel(const Measures& a, const Measures& b, std::int64_t divisor) {
    if (a.graphLaunches != b.graphLaunches) {
        return "CUDA graph launches " + perStepText(a.graphLaunches, divisor) + " → " +
               perStepText(b.graphLaunches, divisor) + ", launch calls " +
               perStepText(a.launches, divisor) + " → " + perStepText(b.launches, divisor) +
               (divisor > 1 ? " a step" : "");
    }
    return differs(a.launches, b.launches)
               ? countChange("launches", a.launches, b.launches, divisor)
               : std::string{};
}

std::string withDetail(std::string text, const std::string& detail) {
    return detail.empty() ? text : text + ": " + detail;
}

// What goes with a change of the compute time.
std::string computeDetail(const Measures& a, const Measures& b, std::int64_t divisor) {
    const Cause compute{a.compute / divisor, b.compute / divisor, {}};
    const Cause beside{
        a.computeBesideCommunication / divisor, b.computeBesideCommunication / divisor, {}};
    if (differs(a.kernels, b.kernels) && goesWith(compute, a.kernels, b.kernels)) {
        return countChange("kernels", a.kernels, b.kernels, divisor);
    }
    const bool isBeside = (compute.b < compute.a) == (beside.b < beside.a) &&
                          beside.size() * 2 >= compute.size() && beside.size() > Duration::zero();
    return isBeside ? timeChange("of it beside communication, which slows kernels,", beside)
                    : std::string{};
}

// Changes of the parts of busy time.
std::vector<Cause> causesInBusyTime(const Measures& a, const Measures& b, std::int64_t divisor,
                                    std::string_view compute) {
    Cause computing{a.compute / divisor, b.compute / divisor, {}};
    computing.text = withDetail(timeChange(compute, computing), computeDetail(a, b, divisor));
    Cause waits{a.communicationAlone / divisor, b.communicationAlone / divisor, {}};
    waits.text = withDetail(timeChange("communication alone", waits),
                            a.collectives == b.collectives
                                ? perStepText(a.collectives, divisor) + " collectives" +
                                      (divisor > 1 ? " a step" : "") +
                                      " in both, so waiting for other ranks or a slower link"
                            : goesWith(waits, a.collectives, b.collectives)
                                ? countChange("collectives", a.collectives, b.collectives, divisor)
                                : std::string{});
    Cause copies{a.copiesAlone / divisor, b.copiesAlone / divisor, {}};
    copies.text = timeChange("copies alone", copies);
    return {computing, waits, copies};
}

}  // namespace

std::string perStepText(std::uint64_t count, std::int64_t divisor) {
    const auto steps = static_cast<std::uint64_t>(divisor);
    if (count % steps == 0) {
        return grouped(count / steps);
    }
    const std::uint64_t tenths = (count * 10 + steps / 2) / steps;
    return grouped(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::vector<std::string> causesOfChange(const Measures& a, const Measures& b, std::int64_t divisor,
                                        std::string_view compute) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(GapTrigger::Count_)> kIdle{
        "idle on the GPU's own side", "idle after waits of the host",
        "idle because launches came late", "idle for unknown reasons"};
    std::vector<Cause> causes = causesInBusyTime(a, b, divisor, compute);
    for (std::size_t at = 0; at < kIdle.size(); ++at) {
        Cause idle{a.idleByTrigger[at] / divisor, b.idleByTrigger[at] / divisor, {}};
        const auto trigger = static_cast<GapTrigger>(at);
        const std::string detail =
            trigger == GapTrigger::HostLate && goesWith(idle, a.launches, b.launches)
                ? launchLabel(a, b, divisor)
            : trigger == GapTrigger::AfterSync && goesWith(idle, a.blockingCalls, b.blockingCalls)
                ? countChange("blocking calls", a.blockingCalls, b.blockingCalls, divisor)
                : std::string{};
        idle.text = withDetail(timeChange(kIdle[at], idle), detail);
        causes.push_back(idle);
    }
    std::stable_sort(causes.begin(), causes.end(),
                     [](const Cause& x, const Cause& y) { return x.size() > y.size(); });
    std::vector<std::string> texts;
    for (const Cause& cause : causes) {
        if (cause.size() > Duration::zero() &&
            cause.size() * kMinShareOfLargest >= causes.front().size()) {
            texts.push_back(cause.text);
        }
    }
    return texts;
}

}  // namespace gaplight
