// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// graph-break
//
//   fires for an outermost compiled region R of frame F, where
//     breaks(R) = regions inside R, on R's thread, that begin in the analyzed range
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
//   why     the reasons that the log of torch.compile gives for the frames of these regions;
//   without
//           a log, what runs in the seams

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/idle/host_cause.h"
#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/rules/compile/break_cause.h"
#include "core/detectors/rules/compile/logged_reasons.h"

namespace gaplight {
namespace {

constexpr std::string_view kGraphBreakId = "graph-break";

constexpr std::array kGraphBreakThresholds{
    Threshold{"min_breaks", ThresholdUnit::Count, 1,
              "a compiled frame with at least this many regions inside is reported",
              "torch.compile's aim is one graph a frame; fullgraph=True makes one break an error"},
};

constexpr auto kGraphBreakValues = joinValues(
    joinValues(kBreakCauseValues, joinValues(kLoggedReasonValues, kLoggedHintValues)),
    std::array{
        DeclaredValue{"title", QuantityKind::Case, false, "a-step all"},
        DeclaredValue{"breaks_per_step", QuantityKind::Count},
        DeclaredValue{"function", QuantityKind::Text, true},
        DeclaredValue{"regions", QuantityKind::Text},
        DeclaredValue{"note", QuantityKind::Rows, false, "breaks after between"},
        DeclaredValue{"frame", QuantityKind::Case, false, "known unknown"},
        DeclaredValue{"frame_id", QuantityKind::Text},
        DeclaredValue{"inside", QuantityKind::Count},
        DeclaredValue{"steps", QuantityKind::Count, true},
        DeclaredValue{"mean_time", QuantityKind::Nanoseconds, true},
        DeclaredValue{"more_places", QuantityKind::Count, true},
        DeclaredValue{"cures", QuantityKind::Rows, true,
                      "explicit disabled print item condition dynamic-shape operator call"},
        DeclaredValue{"stacks", QuantityKind::Case, true, "missing"},
        DeclaredValue{"more", QuantityKind::Case, false, "log logged"},
        DeclaredValue{"saving_basis", QuantityKind::Case, true, "compiled"},
    });

// Places with a finding of their own; further ones are counted in the last one's text.
constexpr std::size_t kGraphBreakMaxFindings = 8;
constexpr std::size_t kMaxCauses = 6;
constexpr std::size_t kMaxIds = 8;

// The breaks at one place, beside its FindingGroup.
struct BreakSite {
    std::uint64_t resumed = 0;
    std::uint64_t called = 0;
    std::vector<Time> resumedAt;
    std::vector<Time> calledAt;
    std::map<BreakCause, std::uint64_t> causes;
    std::vector<TimeRange> seams;
    std::uint32_t example = CompiledRegion::kNone;  // an outermost region
    std::set<std::uint32_t> outlined;               // regions that are evidence already
    std::set<std::int32_t> frames;                  // numbers of their frames
};

// Adds a bracket over the slices between two graphs, without the next region.
void addBracket(const SliceTable& slices, const RegionSeam& seam, SliceId region, TrackId track,
                FindingGroup& group) {
    const Time until = slices.start(region);
    Time begin = until;
    Time end = Time::min();
    for (const SliceId slice : seam.between) {
        if (slices.end(slice) <= until) {
            begin = std::min(begin, slices.start(slice));
            end = std::max(end, slices.end(slice));
        }
    }
    if (begin < end) {
        group.evidence.push_back({EvidenceShape::Bracket, {}, track, {}, {begin, end}, 2});
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as regions nest, at most kMaxIds.
std::string chainOf(std::span<const CompiledRegion> regions, std::uint32_t region,
                    std::size_t& left) {
    std::string text = compileIdText(regions[region].id);
    --left;
    std::vector<std::string> inside;
    for (std::uint32_t at = region + 1; at < regions.size(); ++at) {
        const CompiledRegion& one = regions[at];
        if (one.outermost != regions[region].outermost) {
            break;
        }
        if (one.outer == region) {
            if (left == 0) {
                inside.emplace_back("…");
                break;
            }
            inside.push_back(chainOf(regions, at, left));
        }
    }
    if (inside.empty()) {
        return text;
    }
    const std::string all = joinedText(inside);
    return text + " ⊃ " + (inside.size() > 1 ? "(" + all + ")" : all);
}

// "0/0 ⊃ 1/0 ⊃ 2/0"; regions side by side in parentheses.
std::string chainText(std::span<const CompiledRegion> regions, std::uint32_t outermost) {
    std::size_t left = kMaxIds;
    return chainOf(regions, outermost, left);
}

// The most frequent known causes.
std::vector<BreakCause> mainCauses(const BreakSite& site) {
    std::vector<std::pair<BreakCause, std::uint64_t>> causes(site.causes.begin(),
                                                             site.causes.end());
    std::stable_sort(causes.begin(), causes.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<BreakCause> most;
    for (const auto& [cause, count] : causes) {
        if ((cause.kind != BreakKind::Unknown || !cause.function.empty()) &&
            most.size() < kMaxCauses) {
            most.push_back(cause);
        }
    }
    return most;
}

// The advice against each kind of cause, once.
ValueRows cureRows(std::span<const BreakCause> causes) {
    ValueRows rows;
    std::set<BreakKind> kinds;
    for (const BreakCause& cause : causes) {
        if (cause.kind != BreakKind::Unknown && kinds.insert(cause.kind).second) {
            rows.emplace_back().set(kRowCase, CaseName{breakCase(cause.kind)});
        }
    }
    return rows;
}

// Why it breaks: as the log of the compiler says, else by what runs between the graphs.
void setReasons(const BreakSite& site, const CompileLog* log, FindingValues& values) {
    ValueRows logged = loggedBreaks(log, site.frames);
    values.set("more", CaseName{logged.empty() ? "log" : "logged"});
    if (logged.empty()) {
        const std::vector<BreakCause> causes = mainCauses(site);
        values.set("causes", causeRows(causes));
        values.set("cures", cureRows(causes));
        return;
    }
    values.set("reasons", std::move(logged));
    values.set("hints", loggedHints(log, site.frames));
}

void setValues(const BreakSite& site, std::span<const CompiledRegion> regions,
               const StepIndex& steps, const CompileLog* log, Finding& finding) {
    const CompiledRegion& example = regions[site.example];
    FindingValues& values = finding.values;
    values.set("title", CaseName{finding.perStep > 0 ? "a-step" : "all"});
    values.setCount("breaks_per_step", static_cast<std::uint64_t>(finding.perStep));
    if (finding.where.op.empty()) {
        values.set("function", std::string(functionOfFrame(finding.where.python)));
    }
    values.set("regions", chainText(regions, site.example));
    values.set("note", caseRows({"breaks", "after", "between"}));
    values.set("frame", CaseName{example.id.isKnown() ? "known" : "unknown"});
    values.set("frame_id", std::to_string(example.id.frame));
    values.setCount("inside", site.resumed + site.called);
    if (steps.count() > 1) {
        values.setCount("steps", steps.count());
    }
    setReasons(site, log, values);
    if (!site.seams.empty()) {
        values.set("mean_time", finding.cost.host / static_cast<std::int64_t>(site.seams.size()));
        values.set("saving_basis", CaseName{"compiled"});
    }
    if (!example.frame.isValid()) {
        values.set("stacks", CaseName{"missing"});
    }
}

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
            group.evidence.push_back({EvidenceShape::Outline,
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
        site.frames.insert(m_regions.regions[outermost].id.frame);
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
        site.frames.insert(region.id.frame);
        outline(group, site, seam.region, 1);
        const TrackId track = m_trace.trackOf(region.slice);
        addBracket(slices(), seam, region.slice, track, group);
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

    std::vector<Finding> findings() {
        for (FindingGroup& group : m_groups.all()) {
            group.gpuIdle = idleInside(m_input.analysis, unionOf(m_sites[group.key].seams));
            const BreakSite& site = m_sites[group.key];
            group.count = site.resumed > 0 ? site.resumed : site.called;
        }
        m_groups.sortByCost();
        std::vector<Finding> findings;
        for (FindingGroup& group : m_groups.all()) {
            if (findings.size() == kGraphBreakMaxFindings) {
                findings.back().values.setCount("more_places",
                                                m_groups.all().size() - kGraphBreakMaxFindings);
                break;
            }
            findings.push_back(write(group, m_sites[group.key]));
        }
        return findings;
    }

    Finding write(FindingGroup& group, const BreakSite& site) {
        Finding finding = findingOf(kGraphBreakId, m_trace, m_steps, group);
        finding.perStep = m_steps.medianPerStep(site.resumed > 0 ? site.resumedAt : site.calledAt);
        setValues(site, m_regions.regions, m_steps, m_input.compileLog, finding);
        return finding;
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
    static const Detector kRule{{.id = kGraphBreakId,
                                 .name = "Graph break",
                                 .question = "Where did torch.compile split a function into "
                                             "several graphs, and what runs in between?",
                                 .thresholds = kGraphBreakThresholds,
                                 .values = kGraphBreakValues,
                                 .idleClass = IdleClass::Host},
                                detectGraphBreak};
    return kRule;
}

}  // namespace gaplight
