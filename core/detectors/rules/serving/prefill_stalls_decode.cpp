// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// stall   = iteration with prompts (mixed, or prefill) after a decode iteration whose GPU time is
//           >= min_factor times that of the decode iteration before it, and after which another one
//           generates
// token   = from the end of the work of an iteration that generates to that of the next one: what
//           each waiting request sees as time to its next token
// fires   = at least min_stalls stalls, and the longest token >= min_factor times the median
// chunk   = tokens of a prompt that take as long as the decode: decode / ((stall - decode) /
// tokens) saving  = none: as much is computed in smaller chunks; the times of tokens are the price
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kPrefillStallsDecodeThresholds{
    Threshold{"min_stalls", ThresholdUnit::Count, 2, "iterations that stall", "one is chance"},
    Threshold{"min_factor", ThresholdUnit::Count, 2,
              "GPU time of a stall in that of a decode iteration, and longest in median token",
              "a prompt that takes as long as the decode doubles the time to a token"},
};

constexpr std::array kPrefillStallsDecodeValues{
    DeclaredValue{"stalls", QuantityKind::Count},
    DeclaredValue{"tokens", QuantityKind::Count},
    DeclaredValue{"stall_time", QuantityKind::Nanoseconds},
    DeclaredValue{"decode_time", QuantityKind::Nanoseconds},
    DeclaredValue{"p50", QuantityKind::Nanoseconds},
    DeclaredValue{"p99", QuantityKind::Nanoseconds},
    DeclaredValue{"worst", QuantityKind::Nanoseconds},
    DeclaredValue{"chunk", QuantityKind::Count},
};

constexpr std::size_t kTailPercent = 99;

struct Stall {
    std::size_t at = 0;
    Duration decode{};  // GPU time of the decode iteration before
    std::int64_t tokens = 0;
};

bool generates(const ServingIteration& row) {
    return row.gpu.length() > Duration::zero() && row.name.generationRequests.value_or(0) > 0;
}

std::vector<Stall> stallsOf(const std::vector<ServingIteration>& rows, std::int64_t factor) {
    std::vector<Stall> stalls;
    std::optional<Duration> decode;
    std::size_t lastGenerating = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        lastGenerating = generates(rows[at]) ? at : lastGenerating;
    }
    for (std::size_t at = 0; at <= lastGenerating && at < rows.size(); ++at) {
        const ServingIteration& row = rows[at];
        const std::int64_t tokens = row.name.contextTokens.value_or(0);
        if (row.name.phase == ServingPhase::Decode) {
            decode = row.gpuBusy;
        } else if (decode && *decode > Duration::zero() && tokens > 0 &&
                   row.gpuBusy >= *decode * factor) {
            stalls.push_back({at, *decode, tokens});
        }
    }
    return stalls;
}

// The times between two tokens of the requests that run.
std::vector<Duration> tokenTimes(const std::vector<ServingIteration>& rows) {
    std::vector<Duration> times;
    std::optional<Time> last;
    for (const ServingIteration& row : rows) {
        if (generates(row)) {
            if (last && row.gpu.end > *last) {
                times.push_back(row.gpu.end - *last);
            }
            last = row.gpu.end;
        }
    }
    return times;
}

Finding findingOf(const DetectorInput& input, const std::vector<Stall>& stalls,
                  std::vector<Duration> times) {
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    Finding finding;
    finding.rule = "prefill-stalls-decode";
    finding.severity = Severity::Warning;
    finding.count = stalls.size();
    for (const Stall& stall : stalls) {
        const ServingIteration& row = rows[stall.at];
        finding.evidence.push_back({EvidenceShape::Outline,
                                    {},
                                    input.trace.trackOf(row.annotation),
                                    row.annotation,
                                    row.host,
                                    0});
    }
    const SliceId first = rows[stalls.front().at].annotation;
    finding.where = findingPlaceOf(input.places, input.places.placeOf(first),
                                   input.analysis.devices.front().totals.gpu);
    const Duration stallTime =
        lowerMedianOf(stalls, [&](const Stall& stall) { return rows[stall.at].gpuBusy; });
    // Tokens that take as long as the decode, by stall; the smallest keeps all of them within.
    std::vector<std::int64_t> chunks;
    for (const Stall& stall : stalls) {
        const double more = static_cast<double>((rows[stall.at].gpuBusy - stall.decode).count());
        chunks.push_back(static_cast<std::int64_t>(
            static_cast<double>(stall.tokens) * static_cast<double>(stall.decode.count()) / more));
    }
    FindingValues& values = finding.values;
    values.setCount("stalls", stalls.size());
    values.set("tokens", lowerMedianOf(stalls, [](const Stall& stall) { return stall.tokens; }));
    values.set("stall_time", stallTime);
    values.set("decode_time",
               lowerMedianOf(stalls, [](const Stall& stall) { return stall.decode; }));
    values.set("worst", *std::ranges::max_element(times));
    values.set("p99", percentile(times, kTailPercent));
    values.set("p50", lowerMedian(times));
    values.set("chunk", std::max<std::int64_t>(1, *std::ranges::min_element(chunks)));
    return finding;
}

DetectorResult detectPrefillStallsDecode(const DetectorInput& input) {
    if (input.analysis.serving == nullptr || input.analysis.devices.empty()) {
        return {};
    }
    const std::int64_t factor = std::max<std::int64_t>(2, input.settings.value("min_factor"));
    const std::vector<Stall> stalls = stallsOf(input.analysis.serving->rows, factor);
    std::vector<Duration> times = tokenTimes(input.analysis.serving->rows);
    if (stalls.empty() || times.empty() ||
        static_cast<std::int64_t>(stalls.size()) < input.settings.value("min_stalls") ||
        *std::ranges::max_element(times) < lowerMedian(times) * factor) {
        return {};
    }
    DetectorResult result;
    result.findings.push_back(findingOf(input, stalls, std::move(times)));
    return result;
}

}  // namespace

const Detector& prefillStallsDecodeRule() {
    static const Detector kRule{
        {.id = "prefill-stalls-decode",
         .name = "Prefill stalls decode",
         .question = "Do long prompts make the requests of an LLM server that wait for their next "
                     "token late?",
         .thresholds = kPrefillStallsDecodeThresholds,
         .values = kPrefillStallsDecodeValues},
        detectPrefillStallsDecode};
    return kRule;
}

}  // namespace gaplight
