// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// capture = capture of a CUDA graph (graph_captures.h) that begins after the begin of a server's
//           first iteration and before the end of its last, on any thread of its process. What is
//           captured before is start-up
// size    = of the annotation around it ("capture_32_decode"); else the bucket of the iteration in
//           which it is, or its requests
// fires   = at least min_captures
// edits   = each capture takes no host time: the graph exists when the first batch of its size
// comes
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/graph_captures.h"

namespace gaplight {
namespace {

constexpr std::array kCaptureWhileServingThresholds{
    Threshold{"min_captures", ThresholdUnit::Count, 1, "captures while requests are served",
              "each makes all requests that run wait"},
};

constexpr std::array kCaptureWhileServingValues{
    DeclaredValue{"captures", QuantityKind::Count},
    DeclaredValue{"sizes", QuantityKind::Text},
    DeclaredValue{"iterations", QuantityKind::Count},
    DeclaredValue{"waiting", QuantityKind::Count},
    DeclaredValue{"longest", QuantityKind::Nanoseconds},
    DeclaredValue{"median_time", QuantityKind::Nanoseconds},
    DeclaredValue{"fix", QuantityKind::Case, false, "first again"},
};

constexpr std::size_t kSizesNamed = 4;

// A capture and where it is.
struct ServedCapture {
    GraphCaptureSpan span;
    std::size_t iteration = 0;  // that began last before it
    std::int64_t size = 0;
};

// The size that an annotation around a call names.
std::optional<std::int64_t> namedSize(const DetectorInput& input, SliceId call) {
    const SliceTable& slices = input.trace.slices();
    for (SliceId up = slices.parent(call); up.isValid(); up = slices.parent(up)) {
        if (const auto size = capturedSize(input.trace.name(up))) {
            return size;
        }
    }
    return std::nullopt;
}

std::vector<ServedCapture> servedCaptures(const DetectorInput& input) {
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    std::vector<ServedCapture> served;
    for (GraphCaptureSpan& span : findGraphCaptures(input)) {
        const SliceId call = span.calls.front();
        const Time begin = input.trace.slices().start(call);
        if (begin < rows.front().host.begin || begin >= rows.back().host.end ||
            input.trace.sourceOf(call) != input.trace.sourceOf(rows.front().annotation)) {
            continue;
        }
        const auto next = std::ranges::upper_bound(
            rows, begin, {}, [](const ServingIteration& row) { return row.host.begin; });
        const auto at = static_cast<std::size_t>(next - rows.begin()) - 1;
        const std::int64_t batch = rows[at].bucket.value_or(rows[at].name.requests);
        span.cutTo(input.analysis.steps.rows[at].host, input.trace.slices());
        served.push_back({std::move(span), at, namedSize(input, call).value_or(batch)});
    }
    return served;
}

// "24, 48 and 2 more".
std::string sizesText(const std::set<std::int64_t>& sizes) {
    std::vector<std::string> texts;
    for (const std::int64_t size : sizes) {
        if (texts.size() < kSizesNamed) {
            texts.push_back(countText(static_cast<std::uint64_t>(size)));
        }
    }
    if (sizes.size() > kSizesNamed) {
        texts.push_back(countText(sizes.size() - kSizesNamed) + " more");
    }
    return listText(texts);
}

void setValues(const DetectorInput& input, const std::vector<ServedCapture>& captures,
               FindingValues& values) {
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    const auto lengthOf = [&](std::size_t at) {
        return input.analysis.steps.rows[at].span.length();
    };
    std::set<std::int64_t> sizes;
    std::set<std::size_t> iterations;
    // A piecewise graph is captured piece by piece: again is in another iteration.
    std::set<std::pair<std::int64_t, std::size_t>> captured;
    for (const ServedCapture& one : captures) {
        sizes.insert(one.size);
        iterations.insert(one.iteration);
        captured.insert({one.size, one.iteration});
    }
    std::vector<Duration> others;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (!iterations.contains(at)) {
            others.push_back(lengthOf(at));
        }
    }
    const auto longest = *std::ranges::max_element(iterations, {}, lengthOf);
    values.setCount("captures", captures.size());
    values.set("sizes", sizesText(sizes));
    values.setCount("iterations", iterations.size());
    values.set("waiting", rows[longest].name.requests);
    values.set("longest", lengthOf(longest));
    values.set("median_time", others.empty() ? lengthOf(longest) : lowerMedian(others));
    values.set("fix", CaseName{captured.size() > sizes.size() ? "again" : "first"});
}

DetectorResult detectCaptureWhileServing(const DetectorInput& input) {
    if (input.analysis.serving == nullptr) {
        return {};
    }
    const std::vector<ServedCapture> captures = servedCaptures(input);
    if (captures.empty() ||
        static_cast<std::int64_t>(captures.size()) < input.settings.value("min_captures")) {
        return {};
    }
    FindingGroup group;
    group.key.place = input.places.placeOf(captures.front().span.calls.front());
    for (const ServedCapture& one : captures) {
        addCapture(input, one.span, group);
    }
    DetectorResult result;
    result.findings.push_back(
        findingOf("capture-while-serving", input.places, StepIndex(input.analysis.steps), group));
    setValues(input, captures, result.findings.back().values);
    return result;
}

}  // namespace

const Detector& captureWhileServingRule() {
    static const Detector kRule{
        {.id = "capture-while-serving",
         .name = "Capture while serving",
         .question = "Are CUDA graphs of an LLM server captured while requests wait?",
         .thresholds = kCaptureWhileServingThresholds,
         .values = kCaptureWhileServingValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "because of graph capture while serving"},
        detectCaptureWhileServing};
    return kRule;
}

}  // namespace gaplight
