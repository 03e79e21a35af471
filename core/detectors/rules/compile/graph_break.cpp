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

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/place.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/finding_values.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/compile/logged_reasons.h"
#include "core/trace/trace.h"

namespace gaplight {
namespace {

// The kind of code that TorchDynamo could not compile into a graph.
enum class BreakKind : std::uint8_t {
    Unknown,       // nothing recorded between the graphs shows it
    Explicit,      // torch._dynamo.graph_break()
    Disabled,      // a function that is kept out: torch.compiler.disable
    Print,         // print(), logging
    Item,          // .item(), .tolist(): a number out of a tensor
    Condition,     // `if tensor`
    DynamicShape,  // nonzero, a boolean mask: a shape that depends on the data
    Operator,      // another operator
    Call,          // another Python call
};

struct BreakCause {
    BreakKind kind = BreakKind::Unknown;
    std::string name;       // of what runs there: "print"; empty for Unknown and boolean masks
    std::string function;   // of the user's code that breaks: "forward"; empty without stacks
    std::string file;       // of that function: "cap_breaks.py"
    std::int64_t line = 0;  // in that file; 0: not known

    friend auto operator<=>(const BreakCause&, const BreakCause&) = default;
};

// The declared values of causeRows(); their key in a finding is "causes".
constexpr std::array kBreakCauseValues{
    DeclaredValue{"causes", QuantityKind::Rows, true, "without-line one-line several-lines"},
    DeclaredValue{"what", QuantityKind::Case, true, "explicit item condition mask code unknown"},
    DeclaredValue{"name", QuantityKind::Text, true},
    DeclaredValue{"lines", QuantityKind::List, true},
    DeclaredValue{"break_function", QuantityKind::Text, true},
    DeclaredValue{"break_file", QuantityKind::Text, true},
};

constexpr auto kNone = std::string_view::npos;

constexpr std::string_view kWrapper = "torch/_dynamo/eval_frame.py";

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != kNone;
}

// "<built-in method item of Tensor object at 0x7f…>" → "Tensor.item",
// "<built-in function print>" → "print".
std::string builtInText(std::string_view name) {
    constexpr std::string_view kFunction = "<built-in function ";
    constexpr std::string_view kMethod = "<built-in method ";
    if (name.starts_with(kFunction)) {
        name.remove_prefix(kFunction.size());
        return std::string(name.substr(0, name.find('>')));
    }
    if (!name.starts_with(kMethod)) {
        return std::string(name);
    }
    name.remove_prefix(kMethod.size());
    const std::size_t of = name.find(" of ");
    const std::string method(name.substr(0, of));
    if (of == kNone) {
        return method;
    }
    const std::string_view owner = name.substr(of + 4, name.find(" object") - of - 4);
    return owner == "type" || owner == "module" ? method : fmt::format("{}.{}", owner, method);
}

struct Spelling {
    std::string_view part;
    BreakKind kind;
};

constexpr std::array<Spelling, 12> kSpellings{{
    {"torch/_dynamo/decorators.py", BreakKind::Explicit},
    {"built-in function print", BreakKind::Print},
    {"logging/__init__.py", BreakKind::Print},
    {"warnings.py", BreakKind::Print},
    {"aten::is_nonzero", BreakKind::Condition},
    {"aten::item", BreakKind::Item},
    {"aten::_local_scalar_dense", BreakKind::Item},
    {"method item of Tensor", BreakKind::Item},
    {"method tolist of Tensor", BreakKind::Item},
    {"aten::nonzero", BreakKind::DynamicShape},
    {"aten::masked_select", BreakKind::DynamicShape},
    {"aten::unique", BreakKind::DynamicShape},
}};

// Code that TorchDynamo runs between any two graphs, which is no cause of a break.
bool isMachinery(std::string_view name) {
    constexpr std::array<std::string_view, 6> kNames{
        "TorchDynamo Cache Lookup", "torch/_compile.py",     "set_eval_frame",
        "Pregraph bytecode",        "AOTDispatcher Runtime", "torch/_dynamo/utils.py"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view part) { return has(name, part); });
}

