// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// recompile
//
//   Three kinds of finding about compiling, and what torch.compile does besides running compiled
//   code:
//   1. compile spans (CompileSpan) of at least min_compile in the range. Of a frame that has one in
//      a steady step that is no first use (FirstUses): a finding of that frame. All others
//      together: the capture holds a warm-up. What compilers other than PyTorch's do counts as one
//      frame.
//   2. regions of version > 0 of frames without such spans: guards failed before the range
//      (CompiledVersions).
//   3. `TorchDynamo Cache Lookup` in steady steps, where GPU idle time inside them
//      >= lookup_share of the steps, and their mean >= min_lookup. Look-ups that the GPU does not
//      wait for cost nothing, however many there are.
//
//   host    sum of the spans (look-ups)
//   idle    GPU idle time inside them
//   why     with a log of torch.compile, the guards that failed for these frames
//   saving  replay without the host time of the compile spans that are no first use; none for 2;
//           for 3 without what each look-up takes beyond min_lookup

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/compiled_regions.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/compile/logged_reasons.h"

namespace gaplight {
namespace {

struct VersionUse {
    std::map<std::int32_t, std::vector<SliceId>> regions;                // by version
    std::map<std::size_t, std::map<std::int32_t, std::uint64_t>> steps;  // steady step → versions
    std::uint64_t runs = 0;

    std::int32_t highest() const { return regions.rbegin()->first; }

