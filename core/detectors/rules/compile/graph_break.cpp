// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// graph-break
//
//   fires for an outermost compiled region R of frame F, where
//     breaks(R) = regions inside R, on R's thread, that begin in the analysed range
//     breaks(R) >= min_breaks
//   breaks of the same place (annotation, Python function; without stacks F's id) are one finding.
//
// A frame that torch.compile takes whole is one region: what it calls is inlined into its graph.
// Only what it cannot take leaves the region and comes back as another one inside. Compiled
// layers that run one after another (regional compilation) are regions side by side, and none.
//
//   count   regions that go on with the frame that broke (RegionSeam::resumes), and if there are
//           none, the compiled functions that were called from it
//   host    sum of the seams: from one graph's end to the next one's begin; what is compiled in
//           between belongs to `recompile`
//   saving  replay without the host time of the seams

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/idle/host_cause.h"
#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/duration_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/rules/compile/break_cause.h"
#include "core/detectors/texts/quantities.h"

namespace gaplight {
namespace {

constexpr std::string_view kGraphBreakId = "graph-break";

constexpr std::array kGraphBreakThresholds{
    Threshold{"min_breaks", ThresholdUnit::Count, 1,
              "a compiled frame with at least this many regions inside is reported",
              "torch.compile's aim is one graph a frame; fullgraph=True makes one break an error"},
};

// A finding must be worth reading: further places are counted in the last one.
constexpr std::size_t kMostFindings = 8;
constexpr std::size_t kMostCauses = 6;
constexpr std::size_t kMostIds = 8;

// What one place's breaks are made of, beside its group.
struct BreakSite {
    std::uint64_t resumed = 0;
    std::uint64_t called = 0;
    std::vector<Time> resumedAt;
    std::vector<Time> calledAt;
    std::map<BreakCause, std::uint64_t> causes;
    std::vector<TimeRange> seams;
    std::uint32_t example = CompiledRegion::kNone;  // an outermost region
    std::set<std::uint32_t> outlined;               // regions that are evidence already
};

class GraphBreaks {
public:
    explicit GraphBreaks(const DetectorInput& input)
        : m_input(input),
          m_trace(input.trace),
          m_regions(compiledRegions(input.trace)),
          m_steps(input.analysis.steps) {}

    DetectorResult run() {
        if (m_regions.regions.empty()) {
            return {{}, "no region compiled by torch.compile was recorded"};
        }
        const auto least = static_cast<std::size_t>(m_input.settings.value("min_breaks"));
        std::map<std::uint32_t, std::vector<const RegionSeam*>> byOutermost;
        for (const RegionSeam& seam : m_regions.seams) {
            const CompiledRegion& region = m_regions.regions[seam.region];
            if (m_input.inRange(region.slice)) {
                byOutermost[region.outermost].push_back(&seam);
            }
        }
        for (const auto& [outermost, seams] : byOutermost) {
            if (seams.size() >= least) {
                add(outermost, seams);
            }
        }
        return {findings(), {}};
    }

private:
    [[nodiscard]] const SliceTable& slices() const { return m_trace.slices(); }

    [[nodiscard]] GroupKey keyOf(const CompiledRegion& region) const {
        GroupKey key{m_input.places.placeOf(region.slice), {}, 0};
        const bool isUsers =
            region.frame.isValid() && m_input.places.isUserFrame(slices().name(region.frame));
        if (isUsers) {
            // Layers of one class are one place, whatever ids their frames got.
            key.place.python = slices().name(region.frame);
            key.place.op = {};
        }
        return key;
    }

    void outline(FindingGroup& group, BreakSite& site, std::uint32_t region, std::uint32_t note) {
        if (site.outlined.insert(region).second) {
            const SliceId slice = m_regions.regions[region].slice;
            group.evidence.push_back({EvidenceMark::Outline,
                                      {},
                                      m_trace.trackOf(slice),
                                      slice,
                                      slices().range(slice),
                                      note});
        }
    }