SliceId firstUserFrameIn(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const SliceTable& slices = trace.slices();
    constexpr std::size_t kLookedAt =
        64;  // a disabled function is entered over two or three frames
    const std::size_t end = std::min(slices.size(), slice.index() + kLookedAt);
    for (std::size_t at = slice.index(); at < end; ++at) {
        const SliceId one(at);
        if (at > slice.index() && slices.start(one) >= slices.end(slice)) {
            break;
        }
        if (trace.kind(one) == SliceKind::PythonFunction && places.isUserFrame(slices.name(one))) {
            return one;
        }
    }
    return {};
}

bool findsShape(const Trace& trace, SliceId op) {
    const SliceTable& slices = trace.slices();
    for (std::size_t at = op.index() + 1; at < slices.size(); ++at) {
        const SliceId inner(at);
        if (slices.parent(inner) != op) {
            return false;
        }
        if (trace.name(inner) == "aten::nonzero") {
            return true;
        }
    }
    return false;
}

// The cause where the slice is a Python frame: what it calls.
BreakCause causeOfFrame(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const bool keptOut = has(name, kWrapper);
    const SliceId user = firstUserFrameIn(trace, places, slice);
    if (user.isValid()) {
        return {keptOut ? BreakKind::Disabled : BreakKind::Call,
                std::string(functionOfFrame(trace.name(user))),
                {},
                {},
                0};
    }
    const std::string what =
        name.starts_with("<") ? builtInText(name) : std::string(functionOfFrame(name));
    return {keptOut ? BreakKind::Disabled : BreakKind::Call, what, {}, {}, 0};
}

BreakCause causeOfSlice(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const std::string_view name = trace.name(slice);
    const auto* at =
        std::find_if(kSpellings.begin(), kSpellings.end(),
                     [&](const Spelling& spelling) { return has(name, spelling.part); });
    if (at != kSpellings.end()) {
        // All spellings of these kinds are one cause.
        if (at->kind == BreakKind::Explicit || at->kind == BreakKind::Item ||
            at->kind == BreakKind::Condition) {
            return {at->kind, {}, {}, {}, 0};
        }
        const bool isFrame = trace.kind(slice) == SliceKind::PythonFunction;
        const bool isBuiltIn = isFrame && name.starts_with("<");
        return {at->kind,
                isBuiltIn ? builtInText(name) : std::string(functionOfFrame(name)),
                {},
                {},
                0};
    }
    if (trace.kind(slice) == SliceKind::PythonFunction) {
        return causeOfFrame(trace, places, slice);
    }
    if (findsShape(trace, slice)) {
        return {BreakKind::DynamicShape, {}, {}, {}, 0};
    }
    return {BreakKind::Operator, std::string(name), {}, {}, 0};
}

// How the texts of a finding name what runs between two graphs.
std::string_view whatCase(const BreakCause& cause) {
    switch (cause.kind) {
        case BreakKind::Unknown:
            return "unknown";
        case BreakKind::Explicit:
            return "explicit";
        case BreakKind::Item:
            return "item";
        case BreakKind::Condition:
            return "condition";
        default:
            return cause.name.empty() ? "mask" : "code";
    }
}

// From "a/cap_breaks.py(11): torch_dynamo_resume_in_forward_at_11", the frame that goes on after a
// break: where in the program it was.
void readResumedFrame(std::string_view frame, BreakCause& cause) {
    constexpr std::string_view kResume = "torch_dynamo_resume_in_";
    constexpr std::string_view kAt = "_at_";
    const std::string_view function = functionOfFrame(frame);
    const std::size_t at = function.rfind(kAt);
    if (!function.starts_with(kResume) || at == kNone) {
        return;
    }
    const std::string_view line = function.substr(at + kAt.size());
    std::from_chars(line.data(), line.data() + line.size(), cause.line);
    const std::string_view path = shortFrame(frame);
    cause.function = function.substr(kResume.size(), at - kResume.size());
    cause.file = path.substr(0, path.find('('));
}