    // Every steady step runs the same versions, and more than one: they belong to different
    // layers. Without steps that is assumed of any two versions.
    bool areLayers() const {
        if (regions.size() < 2) {
            return false;
        }
        return std::all_of(steps.begin(), steps.end(), [&](const auto& step) {
            return step.second.size() > 1 && step.second == steps.begin()->second;
        });
    }
};

std::map<std::int32_t, VersionUse> versionsInUse(const DetectorInput& input,
                                                 std::span<const CompiledRegion> regions,
                                                 const StepIndex& steps) {
    std::map<std::int32_t, VersionUse> frames;
    for (const CompiledRegion& region : regions) {
        if (!region.id.isKnown() || !input.inRange(region.slice)) {
            continue;
        }
        VersionUse& use = frames[region.id.frame];
        ++use.runs;
        use.regions[region.id.version].push_back(region.slice);
        const auto step = steps.stepAt(input.trace.slices().start(region.slice));
        if (step && steps.isSteady(*step)) {
            ++use.steps[*step][region.id.version];
        }
    }
    return frames;
}

Finding versionFinding(const DetectorInput& input, const StepIndex& steps, const FrameNames& names,
                       std::int32_t frame, const VersionUse& use) {
    const Trace& trace = input.trace;
    FindingGroup group;
    for (const auto& [version, regions] : use.regions) {
        for (const SliceId region : regions) {
            if (version > 0) {
                group.evidence.push_back({EvidenceShape::Outline,
                                          {},
                                          trace.trackOf(region),
                                          region,
                                          trace.slices().range(region),
                                          0});
            }
        }
    }
    group.count = group.evidence.size();
    group.key.place = input.places.placeOf(use.regions.rbegin()->second.front());
    if (names.function(frame).isValid()) {
        group.key.place.python = names.function(frame);
    }
    Finding finding = findingOf(recompileRule().id, input.places, steps, group);
    const std::size_t count = use.regions.size();
    FindingValues& values = finding.values;
    for (const std::string_view key : {"title", "why", "confidence"}) {
        values.set(key, CaseName{"versions"});
    }
    values.set("note", caseRows({"version"}));
    names.set(frame, values);
    values.set("versions", CaseName{count == 1 ? "one" : count == 2 ? "two" : "several"});
    values.setCount("version_count", count);
    values.set("lowest_version", std::to_string(use.regions.begin()->first));
    values.set("highest_version", std::to_string(use.highest()));
    values.setCount("runs", use.runs);
    if (count > 1) {
        values.set("change", CaseName{"inputs"});
    }
    values.set("fix", CaseName{count > 1 ? "versions-change" : "version-stays"});
    values.set("reasons", loggedRecompiles(input.compileLog, {frame}));
    return finding;
}

Duration steadyTime(const StepIndex& steps) {
    Duration steady{};
    for (std::size_t step = 0; step < steps.count(); ++step) {
        steady += steps.isSteady(step) ? steps.host(step).length() : Duration::zero();
    }
    return steady;
}

// The saving is what each look-up takes beyond the threshold.
void addLookup(const DetectorInput& input, SliceId lookup, FindingGroup& group) {
    const Trace& trace = input.trace;
    const TrackId track = trace.trackOf(lookup);
    const TimeRange range = trace.slices().range(lookup);
    const Duration least = input.settings.time("min_lookup");
    group.evidence.push_back({EvidenceShape::Outline, {}, track, lookup, range, 0});
    if (range.length() > least) {
        group.edits.push_back(
            {ReplayEdit::Kind::ScaleHost, lookup, track, range,
             static_cast<double>(least.count()) / static_cast<double>(range.length().count())});
    }
}

// Findings of `recompile` about frames that run a version above 0, other than those of `compiled`:
// a guard failed before the range. None
// for a frame of which every steady step runs the same two or more versions: these belong to
// different layers of one class, each compiled once, and the recompile limit does not count them.
std::vector<Finding> versionFindings(const DetectorInput& input,
                                     std::span<const CompiledRegion> regions,
                                     const FrameNames& names,
                                     const std::set<std::int32_t>& compiled) {
    const StepIndex steps(input.analysis.steps);
    std::vector<Finding> findings;
    for (const auto& [frame, use] : versionsInUse(input, regions, steps)) {
        if (use.highest() > 0 && !compiled.contains(frame) && !use.areLayers()) {
            findings.push_back(versionFinding(input, steps, names, frame, use));
        }
    }
    return findings;
}

// All look-ups in the range, ascending. One parallel pass over all slices if there are any.
std::vector<SliceId> cacheLookups(const DetectorInput& input) {
    const Trace& trace = input.trace;
    const auto name = trace.findText("TorchDynamo Cache Lookup");
    if (!name) {
        return {};
    }
    return scanSlices(trace, [&](SliceId slice) {
        return trace.slices().name(slice) == *name && trace.kind(slice) == SliceKind::CpuOp &&
               input.inRange(slice);
    });
}

// The finding of `recompile` about TorchDynamo's look-ups of compiled code (thresholds
// lookup_share, min_lookup), or none.
std::vector<Finding> lookupFindings(const DetectorInput& input, std::span<const SliceId> lookups) {
    const Trace& trace = input.trace;
    const StepIndex steps(input.analysis.steps);
    FindingGroup group;
    std::vector<TimeRange> ranges;
    for (const SliceId lookup : lookups) {
        if (steps.isInSteadyStep(trace.slices().start(lookup))) {
            ++group.count;
            ranges.push_back(trace.slices().range(lookup));
            addLookup(input, lookup, group);
        }
    }
    const std::vector<TimeRange> host = unionOf(std::move(ranges));
    if (host.empty()) {
        return {};
    }
    const Duration steady = steadyTime(steps);
    const Duration mean = lengthOf(host) / static_cast<std::int64_t>(group.count);
    group.host = lengthOf(host);
    group.gpuIdle = idleInside(input.analysis, host);
    group.key.place = input.places.placeOf(group.evidence.front().slice);
    if (!input.settings.reaches("lookup_share", group.gpuIdle, steady) ||
        mean < input.settings.time("min_lookup")) {
        return {};
    }
    Finding finding = findingOf(recompileRule().id, input.places, steps, group);
    FindingValues& values = finding.values;
    for (const std::string_view key : {"title", "why", "fix"}) {
        values.set(key, CaseName{"look-ups"});
    }
    values.set("note", caseRows({"guards"}));
    values.set("mean_time", mean);
    values.set("idle_share", shareOf(finding.cost.gpuIdle, steady));
    if (hasPythonStacks(trace)) {
        values.set("confidence", CaseName{"look-ups-with-stacks"});
    }
    return {std::move(finding)};
}

constexpr std::string_view kRecompileId = "recompile";

constexpr std::array kRecompileThresholds{
    Threshold{"min_compile", ThresholdUnit::Nanoseconds, milliseconds(5),
              "compile spans at least this long count",
              "one linear layer takes 25 ms and more, with all its code cached"},
    Threshold{"lookup_share", ThresholdUnit::Share, percent(1),
              "GPU idle time inside cache look-ups, as a share of steady steps",
              "the share of a step that is worth a warning"},
    Threshold{"min_lookup", ThresholdUnit::Nanoseconds, microseconds(100),
              "mean cache look-up from which they are reported",
              "10 to 80 µs in ResNet-18, encoders and diffusion transformers"},
};

// Of findings of all three kinds; each kind has its own cases of the texts.
constexpr auto kRecompileValues = joinValues(
    joinValues(kFrameNameValues, kLoggedReasonValues),
    std::array{
        DeclaredValue{"title", QuantityKind::Case, false,
                      "steady steady-other warm-up versions look-ups"},
        DeclaredValue{"why", QuantityKind::Case, false,
                      "steady steady-other warm-up versions look-ups"},
        DeclaredValue{
            "fix", QuantityKind::Case, false,
            "first-run guard other warm-up warm-up-other versions-change version-stays look-ups"},
        DeclaredValue{"confidence", QuantityKind::Case, true,
                      "stacks versions look-ups-with-stacks"},
        DeclaredValue{"note", QuantityKind::Rows, false, "compiles backward tunes version guards"},
        DeclaredValue{"capture_share", QuantityKind::Share, true},
        DeclaredValue{"compiled", QuantityKind::Case, true, "named unnamed"},
        DeclaredValue{"ids", QuantityKind::Rows, true, "named more"},
        DeclaredValue{"id", QuantityKind::Text, true},
        DeclaredValue{"more_ids", QuantityKind::Count, true},
        DeclaredValue{"mean_time", QuantityKind::Nanoseconds, true},
        DeclaredValue{"frames", QuantityKind::Rows, true},
        DeclaredValue{"longest", QuantityKind::Rows, true, "forward backward"},
        DeclaredValue{"span", QuantityKind::Case, true, "named function unnamed"},
        DeclaredValue{"compiler", QuantityKind::Text, true},
        DeclaredValue{"span_time", QuantityKind::Nanoseconds, true},
        DeclaredValue{"versions", QuantityKind::Case, true, "one two several"},
        DeclaredValue{"version_count", QuantityKind::Count, true},
        DeclaredValue{"lowest_version", QuantityKind::Text, true},
        DeclaredValue{"highest_version", QuantityKind::Text, true},
        DeclaredValue{"runs", QuantityKind::Count, true},
        DeclaredValue{"change", QuantityKind::Case, true, "inputs"},
        DeclaredValue{"idle_share", QuantityKind::Share, true},
    });

constexpr std::size_t kRecompileMaxFindings = 8;
constexpr std::size_t kMaxNamed = 4;
// The frame number under which compilations of compilers other than PyTorch's are collected.
constexpr std::int32_t kOtherCompilers = -2;

struct Compilations {
    std::vector<CompileSpan> spans;
    std::set<CompileId> ids;
    bool steady = false;
};

std::string functionOfLongest(const Trace& trace, std::span<const CompileSpan> spans) {
    const auto longest = std::max_element(spans.begin(), spans.end(),
                                          [](const CompileSpan& a, const CompileSpan& b) {
                                              return a.range.length() < b.range.length();
                                          });
    return std::string(trace.name(longest->slice));
}

// The first ids, and how many more there are; those that the trace does not name are left out.
ValueRows idRows(const std::set<CompileId>& ids) {
    ValueRows rows;
    std::uint64_t more = 0;
    for (const CompileId id : ids) {
        if (id.isKnown() && rows.size() < kMaxNamed) {
            FindingValues& row = rows.emplace_back();
            row.set(kRowCase, CaseName{"named"});
            row.set("id", compileIdText(id));
        } else {
            more += id.isKnown() ? 1 : 0;
        }
    }
    if (more > 0) {
        FindingValues& row = rows.emplace_back();
        row.set(kRowCase, CaseName{"more"});
        row.setCount("more_ids", more);
    }
    return rows;
}

class Recompiles {
public:
    explicit Recompiles(const DetectorInput& input)
        : m_input(input),
          m_trace(input.trace),
          m_steps(input.analysis.steps),
          m_regions(compiledRegions(input.trace).regions),
          m_names(input.trace, input.places, m_regions) {}

