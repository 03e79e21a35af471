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
// tokens) price   = no saving of the window, since as much is computed; the times of tokens, if
//           chunks:   each stall is ceil(tokens / chunk) iterations that all generate. One of them
//                     is the stall run again with its activities x (decode + (stall - decode) x
//                     share of the prompt) / stall: each starts after the one before it on its
//                     stream, and not before its launch, which moves only with waits for the GPU.
//                     What takes the host long to launch gets no shorter in chunks
//           launches: all activities of a stall follow one another, as in a graph; a bound
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/quantity_text.h"
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
    DeclaredValue{"sizes", QuantityKind::Text},
    DeclaredValue{"stall_time", QuantityKind::Nanoseconds},
    DeclaredValue{"decode_time", QuantityKind::Nanoseconds},
    DeclaredValue{"p50", QuantityKind::Nanoseconds},
    DeclaredValue{"p99", QuantityKind::Nanoseconds},
    DeclaredValue{"worst", QuantityKind::Nanoseconds},
    DeclaredValue{"chunk", QuantityKind::Count},
    DeclaredValue{"chunk_p50", QuantityKind::Nanoseconds},
    DeclaredValue{"chunk_p99", QuantityKind::Nanoseconds},
    DeclaredValue{"chunk_worst", QuantityKind::Nanoseconds},
    DeclaredValue{"first_token", QuantityKind::Nanoseconds},
    DeclaredValue{"graph_worst", QuantityKind::Nanoseconds},
    DeclaredValue{"limit", QuantityKind::Case, true, "launches"},
    DeclaredValue{"fix", QuantityKind::Case, false, "chunks launches"},
};

constexpr std::size_t kTailPercent = 99;
constexpr std::int64_t kMaxPieces = 1'000;  // of a stall, in the times to a token

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

// Runs the activities of one iteration again with other lengths.
class IterationRerun {
public:
    // Those launched from its begin to that of the next iteration.
    IterationRerun(const DetectorInput& input, std::size_t at) : m_trace(input.trace) {
        const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
        const TimeRange step{rows[at].host.begin, at + 1 < rows.size() ? rows[at + 1].host.begin
                                                                       : input.trace.range().end};
        for (const SliceId launch : input.launches.launches()) {
            if (step.contains(m_trace.slices().start(launch)) &&
                m_trace.sourceOf(launch) == m_trace.sourceOf(rows[at].annotation)) {
                for (const ActivityId id : input.launches.activitiesOf(launch)) {
                    m_activities.push_back({m_trace.gpuActivities()[id.index()], launch});
                }
            }
        }
        std::ranges::stable_sort(m_activities, {}, [&](const Launched& one) {
            return m_trace.slices().start(one.activity.slice);
        });
        const TrackId track = m_trace.trackOf(rows[at].annotation);
        for (const BlockingCall& call : input.analysis.blockingCalls) {
            if (call.track == track && step.contains(m_trace.slices().start(call.slice))) {
                m_waits.push_back(m_trace.slices().range(call.slice));
            }
        }
    }

    // By how much its last activity ends earlier. O(activities log streams + waits).
    Duration gainOf(double factor) const { return endWith(1) - endWith(factor); }

private:
    struct Launched {
        GpuActivity activity;
        SliceId launch;
    };
    struct Ends {
        Time recorded{};
        Time rerun{};
    };

    Time endWith(double factor) const {
        std::map<std::pair<GpuId, std::int32_t>, Ends> ends;
        Ends last;
        Duration earlier{};  // the host
        auto wait = m_waits.begin();
        for (const Launched& one : m_activities) {
            const TimeRange range = m_trace.slices().range(one.activity.slice);
            const Time launch = m_trace.slices().start(one.launch);
            for (; wait != m_waits.end() && wait->end <= launch; ++wait) {
                if (last.recorded > wait->begin && last.recorded <= wait->end) {
                    earlier = wait->end - std::max(wait->begin - earlier,
                                                   last.rerun + (wait->end - last.recorded));
                }
            }
            Ends& own = ends[{one.activity.gpu, one.activity.stream}];
            const bool isQueued = own.recorded >= range.begin - kFollows;
            const Time ready = (isQueued ? launch : range.begin) - earlier;
            const auto length =
                static_cast<std::int64_t>(static_cast<double>(range.length().count()) * factor);
            own = {range.end, std::max(ready, own.rerun) + Duration(length)};
            last = {std::max(last.recorded, own.recorded), std::max(last.rerun, own.rerun)};
        }
        return last.rerun;
    }

    static constexpr Duration kFollows = std::chrono::microseconds(5);  // of one in a full queue

    const Trace& m_trace;
    std::vector<Launched> m_activities;  // by start
    std::vector<TimeRange> m_waits;      // of the host, by time
};

// The time to a token, and the stalls in it.
struct TokenTime {
    Duration time{};
    std::vector<const Stall*> stalls;
};

// The times between two tokens of the requests that run.
std::vector<TokenTime> tokenTimes(const std::vector<ServingIteration>& rows,
                                  const std::vector<Stall>& stalls) {
    std::vector<TokenTime> times;
    std::optional<Time> last;
    TokenTime token;
    auto stall = stalls.begin();
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (stall != stalls.end() && stall->at == at) {
            token.stalls.push_back(&*stall++);
        }
        if (generates(rows[at])) {
            if (last && rows[at].gpu.end > *last) {
                token.time = rows[at].gpu.end - *last;
                times.push_back(std::move(token));
            }
            token = {};
            last = rows[at].gpu.end;
        }
    }
    return times;
}

