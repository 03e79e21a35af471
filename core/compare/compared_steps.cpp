// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/compared_steps.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/base/intervals.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

void findTypical(const MeasuredRun& run, StepSide& side) {
    std::vector<Duration> spans;
    for (const std::size_t step : side.steps) {
        spans.push_back(run.steps[step].gpuSpan);
    }
    side.typical = findTypicalStep(spans);
}

constexpr std::size_t kStretch = 8;  // iterations in a row that are one sample

// Takes what iterations vary by from the medians of stretches, without outliers.
void findStretches(const MeasuredRun& run, StepSide& side) {
    std::vector<Duration> medians;
    std::vector<Duration> stretch;
    std::size_t before = 0;
    const auto end = [&] {
        if (!stretch.empty()) {
            const auto [lower, upper] = middlePair(stretch);
            medians.push_back((lower + upper) / 2);
            stretch.clear();
        }
    };
    for (std::size_t at = 0; at < side.steps.size(); ++at) {
        if (std::ranges::binary_search(side.typical.outliers, at)) {
            continue;
        }
        if (side.steps[at] != before + 1 || stretch.size() == kStretch) {
            end();
        }
        before = side.steps[at];
        stretch.push_back(run.steps[before].gpuSpan);
    }
    end();
    const TypicalStep samples = findTypicalStep(medians);
    side.typical.kept = samples.kept;
    side.typical.squares = samples.squares;
}

std::int64_t sizeOf(const ServingIteration& row) {
    return row.name.tokens.value_or(row.name.requests);
}

void describeIterations(const MeasuredRun& run, const ServingIterations& serving, StepSide& side) {
    std::map<std::string, std::size_t> modes;
    Duration time{};
    std::int64_t tokens = 0;
    bool areKnown = true;
    for (const std::size_t at : side.steps) {
        const ServingIteration& row = serving.rows[at];
        std::string mode(launchModeName(row.mode));
        if (row.bucket) {
            mode += " of " + std::to_string(*row.bucket);
        }
        ++modes[mode];
        time += run.steps[at].gpuSpan;
        areKnown = areKnown && row.name.tokens.has_value();
        tokens += sizeOf(row);
    }
    side.mode =
        std::ranges::max_element(modes, {}, &std::pair<const std::string, std::size_t>::second)
            ->first;
    side.size = lowerMedianOf(side.steps, [&](std::size_t at) { return sizeOf(serving.rows[at]); });
    if (areKnown && time > Duration::zero()) {
        side.tokensPerSecond =
            static_cast<double>(tokens) * 1e9 / static_cast<double>(time.count());
    }
}

constexpr std::size_t kMinEqual = 3;

// Of decodes, those whose requests are as many as in some of the other run: sampling and
// detokenizing take longer for more requests in one graph.
IterationKind ofEqualRequests(const ServingIterations& a, const ServingIterations& b,
                              const IterationKind& kind) {
    const auto requestsOf = [](const ServingIterations& run, std::size_t at) {
        return run.rows[at].name.requests;
    };
    const auto within = [&](const ServingIterations& run, const std::vector<std::size_t>& rows,
                            const ServingIterations& other,
                            const std::vector<std::size_t>& otherRows) {
        const auto [least, most] = std::ranges::minmax(
            otherRows, {}, [&](std::size_t at) { return requestsOf(other, at); });
        std::vector<std::size_t> kept;
        for (const std::size_t at : rows) {
            if (requestsOf(run, at) >= requestsOf(other, least) &&
                requestsOf(run, at) <= requestsOf(other, most)) {
                kept.push_back(at);
            }
        }
        return kept;
    };
    IterationKind equal = kind;
    equal.a = within(a, kind.a, b, kind.b);
    equal.b = within(b, kind.b, a, kind.a);
    return equal;
}

// Of prefills and mixed iterations, pairs of nearly equal tokens.
IterationKind ofEqualTokens(const ServingIterations& a, const ServingIterations& b,
                            const IterationKind& kind) {
    constexpr std::int64_t kMaxPercent = 10;  // that two differ by
    const auto bySize = [](const ServingIterations& run, std::vector<std::size_t> rows) {
        std::ranges::stable_sort(rows, {}, [&](std::size_t at) { return sizeOf(run.rows[at]); });
        return rows;
    };
    const std::vector<std::size_t> rowsA = bySize(a, kind.a);
    const std::vector<std::size_t> rowsB = bySize(b, kind.b);
    IterationKind equal = kind;
    equal.a.clear();
    equal.b.clear();
    for (std::size_t atA = 0, atB = 0; atA < rowsA.size() && atB < rowsB.size();) {
        const std::int64_t sizeA = sizeOf(a.rows[rowsA[atA]]);
        const std::int64_t sizeB = sizeOf(b.rows[rowsB[atB]]);
        if (std::abs(sizeA - sizeB) * 100 <= std::max(sizeA, sizeB) * kMaxPercent) {
            equal.a.push_back(rowsA[atA++]);
            equal.b.push_back(rowsB[atB++]);
        } else {
            ++(sizeA < sizeB ? atA : atB);
        }
    }
    std::ranges::sort(equal.a);
    std::ranges::sort(equal.b);
    return equal;
}

