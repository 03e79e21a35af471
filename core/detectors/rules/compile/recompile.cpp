// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// recompile
//
//   Three kinds of finding about what torch.compile does besides running compiled code:
//   1. compile spans (CompileSpan) of at least min_compile in the range. Of a frame that has one in
//      a steady step: a finding of that frame. All others together: the capture holds a warm-up.
//   2. regions of version > 0 of frames without such spans: guards failed before the range
//      (compiled_versions.h).
//   3. `TorchDynamo Cache Lookup` in steady steps, where GPU idle time inside them
//      >= lookup_share of the steps, and their mean >= min_lookup. Look-ups that the GPU does not
//      wait for cost nothing, however many there are.
//
//   host    sum of the spans (look-ups)
//   idle    GPU idle time inside them
//   saving  replay without the host time of the compile spans; none for 2; for 3 without what each
//           look-up takes beyond min_lookup

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/compiled_regions.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/rules/compile/compiled_versions.h"
#include "core/detectors/rules/compile/frame_names.h"
#include "core/detectors/texts/quantities.h"

namespace gaplight {
namespace {

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

constexpr int kRecompileLimit = 8;  // PyTorch's own preset
constexpr std::size_t kRecompileMostFindings = 8;
constexpr std::size_t kMostNamed = 4;

struct Compilations {
    std::vector<CompileSpan> spans;
    std::set<CompileId> ids;
    bool steady = false;
};

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
    [[nodiscard]] const SliceTable& slices() const { return m_trace.slices(); }

    static void append(std::vector<Finding> more, std::vector<Finding>& findings) {
        for (Finding& finding : more) {
            if (findings.size() < kRecompileMostFindings) {
                findings.push_back(std::move(finding));
            }
        }
    }

    [[nodiscard]] std::map<std::int32_t, Compilations> byFrame(
        std::span<const CompileSpan> spans) const {
        const Duration least = m_input.settings.time("min_compile");
        std::map<std::int32_t, Compilations> frames;
        for (const CompileSpan& span : spans) {
            if (span.range.length() < least || !m_input.inRange(span.slice)) {
                continue;
            }
            Compilations& frame = frames[span.id.frame];
            frame.spans.push_back(span);
            frame.ids.insert(span.id);
            // The only step of a trace is no more steady than the first of several.
            frame.steady =
                frame.steady || (m_steps.count() > 1 && m_steps.isInSteadyStep(span.range.begin));
        }
        return frames;
    }

    [[nodiscard]] std::vector<Finding> compilationFindings(
        const std::map<std::int32_t, Compilations>& frames) const {
        std::vector<Finding> findings;
        Compilations warmUp;
        std::vector<std::string> names;
        for (const auto& [frame, compilations] : frames) {
            if (compilations.steady && findings.size() + 1 < kRecompileMostFindings) {
                findings.push_back(steadyFinding(frame, compilations));
                continue;
            }
            warmUp.spans.insert(warmUp.spans.end(), compilations.spans.begin(),
                                compilations.spans.end());
            warmUp.ids.insert(compilations.ids.begin(), compilations.ids.end());
            if (frame >= 0 && names.size() < kMostNamed) {
                names.push_back(m_names.text(frame));
            }
        }
        if (!warmUp.spans.empty()) {
            findings.push_back(warmUpFinding(warmUp, names));
        }
        return findings;
    }

    // The spans as evidence, cost and edits, at the place of the longest one.
    [[nodiscard]] Finding findingOfSpans(std::span<const CompileSpan> spans) const {
        FindingGroup group;
        std::vector<TimeRange> ranges;
        SliceId longest = spans.front().slice;
        for (const CompileSpan& span : spans) {
            group.count += span.tunes ? 0 : 1;
            ranges.push_back(span.range);
            longest =
                slices().duration(span.slice) > slices().duration(longest) ? span.slice : longest;
            group.evidence.push_back({EvidenceMark::Outline,
                                      {},
                                      span.track,
                                      span.slice,
                                      slices().range(span.slice),
                                      span.tunes ? 2U : (span.backward ? 1U : 0U)});
            group.edits.push_back(
                {ReplayEdit::Kind::ScaleHost, span.slice, span.track, span.range, 0});
        }
        const std::vector<TimeRange> host = unionOf(std::move(ranges));
        group.host = lengthOf(host);
        group.gpuIdle = idleInside(m_input.analysis, host);
        group.key.place = m_input.places.placeOf(longest);
        Finding finding = findingOf(kRecompileId, m_trace, m_steps, group);
        finding.notes = {"compiles", "compiles the backward graph", "tunes kernels"};
        finding.count = std::max<std::uint64_t>(1, finding.count);
        if (hasPythonStacks(m_trace)) {
            finding.confidence =
                "Python stacks were recorded, so compiling takes longer here than without.";
        }
        return finding;
    }