// The longest operator or call between two graphs, other than those of TorchDynamo.
BreakCause breakCauseOf(const Trace& trace, const PlaceFinder& places,
                        const CompiledRegions& regions, const RegionSeam& seam) {
    const SliceTable& slices = trace.slices();
    const CompiledRegion& outer = regions.regions[regions.regions[seam.region].outer];
    // Before the first graph, or where a backend leaves no trace of its graphs, TorchDynamo's own
    // wrapper may be a graph's as well as a disabled function's.
    const bool wrapperIsGraph = seam.host.begin == slices.start(outer.slice);
    SliceId longest;
    for (const SliceId slice : seam.between) {
        const std::string_view name = trace.name(slice);
        const bool isWork =
            trace.kind(slice) == SliceKind::PythonFunction || trace.kind(slice) == SliceKind::CpuOp;
        if (isWork && !isMachinery(name) && !(wrapperIsGraph && has(name, kWrapper)) &&
            (!longest.isValid() || slices.duration(slice) > slices.duration(longest))) {
            longest = slice;
        }
    }
    BreakCause cause;
    if (longest.isValid()) {
        cause = causeOfSlice(trace, places, longest);
    }
    const SliceId frame = regions.regions[seam.region].frame;
    if (frame.isValid()) {
        readResumedFrame(trace.name(frame), cause);
    }
    return cause;
}

// Causes as rows for the text of a finding. Causes of equal name and function are one row with all
// their lines; unknown causes have none.
ValueRows causeRows(std::span<const BreakCause> causes) {
    struct Group {
        std::string_view what;
        const BreakCause* first = nullptr;
        std::set<std::int64_t> lines;
    };
    std::vector<Group> groups;
    for (const BreakCause& cause : causes) {
        if (cause.kind == BreakKind::Unknown && cause.function.empty()) {
            continue;
        }
        const std::string_view what = whatCase(cause);
        auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.what == what && group.first->name == cause.name &&
                   group.first->function == cause.function && group.first->file == cause.file;
        });
        at = at == groups.end() ? groups.insert(at, {what, &cause, {}}) : at;
        at->lines.insert(cause.line);
    }
    ValueRows rows;
    for (const Group& group : groups) {
        TextList lines;
        for (const std::int64_t line : group.lines) {
            lines.push_back(std::to_string(line));
        }
        const std::string_view located = lines.size() == 1 ? "one-line" : "several-lines";
        FindingValues& row = rows.emplace_back();
        row.set(kRowCase, CaseName{group.first->function.empty() ? "without-line" : located});
        row.set("what", CaseName{group.what});
        row.set("name", group.first->name);
        row.set("lines", std::move(lines));
        row.set("break_function", group.first->function);
        row.set("break_file", group.first->file);
    }
    return rows;
}

// The case of the section with advice against breaks of one kind: "explicit"; empty for Unknown.
std::string_view breakCase(BreakKind kind) {
    // In the order of BreakKind.
    constexpr std::array<std::string_view, 9> kCases{
        "",          "explicit",      "disabled", "print", "item",
        "condition", "dynamic-shape", "operator", "call"};
    return kCases[static_cast<std::size_t>(kind)];
}

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

// The breaks at one place, in addition to its FindingGroup.
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
    const SliceTable& slices() const { return m_trace.slices(); }

    GroupKey keyOf(const CompiledRegion& region) const {
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
        Finding finding = findingOf(kGraphBreakId, m_input.places, m_steps, group);
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
                                 .idleClass = IdleClass::Host,
                                 .idlePhrase = "because of graph breaks"},
                                detectGraphBreak};
    return kRule;
}

}  // namespace gaplight