struct TokenSummary {
    Duration p50{};
    Duration p99{};
    Duration worst{};
};

TokenSummary summaryOf(std::vector<Duration> times) {
    TokenSummary summary;
    summary.worst = *std::ranges::max_element(times);
    summary.p99 = percentile(times, kTailPercent);
    summary.p50 = lowerMedian(times);
    return summary;
}

struct StallCure {
    std::int64_t pieces = 1;
    Duration gain{};  // of the stall: what one piece takes less than it
};

// The times to a token if each stall is `cureOf` it.
template <class CureOf>
TokenSummary withCure(const std::vector<TokenTime>& tokens, const CureOf& cureOf) {
    std::vector<Duration> times;
    for (const TokenTime& token : tokens) {
        StallCure all;
        for (const Stall* stall : token.stalls) {
            const StallCure cure = cureOf(*stall);
            all.pieces = std::max(all.pieces, cure.pieces);
            all.gain += cure.gain;
        }
        times.insert(times.end(), static_cast<std::size_t>(std::min(all.pieces, kMaxPieces)),
                     std::max(Duration(1), token.time - all.gain));
    }
    return summaryOf(std::move(times));
}

// What chunks of `chunk` tokens, and one graph in place of launches, would make of the times.
void setPrice(const DetectorInput& input, const std::vector<Stall>& stalls,
              const std::vector<TokenTime>& tokens, std::int64_t chunk, FindingValues& values) {
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    std::map<const Stall*, StallCure> chunks;
    for (const Stall& stall : stalls) {
        StallCure& cure = chunks[&stall];
        cure.pieces = (stall.tokens + chunk - 1) / chunk;
        const auto busy = static_cast<double>(rows[stall.at].gpuBusy.count());
        const auto decode = static_cast<double>(stall.decode.count());
        const double part = (busy - decode) / static_cast<double>(cure.pieces);
        cure.gain = IterationRerun(input, stall.at).gainOf((decode + part) / busy);
    }
    const TokenSummary chunked =
        withCure(tokens, [&](const Stall& stall) { return chunks.at(&stall); });
    const TokenSummary graphs = withCure(tokens, [&](const Stall& stall) {
        const ServingIteration& row = rows[stall.at];
        return StallCure{1, std::max(Duration{}, row.gpu.length() - row.gpuBusy)};
    });
    const auto longest = std::ranges::max_element(tokens, {}, &TokenTime::time);
    std::int64_t pieces = 1;
    for (const Stall* stall : longest->stalls) {
        pieces = std::max(pieces, chunks.at(stall).pieces);
    }
    values.set("chunk_p50", chunked.p50);
    values.set("chunk_p99", chunked.p99);
    values.set("chunk_worst", chunked.worst);
    values.set("first_token", chunked.worst * pieces);
    values.set("graph_worst", graphs.worst);
    const bool isOfLaunches = graphs.worst < chunked.worst;
    values.set("fix", CaseName{isOfLaunches ? "launches" : "chunks"});
    if (isOfLaunches) {
        values.set("limit", CaseName{"launches"});
    }
}

// "1,104 tokens", "900 to 1,400 tokens".
std::string sizesText(const std::vector<Stall>& stalls) {
    const auto [least, most] = std::ranges::minmax(stalls, {}, &Stall::tokens);
    const std::string text = countText(static_cast<std::uint64_t>(most.tokens), "token", "tokens");
    return least.tokens == most.tokens
               ? text
               : countText(static_cast<std::uint64_t>(least.tokens)) + " to " + text;
}

Finding findingOf(const DetectorInput& input, const std::vector<Stall>& stalls,
                  const std::vector<TokenTime>& tokens) {
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
    values.set("stall_time", stallTime);
    values.set("decode_time",
               lowerMedianOf(stalls, [](const Stall& stall) { return stall.decode; }));
    const TokenSummary now = withCure(tokens, [](const Stall&) { return StallCure{}; });
    const std::int64_t chunk = std::max<std::int64_t>(1, *std::ranges::min_element(chunks));
    values.set("sizes", sizesText(stalls));
    values.set("worst", now.worst);
    values.set("p99", now.p99);
    values.set("p50", now.p50);
    values.set("chunk", chunk);
    setPrice(input, stalls, tokens, chunk, values);
    return finding;
}

DetectorResult detectPrefillStallsDecode(const DetectorInput& input) {
    if (input.analysis.serving == nullptr || input.analysis.devices.empty()) {
        return {};
    }
    const std::int64_t factor = std::max<std::int64_t>(2, input.settings.value("min_factor"));
    const std::vector<Stall> stalls = stallsOf(input.analysis.serving->rows, factor);
    const std::vector<TokenTime> tokens = tokenTimes(input.analysis.serving->rows, stalls);
    if (stalls.empty() || tokens.empty() ||
        static_cast<std::int64_t>(stalls.size()) < input.settings.value("min_stalls")) {
        return {};
    }
    DetectorResult result;
    const TokenSummary now = withCure(tokens, [](const Stall&) { return StallCure{}; });
    if (now.worst >= now.p50 * factor) {
        result.findings.push_back(findingOf(input, stalls, tokens));
    }
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