    DetectorResult run() {
        const std::vector<CompileSpan> spans = compileSpans(m_trace, m_input.analysis.names);
        const std::vector<SliceId> lookups = cacheLookups(m_input);
        if (spans.empty() && lookups.empty() && m_regions.empty()) {
            return {{}, "nothing of torch.compile was recorded"};
        }
        const std::map<std::int32_t, Compilations> frames = byFrame(spans);
        DetectorResult result;
        result.findings = compilationFindings(frames);
        std::set<std::int32_t> compiled;
        for (const auto& [frame, compilations] : frames) {
            compiled.insert(frame);
        }
        append(versionFindings(m_input, m_regions, m_names, compiled), result.findings);
        append(lookupFindings(m_input, lookups), result.findings);
        return result;
    }

private:
    const SliceTable& slices() const { return m_trace.slices(); }

    static void append(std::vector<Finding> more, std::vector<Finding>& findings) {
        for (Finding& finding : more) {
            if (findings.size() < kRecompileMaxFindings) {
                findings.push_back(std::move(finding));
            }
        }
    }

    bool isFirstUse(const CompileSpan& span) const {
        return m_input.analysis.firstUse.contains(m_trace, span.slice);
    }

    std::map<std::int32_t, Compilations> byFrame(std::span<const CompileSpan> spans) const {
        const Duration least = m_input.settings.time("min_compile");
        std::map<std::int32_t, Compilations> frames;
        for (const CompileSpan& span : spans) {
            if (span.range.length() < least || !m_input.inRange(span.slice)) {
                continue;
            }
            const bool isOther = span.isOther && !span.id.isKnown();
            Compilations& frame = frames[isOther ? kOtherCompilers : span.id.frame];
            frame.spans.push_back(span);
            frame.ids.insert(span.id);
            // A single step may be warm-up, as the first of several is.
            frame.steady =
                frame.steady || (m_steps.count() > 1 && m_steps.isInSteadyStep(span.range.begin) &&
                                 !isFirstUse(span));
        }
        return frames;
    }