// Without those in which what a process does once takes kMaxFirstUsePercent of the host's time,
// unless too few are left: a server has warmed up before it serves, but for sizes that are new.
std::vector<std::size_t> warmedUp(const ComparedTrace& run, std::vector<std::size_t> rows) {
    constexpr std::int64_t kMaxFirstUsePercent = 5;
    std::vector<std::size_t> warm;
    for (const std::size_t at : rows) {
        const TimeRange host = run.steps().markers.host[at];
        Duration first{};
        for (const FirstUseCall& call : run.analysis.firstUse.calls()) {
            first += commonPart(call.range, host).length();
        }
        if (first * 100 < host.length() * kMaxFirstUsePercent) {
            warm.push_back(at);
        }
    }
    return warm.size() >= kMinEqual ? warm : rows;
}

std::vector<ComparedSteps> comparedIterations(const ComparedTrace& a, const ComparedTrace& b,
                                              const MeasuredRun& measuredA,
                                              const MeasuredRun& measuredB) {
    std::vector<ComparedSteps> all;
    for (IterationKind& kind : iterationKinds(*a.analysis.serving, *b.analysis.serving)) {
        if (kind.a.empty() || kind.b.empty()) {
            continue;
        }
        const std::uint64_t count = kind.a.size() + kind.b.size();
        kind.a = warmedUp(a, std::move(kind.a));
        kind.b = warmedUp(b, std::move(kind.b));
        const bool isDecode = kind.phase == ServingPhase::Decode;
        IterationKind equal = isDecode
                                  ? ofEqualRequests(*a.analysis.serving, *b.analysis.serving, kind)
                                  : ofEqualTokens(*a.analysis.serving, *b.analysis.serving, kind);
        const bool areEnough = std::min(equal.a.size(), equal.b.size()) >= kMinEqual;
        if (areEnough) {
            kind = std::move(equal);
        }
        ComparedSteps& one = all.emplace_back();
        one.kind = std::move(kind.name);
        one.a.steps = std::move(kind.a);
        one.b.steps = std::move(kind.b);
        findTypical(measuredA, one.a);
        findTypical(measuredB, one.b);
        findStretches(measuredA, one.a);
        findStretches(measuredB, one.b);
        describeIterations(measuredA, *a.analysis.serving, one.a);
        describeIterations(measuredB, *b.analysis.serving, one.b);
        one.weight = areEnough || isDecode ? count : 0;
    }
    return all;
}

// Adds `part` to `sum` so many times. O(log times).
void addTimes(Measures part, std::uint64_t times, Measures& sum) {
    for (; times > 0; times /= 2) {
        if (times % 2 == 1) {
            sum += part;
        }
        part += Measures(part);
    }
}

std::uint64_t weightOf(const std::vector<ComparedSteps>& kinds) {
    std::uint64_t sum = 0;
    for (const ComparedSteps& one : kinds) {
        sum += one.weight;
    }
    return sum;
}

}  // namespace

std::vector<std::size_t> StepSide::typicalSteps() const {
    std::vector<std::size_t> found;
    for (const std::size_t at : typical.steps) {
        found.push_back(steps[at]);
    }
    return found;
}

bool areServers(const ComparedTrace& a, const ComparedTrace& b) {
    return a.analysis.serving != nullptr && b.analysis.serving != nullptr;
}

std::vector<ComparedSteps> comparedSteps(const ComparedTrace& a, const ComparedTrace& b,
                                         const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                                         const Alignment& alignment) {
    if (steadyPairs(alignment.steps) == 0) {
        return {};
    }
    if (alignment.stepsAreByKind) {
        return comparedIterations(a, b, measuredA, measuredB);
    }
    ComparedSteps all;
    for (const StepPair& pair : alignment.steps) {
        if (!pair.warmsUp) {
            all.a.steps.push_back(pair.a);
            all.b.steps.push_back(pair.b);
        }
    }
    findTypical(measuredA, all.a);
    findTypical(measuredB, all.b);
    return {std::move(all)};
}

Measures typicalMeasures(const MeasuredRun& run, const std::vector<ComparedSteps>& kinds,
                         StepSide ComparedSteps::*side, std::size_t gpus) {
    if (kinds.size() == 1) {
        return typicalMeasures(run, (kinds.front().*side).typicalSteps(), gpus);
    }
    Measures sum;
    for (const ComparedSteps& one : kinds) {
        if (one.weight > 0) {
            addTimes(typicalMeasures(run, (one.*side).typicalSteps(), gpus), one.weight, sum);
        }
    }
    return meanMeasures(std::move(sum), weightOf(kinds), gpus);
}

ChangeLimits changeLimits(const std::vector<ComparedSteps>& kinds, double variation) {
    const auto all = static_cast<double>(weightOf(kinds));
    double sum = 0;
    double largest = 0;
    std::size_t degrees = 0;
    for (const ComparedSteps& one : kinds) {
        if (one.weight > 0) {
            const double share = static_cast<double>(one.weight) / all;
            const double error = share * changeError(one.a.typical, one.b.typical, variation);
            sum += error;
            if (error > largest) {
                largest = error;
                degrees = kPriorDegrees + one.a.typical.kept + one.b.typical.kept - 2;
            }
        }
    }
    return {sum, Duration(std::llround(studentFactor(degrees) * sum))};
}

}  // namespace gaplight