    [[nodiscard]] Finding steadyFinding(std::int32_t frame, const Compilations& made) const {
        Finding finding = findingOfSpans(made.spans);
        const Duration mean = finding.cost.host / static_cast<std::int64_t>(finding.count);
        const std::string ids = idsText(made.ids);
        finding.title =
            fmt::format("{} of {} while the loop runs: {}, {} of the window",
                        amountText(finding.count, "compilation", "compilations"),
                        m_names.text(frame), durationText(finding.cost.host), portion(finding));
        finding.why = fmt::format(
            "TorchDynamo compiles{}{} in steady steps, {} on average. The GPU was idle for {} of "
            "that.",
            ids.empty() ? " code that the trace does not name" : " " + ids,
            ids.empty() ? "" : " (frame/version)", durationText(mean),
            durationText(finding.cost.gpuIdle));
        finding.fix =
            made.ids.rbegin()->version == 0
                ? std::string(
                      "This code runs for the first time in the middle of the loop: take "
                      "every branch and shape once before the loop that counts.")
                : fmt::format(
                      "A guard fails, and TorchDynamo compiles one more version; "
                      "`TORCH_LOGS=recompiles` names the guard. For shapes that vary: "
                      "`torch.compile(dynamic=True)`, `torch._dynamo.mark_dynamic(x, dim)`, or "
                      "padding to a few sizes. For Python numbers that change: pass tensors. "
                      "After {} versions (`torch._dynamo.config.recompile_limit`) the frame runs "
                      "eagerly.",
                      kRecompileLimit);
        return finding;
    }

    [[nodiscard]] Finding warmUpFinding(const Compilations& made,
                                        std::span<const std::string> names) const {
        Finding finding = findingOfSpans(made.spans);
        const std::string ids = idsText(made.ids);
        finding.title = fmt::format("The capture holds {} of compiling, {} of the window{}",
                                    durationText(finding.cost.host), portion(finding),
                                    ids.empty() ? "" : ": " + ids);
        finding.why = fmt::format("{}{}, not in steady steps: {}. The GPU was idle for {} of that.",
                                  amountText(finding.count, "compilation", "compilations"),
                                  names.empty() ? std::string() : " of " + listText(names),
                                  longestText(made.spans), durationText(finding.cost.gpuIdle));
        finding.fix =
            "Compiling is done once and hides what the loop does: run a few iterations before the "
            "profiler starts, or skip them with `schedule(wait=…, warmup=…)`. If start-up itself "
            "matters, keep Inductor's cache between processes (`TORCHINDUCTOR_CACHE_DIR`, "
            "`torch.compiler.save_cache_artifacts()`), or compile one repeated block instead of "
            "the whole model.";
        return finding;
    }

    [[nodiscard]] std::string portion(const Finding& finding) const {
        return portionText(finding.cost.host, m_input.analysis.range.length());
    }

    [[nodiscard]] static std::string idsText(const std::set<CompileId>& ids) {
        std::vector<std::string> texts;
        std::size_t more = 0;
        for (const CompileId id : ids) {
            if (id.isKnown() && texts.size() < kMostNamed) {
                texts.push_back(compileIdText(id));
            } else {
                more += id.isKnown() ? 1 : 0;
            }
        }
        if (more > 0) {
            texts.push_back(fmt::format("{} more", more));
        }
        return listText(texts);
    }

    [[nodiscard]] static std::string longestText(std::vector<CompileSpan> spans) {
        std::stable_sort(spans.begin(), spans.end(),
                         [](const CompileSpan& a, const CompileSpan& b) {
                             return a.range.length() > b.range.length();
                         });
        spans.resize(std::min(spans.size(), kMostNamed));
        std::vector<std::string> texts;
        for (const CompileSpan& span : spans) {
            texts.push_back(
                fmt::format("{}{} {}", span.id.isKnown() ? compileIdText(span.id) : "one",
                            span.backward ? " backward" : "", durationText(span.range.length())));
        }
        return listText(texts);
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
    static const Detector kRule{
        kRecompileId, "Recompilation",
        "What is compiled inside the window, again or for the first time, and what do guards cost?",
        kRecompileThresholds, detectRecompile};
    return kRule;
}

}  // namespace gaplight