    std::vector<Finding> compilationFindings(
        const std::map<std::int32_t, Compilations>& frames) const {
        std::vector<Finding> findings;
        Compilations warmUp;
        ValueRows names;
        for (const auto& [frame, compilations] : frames) {
            if (compilations.steady && findings.size() + 1 < kRecompileMaxFindings) {
                findings.push_back(steadyFinding(frame, compilations));
                continue;
            }
            warmUp.spans.insert(warmUp.spans.end(), compilations.spans.begin(),
                                compilations.spans.end());
            warmUp.ids.insert(compilations.ids.begin(), compilations.ids.end());
            if (frame >= 0 && names.size() < kMaxNamed) {
                m_names.set(frame, names.emplace_back());
            }
        }
        if (!warmUp.spans.empty()) {
            findings.push_back(warmUpFinding(warmUp, std::move(names)));
        }
        return findings;
    }

    // The spans as evidence, cost and edits, at the place of the longest one.
    Finding findingOfSpans(std::span<const CompileSpan> spans) const {
        FindingGroup group;
        std::vector<TimeRange> ranges;
        SliceId longest = spans.front().slice;
        for (const CompileSpan& span : spans) {
            group.count += span.tunes ? 0 : 1;
            ranges.push_back(span.range);
            longest =
                slices().duration(span.slice) > slices().duration(longest) ? span.slice : longest;
            group.evidence.push_back({EvidenceShape::Outline,
                                      {},
                                      span.track,
                                      span.slice,
                                      slices().range(span.slice),
                                      span.tunes ? 2U : (span.backward ? 1U : 0U)});
            if (!isFirstUse(span)) {
                group.edits.push_back(
                    {ReplayEdit::Kind::ScaleHost, span.slice, span.track, span.range, 0});
            }
        }
        const std::vector<TimeRange> host = unionOf(std::move(ranges));
        group.host = lengthOf(host);
        group.gpuIdle = idleInside(m_input.analysis, host);
        group.key.place = m_input.places.placeOf(longest);
        Finding finding = findingOf(kRecompileId, m_input.places, m_steps, group);
        finding.count = std::max<std::uint64_t>(1, finding.count);
        finding.values.set("note", caseRows({"compiles", "backward", "tunes"}));
        finding.values.set("capture_share",
                           shareOf(finding.cost.host, m_input.analysis.range.length()));
        if (hasPythonStacks(m_trace)) {
            finding.values.set("confidence", CaseName{"stacks"});
        }
        return finding;
    }