    void add(std::uint32_t outermost, const std::vector<const RegionSeam*>& seams) {
        const GroupKey key = keyOf(m_regions.regions[outermost]);
        FindingGroup& group = m_groups.at(key);
        BreakSite& site = m_sites[key];
        site.example = std::min(site.example, outermost);
        outline(group, site, outermost, 0);
        for (const RegionSeam* seam : seams) {
            addSeam(group, site, *seam);
        }
    }

    void addSeam(FindingGroup& group, BreakSite& site, const RegionSeam& seam) {
        const CompiledRegion& region = m_regions.regions[seam.region];
        const Time at = slices().start(region.slice);
        (seam.resumes ? site.resumed : site.called) += 1;
        (seam.resumes ? site.resumedAt : site.calledAt).push_back(at);
        ++site.causes[breakCauseOf(m_trace, m_input.places, m_regions, seam)];
        outline(group, site, seam.region, 1);
        const TrackId track = m_trace.trackOf(region.slice);
        bracket(group, seam, track);
        const bool compiles =
            std::any_of(seam.between.begin(), seam.between.end(), [&](SliceId slice) {
                return m_input.analysis.names.hostWork(slices().name(slice)) == HostWork::Compile;
            });
        if (!compiles) {
            group.host += seam.host.length();
            site.seams.push_back(seam.host);
            group.edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, seam.host, 0});
        }
    }

    // A line over what begins between the graphs, without the region behind it.
    void bracket(FindingGroup& group, const RegionSeam& seam, TrackId track) {
        const Time until = slices().start(m_regions.regions[seam.region].slice);
        Time begin = until;
        Time end = Time::min();
        for (const SliceId slice : seam.between) {
            if (slices().end(slice) <= until) {
                begin = std::min(begin, slices().start(slice));
                end = std::max(end, slices().end(slice));
            }
        }
        if (begin < end) {
            group.evidence.push_back({EvidenceMark::Bracket, {}, track, {}, {begin, end}, 2});
        }
    }

    std::vector<Finding> findings() {
        for (FindingGroup& group : m_groups.all()) {
            group.gpuIdle = idleInside(m_input.analysis, unionOf(m_sites[group.key].seams));
            const BreakSite& site = m_sites[group.key];
            group.count = site.resumed > 0 ? site.resumed : site.called;
        }
        m_groups.sortByCost();
        std::vector<Finding> findings;
        for (FindingGroup& group : m_groups.all()) {
            if (findings.size() == kMostFindings) {
                findings.back().why += fmt::format(" {} more places break as well.",
                                                   m_groups.all().size() - kMostFindings);
                break;
            }
            findings.push_back(write(group, m_sites[group.key]));
        }
        return findings;
    }

    Finding write(FindingGroup& group, const BreakSite& site) {
        Finding finding = findingOf(kGraphBreakId, m_trace, m_steps, group);
        finding.perStep = m_steps.medianPerStep(site.resumed > 0 ? site.resumedAt : site.calledAt);
        const CompiledRegion& example = m_regions.regions[site.example];
        const std::string function =
            group.key.place.op.isValid() || finding.where.python.empty()
                ? std::string()
                : fmt::format(" in `{}`", functionOfFrame(finding.where.python));
        const bool everyStep = finding.perStep > 0;
        const auto count = everyStep ? static_cast<std::uint64_t>(finding.perStep) : finding.count;
        finding.title =
            fmt::format("{}{}{}: regions {}", amountText(count, "graph break", "graph breaks"),
                        everyStep ? " a step" : "", function, chainText(site.example));
        finding.why = whyText(finding, site, example);
        finding.fix = fixText(site);
        finding.confidence = confidenceText(example, site);
        finding.notes = {"compiled region that breaks", "compiled region after a break",
                         "between two graphs"};
        return finding;
    }

