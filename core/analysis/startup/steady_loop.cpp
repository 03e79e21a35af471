// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/steady_loop.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/printable_text.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/base/time.h"

namespace gaplight {
namespace {

// What takes this part of its time in a median steady step is the program's.
constexpr std::int64_t kRecurringDivisor = 4;

// Of each step, its host time without waits for the GPU.
std::vector<Duration> workingTimes(const Trace& trace, const Steps& steps, const StepIndex& index,
                                   std::span<const BlockingCall> blockingCalls) {
    std::vector<Duration> times;
    for (const StepRow& row : steps.rows) {
        times.push_back(row.host.length());
    }
    for (const BlockingCall& call : blockingCalls) {
        if (const auto step = index.stepAt(trace.slices().start(call.slice))) {
            times[*step] -= std::min(times[*step], trace.slices().duration(call.slice));
        }
    }
    return times;
}

}  // namespace

SteadyLoop::SteadyLoop(const Trace& trace, const Steps& steps,
                       std::span<const BlockingCall> blockingCalls,
                       std::span<const Time> compilations)
    : m_trace(trace), m_steps(steps) {
    const std::vector<Duration> working = workingTimes(trace, steps, m_steps, blockingCalls);
    if (working.size() < 2 || steps.markers.source == StepSource::Kernels) {
        return;
    }
    std::vector<Duration> later(working.begin() + 1, working.end());
    if (later.size() > 1) {
        later.pop_back();  // ends with its last marker, not with the next step
    }
    const Duration median = lowerMedian(later);
    auto first = std::find_if(working.begin(), working.end(),
                              [&](Duration time) { return time * 100 <= median * kWarmUpPercent; });
    for (const Time compilation : compilations) {
        const auto step = m_steps.stepAt(compilation);
        if (step && *step > 0) {
            first = std::min(first, working.begin() + static_cast<std::ptrdiff_t>(*step));
        }
    }
    Duration excess{};
    for (auto time = working.begin(); time != first; ++time) {
        excess += *time - median;
    }
    const Duration all = std::accumulate(working.begin(), working.end(), Duration::zero());
    if (first != working.end() && excess >= kMinWarmUpExcess &&
        reachesPercent(excess, all, kMinWarmUpPercent)) {
        m_warmUpWork = std::accumulate(working.begin(), first, Duration::zero());
        m_warmUpExcess = excess;
        m_warmUpSteps = static_cast<std::size_t>(first - working.begin());
        m_warmUp = {steps.rows.front().host.begin, steps.rows[m_warmUpSteps].host.begin};
    }
    m_firstSteady = std::max<std::size_t>(1, m_warmUpSteps);
    m_begin = steps.rows[m_firstSteady].host.begin;
}

bool SteadyLoop::recurs(std::span<const SliceId> calls) const {
    const SliceTable& slices = m_trace.slices();
    Duration before{};
    std::vector<Duration> perStep(m_steps.count());
    for (const SliceId slice : calls) {
        const Duration duration = slices.duration(slice);
        if (const auto step = m_steps.stepAt(slices.start(slice))) {
            perStep[*step] += duration;
        }
        before += isBefore(slice) ? duration : Duration::zero();
    }
    perStep.erase(perStep.begin(), perStep.begin() + static_cast<std::ptrdiff_t>(
                                                         std::min(m_firstSteady, perStep.size())));
    if (perStep.empty()) {
        return false;
    }
    const Duration median = lowerMedian(perStep);
    return isSteady() ? median * kRecurringDivisor >= before : median > Duration::zero();
}

namespace {

// Removes the first word of `text` and returns it in lower case; empty where there is none left.
std::string takeWord(std::string_view& text) {
    std::string word;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char letter = lowerAscii(text[at]);
        if (letter >= 'a' && letter <= 'z') {
            word += letter;
        } else if (!word.empty()) {
            break;
        }
    }
    text.remove_prefix(at);
    return word;
}

}  // namespace

bool isWarmUpName(std::string_view name) {
    std::string before;
    for (std::string word = takeWord(name); !word.empty(); word = takeWord(name)) {
        if (word == "warmup" || (before == "warm" && word == "up")) {
            return true;
        }
        before = std::move(word);
    }
    return false;
}

std::vector<SliceId> warmUpRanges(const Trace& trace, const LaunchIndex& launches,
                                  const SteadyLoop& loop, std::span<const SliceId> annotations) {
    std::unordered_map<StringId, bool> isNamed;
    std::vector<SliceId> found;
    for (const SliceId slice : annotations) {
        const StringId name = trace.slices().name(slice);
        const auto [at, isNew] = isNamed.try_emplace(name, false);
        if (isNew) {
            at->second = isWarmUpName(trace.text(name));
        }
        if (at->second && loop.isBefore(slice)) {
            found.push_back(slice);
        }
    }
    if (found.empty()) {
        return found;
    }
    std::vector<Time> lastLaunch(trace.sources().size(), Time::min());
    for (const SliceId launch : launches.launches()) {
        Time& last = lastLaunch[trace.sourceOf(launch).index()];
        last = std::max(last, trace.slices().start(launch));
    }
    std::erase_if(found, [&](SliceId slice) {
        return trace.slices().end(slice) > lastLaunch[trace.sourceOf(slice).index()];
    });
    return found;
}

}  // namespace gaplight