    Finding steadyFinding(std::int32_t frame, const Compilations& made) const {
        Finding finding = findingOfSpans(made.spans);
        FindingValues& values = finding.values;
        values.set("mean_time", finding.cost.host / static_cast<std::int64_t>(finding.count));
        if (frame == kOtherCompilers) {
            values.set("title", CaseName{"steady-other"});
            values.set("why", CaseName{"steady-other"});
            values.set("fix", CaseName{"other"});
            values.set("compiler", functionOfLongest(m_trace, made.spans));
            return finding;
        }
        values.set("title", CaseName{"steady"});
        values.set("why", CaseName{"steady"});
        m_names.set(frame, values);
        ValueRows ids = idRows(made.ids);
        values.set("compiled", CaseName{ids.empty() ? "unnamed" : "named"});
        values.set("ids", std::move(ids));
        values.set("fix", CaseName{made.ids.rbegin()->version == 0 ? "first-run" : "guard"});
        values.set("reasons", loggedRecompiles(m_input.compileLog, {frame}));
        return finding;
    }

    Finding warmUpFinding(const Compilations& made, ValueRows frames) const {
        Finding finding = findingOfSpans(made.spans);
        FindingValues& values = finding.values;
        values.set("title", CaseName{"warm-up"});
        values.set("why", CaseName{"warm-up"});
        const bool isOther = std::all_of(made.spans.begin(), made.spans.end(),
                                         [](const CompileSpan& span) { return span.isOther; });
        values.set("fix", CaseName{isOther ? "warm-up-other" : "warm-up"});
        values.set("ids", idRows(made.ids));
        values.set("frames", std::move(frames));
        values.set("longest", longestRows(made.spans));
        std::set<std::int32_t> compiled;
        for (const CompileId id : made.ids) {
            compiled.insert(id.frame);
        }
        values.set("reasons", loggedRecompiles(m_input.compileLog, compiled));
        return finding;
    }

    ValueRows longestRows(std::vector<CompileSpan> spans) const {
        std::stable_sort(spans.begin(), spans.end(),
                         [](const CompileSpan& a, const CompileSpan& b) {
                             return a.range.length() > b.range.length();
                         });
        spans.resize(std::min(spans.size(), kMaxNamed));
        ValueRows rows;
        for (const CompileSpan& span : spans) {
            FindingValues& row = rows.emplace_back();
            row.set(kRowCase, CaseName{span.backward ? "backward" : "forward"});
            row.set("span", CaseName{span.id.isKnown() ? "named"
                                     : span.isOther    ? "function"
                                                       : "unnamed"});
            row.set("compiler",
                    span.isOther ? std::string(m_trace.name(span.slice)) : std::string{});
            row.set("id", span.id.isKnown() ? compileIdText(span.id) : std::string{});
            row.set("span_time", span.range.length());
        }
        return rows;
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    StepIndex m_steps;
    std::vector<CompiledRegion> m_regions;
    FrameNames m_names;
};

DetectorResult detectRecompile(const DetectorInput& input) {
    return Recompiles(input).run();
}

}  // namespace

const Detector& recompileRule() {
    static const Detector kRule{{.id = kRecompileId,
                                 .name = "Recompilation",
                                 .question = "What is compiled inside the window, again or for the "
                                             "first time, and what do guards cost?",
                                 .thresholds = kRecompileThresholds,
                                 .values = kRecompileValues,
                                 .idleClass = IdleClass::Host,
                                 .idlePhrase = "because of recompilation"},
                                detectRecompile};
    return kRule;
}

}  // namespace gaplight