    [[nodiscard]] std::string whyText(const Finding& finding, const BreakSite& site,
                                      const CompiledRegion& example) const {
        const std::uint64_t inside = site.resumed + site.called;
        const std::string causes = causesText(mainCauses(site));
        std::string why = fmt::format(
            "{} was not compiled as one graph: {} {} inside its own{}.",
            example.id.isKnown() ? fmt::format("Frame {}", example.id.frame) : "A frame",
            amountText(inside, "more compiled region", "more compiled regions"),
            inside == 1 ? "runs" : "run",
            m_steps.count() > 1 ? fmt::format(" over {} steps", m_steps.count()) : "");
        why += causes.empty() ? "" : " What runs between: " + causes + ".";
        if (!site.seams.empty()) {
            const auto count = static_cast<std::int64_t>(site.seams.size());
            why += fmt::format(
                " From graph to graph the host needs {} on average, {} in all, and the GPU was "
                "idle for {} of that.",
                durationText(finding.cost.host / count), durationText(finding.cost.host),
                durationText(finding.cost.gpuIdle));
        }
        return why;
    }

    // "0/0 ⊃ 1/0 ⊃ 2/0"; regions side by side in parentheses.
    [[nodiscard]] std::string chainText(std::uint32_t outermost) const {
        std::size_t left = kMostIds;
        return chainOf(outermost, left);
    }

    // NOLINTNEXTLINE(misc-no-recursion): as deep as regions nest, at most kMostIds.
    [[nodiscard]] std::string chainOf(std::uint32_t region, std::size_t& left) const {
        std::string text = compileIdText(m_regions.regions[region].id);
        --left;
        std::vector<std::string> inside;
        for (std::uint32_t at = region + 1; at < m_regions.regions.size(); ++at) {
            const CompiledRegion& one = m_regions.regions[at];
            if (one.outermost != m_regions.regions[region].outermost) {
                break;
            }
            if (one.outer == region) {
                if (left == 0) {
                    inside.emplace_back("…");
                    break;
                }
                inside.push_back(chainOf(at, left));
            }
        }
        if (inside.empty()) {
            return text;
        }
        std::string all;
        for (const std::string& one : inside) {
            all += (all.empty() ? "" : ", ") + one;
        }
        return text + " ⊃ " + (inside.size() > 1 ? "(" + all + ")" : all);
    }

    [[nodiscard]] static std::vector<BreakCause> mainCauses(const BreakSite& site) {
        std::vector<std::pair<BreakCause, std::uint64_t>> causes(site.causes.begin(),
                                                                 site.causes.end());
        std::stable_sort(causes.begin(), causes.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        std::vector<BreakCause> most;
        for (const auto& [cause, count] : causes) {
            if ((cause.kind != BreakKind::Unknown || !cause.function.empty()) &&
                most.size() < kMostCauses) {
                most.push_back(cause);
            }
        }
        return most;
    }

    [[nodiscard]] static std::string fixText(const BreakSite& site) {
        std::string fix;
        std::set<BreakKind> told;
        for (const BreakCause& cause : mainCauses(site)) {
            const std::string_view cure = breakCure(cause.kind);
            if (!cure.empty() && told.insert(cause.kind).second) {
                fix += std::string(cure) + " ";
            }
        }
        return fix +
               "`TORCH_LOGS=graph_breaks` prints the reason and the line of each break; "
               "`torch.compile(fullgraph=True)` turns the first one into an error.";
    }

    [[nodiscard]] static std::string confidenceText(const CompiledRegion& example,
                                                    const BreakSite& site) {
        std::string text;
        if (!example.frame.isValid()) {
            text =
                "Without Python stacks the line that breaks is not known, and a compiled "
                "function that is called between two graphs counts as a break too. ";
        }
        return text + (site.seams.empty() ? ""
                                          : "The saving takes the code between the graphs to cost "
                                            "the host nothing once it is compiled.");
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    CompiledRegions m_regions;
    StepIndex m_steps;
    FindingGroups m_groups;
    std::map<GroupKey, BreakSite> m_sites;
};

DetectorResult detectGraphBreak(const DetectorInput& input) {
    return GraphBreaks(input).run();
}

}  // namespace

const Detector& graphBreakRule() {
    static const Detector kRule{
        kGraphBreakId, "Graph break",
        "Where did torch.compile split a function into several graphs, and what runs in between?",
        kGraphBreakThresholds, detectGraphBreak};
    return kRule;
}

}  // namespace gaplight
