// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/replay/replay_edit.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding_values.h"
#include "core/trace/ids.h"

namespace gaplight {

// By the saving's share of the window: at least 5 %, at least 1 %, less or unknown.
enum class Severity : std::uint8_t { Critical, Warning, Info };
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view severityName(Severity severity);

// How an interval of evidence is drawn.
enum class EvidenceShape : std::uint8_t {
    Gap,      // hatch across all rows of `gpu`; `track`, `slice`: the activity after it
    Sync,     // filled shape with a notch on the host slice
    Bracket,  // line with ends over an interval of `track`: what the host did
    Outline,  // frame around a slice: a region, a copy, a call
    Band,     // strip below `track`: an interval in which a condition holds
    Tint,     // kernels of one kind, tinted
};
[[nodiscard]] std::string_view evidenceShapeName(EvidenceShape shape);

// One interval to draw. Which interval of the trace it is:
//   Gap               a gap of the analysis
//   `slice` is valid  that slice, on its track (all shapes but Gap)
//   Band of a GPU     begins and ends where activities of the GPU do, or in its gaps
//   else              begins where one slice of `track` begins and ends where one of it ends
struct Evidence {
    EvidenceShape shape = EvidenceShape::Outline;
    GpuId gpu;  // Gap, and where the shape belongs to one GPU
    TrackId track;
    SliceId slice;
    TimeRange range;
    std::uint32_t note = 0;  // index into Finding::notes
    // What the finding is about in it where that is not its length: how late a kernel starts.
    std::optional<Duration> time = {};

    Duration shownTime() const { return time.value_or(range.length()); }
};

// Findings of one cause are priced in this order, exact savings before upper bounds.
enum class PriceOrder : std::uint8_t {
    Disturbance,  // no work of the program: what others save must not contain it
    First,
    IncludesOthers,  // its edits include those of others: a graph needs its waits removed first
    RestatesOther,   // the same edits as another finding's, in other terms
    Own,             // of a rule of the user's own, which leaves the prices of others as they are
};

// The place in the user's program; a text is empty where the trace does not have it.
struct FindingPlace {
    std::string annotation;
    std::string op;
    std::string python;  // "file(line): function"
    std::optional<GpuId> gpu;
    std::size_t others = 0;  // places beside this one, which only the title names

    friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

struct FindingCost {
    // GPU idle time that the cause explains, each gap counted once. Zero for what happens while
    // the GPU is busy.
    Duration gpuIdle{};
    Duration waiting{};  // time in which the GPU only waits for another rank
    Duration host{};     // host time of the occurrences, nested ones counted once
    // By how much a replay without the cause shortens the window beyond the findings that save
    // more, so that savings add up; set by the engine, empty where the finding has no edits or the
    // replay cannot be trusted.
    std::optional<Duration> saving;
    double savingShare = 0;  // of the window
    // What of it a program without the profiler would gain, by a replay of that; at most `saving`.
    // Empty where that is not known, or `saving` is below 1 % of the window.
    std::optional<Duration> unprofiledSaving;

    // The smaller of both: severity and rank are judged by it.
    std::optional<Duration> judgedSaving() const {
        return unprofiledSaving ? unprofiledSaving : saving;
    }
};

// What every finding has, whatever its rule judges.
struct RuleFinding {
    std::string_view rule;               // id of its rule; set by the engine
    Severity severity = Severity::Info;  // of findings of a trace with edits set by the engine
    FindingValues values;                // what the rule measured, and the cases of its texts
    // Rendered by the engine from the values and resources/rules/<id>.md; Markdown code spans.
    std::string title;       // one line with the numbers in it, without the saving
    std::string why;         // what the rule read that shows it, with counts and times
    std::string fix;         // what to try next
    std::string confidence;  // what the rule could not know; may be empty
};

// One cause of lost time at one place in the program, with all its occurrences.
struct Finding : RuleFinding {
    std::string savingText;          // "18 ms (0.6 %) to gain"; empty where no saving is known
    std::vector<std::string> notes;  // labels that evidence shares: "host: named_modules"
    FindingCost cost;
    std::uint64_t count = 0;  // occurrences
    double perStep = 0;       // of them in a median steady step; 0 without steps
    FindingPlace where;
    std::vector<Evidence> evidence;  // in time order
    // When its collectives wait for another rank, by start. FindingCost::waiting is the part of
    // them beside which nothing else runs.
    std::vector<TimeRange> waits;
    std::vector<ReplayEdit> edits;  // the cause, removed; empty: no saving can be given
    // All host time at its place removed, waits apart: what any fix there gains at most. Empty:
    // this bound is not computed.
    std::vector<ReplayEdit> withoutHost;
    // The edits remove more than a fix could: the saving is an upper bound ("up to").
    bool isBound = false;
    // When it is priced, so that its saving is what it adds to simpler cures.
    PriceOrder priceOrder = PriceOrder::First;
    // Idle time that would be left without the profiler, where that is known. The severity is
    // decided by the saving or by this, whichever is smaller.
    std::optional<Duration> unprofiledIdle;
    // Its severity is at least this: what it costs is not in its saving.
    Severity leastSeverity = Severity::Info;
    // Nothing was recorded of the host in its gaps: they are explained by that, not by its rule.
    bool isHostUnrecorded = false;
    // It names no code, call or place that could be changed: Info, whatever it saves.
    bool isUnnamed = false;
    // What a server of models does in every such iteration by design: Info, whatever it saves.
    bool isByDesign = false;
    // It is left out where it would be a part of another finding: it has no cure of its own.
    bool isDroppedAsPart = false;
    // Position in FindingSet::findings of the finding that counts most of the same time; set by the
    // engine. Such a finding is Info.
    std::optional<std::size_t> partOf;
};

// "3 findings of at least warning severity"; empty: there are none, or there is no limit.
[[nodiscard]] std::string findingsAtLeast(std::optional<Severity> limit,
                                          std::span<const RuleFinding* const> findings);

// The title, followed by the saving where it is known: "..., 18 ms (0.6 %) to gain".
[[nodiscard]] std::string titleWithSaving(const Finding& finding);

// The union of all evidence, whatever its track. O(evidence log evidence).
[[nodiscard]] MergedRanges evidenceRanges(const Finding& finding);

// The union of the waits of the findings about a GPU. O(waits log waits).
[[nodiscard]] MergedRanges waitsForRanks(std::span<const Finding> findings, GpuId gpu);

// What is said at an interval of evidence: its note, "3.2 ms late" where it has a time of its own.
[[nodiscard]] std::string evidenceNote(const Finding& finding, const Evidence& evidence);

// The label of an interval of evidence: its length and its note.
[[nodiscard]] std::string evidenceLabel(const Finding& finding, const Evidence& evidence);

// Whether two findings are one on two GPUs: of one rule, at one place, of the same cases and about
// the same code.
[[nodiscard]] bool isSameOnOtherGpu(const Finding& a, const Finding& b);

// Whether a finding is part of the same on another GPU, whose title counts it ("the same on 7 other
// GPUs"). `findings`: FindingSet::findings.
[[nodiscard]] inline bool isNamedByOther(const Finding& finding,
                                         std::span<const Finding> findings) {
    return finding.partOf && isSameOnOtherGpu(findings[*finding.partOf], finding);
}

// Of each finding the first that is the same on another GPU; itself where none is before it.
//   GPU 0 idle, Host sync, GPU 1 idle, GPU 2 idle   0, 1, 0, 0
// O(findings²).
[[nodiscard]] std::vector<std::size_t> firstCopies(std::span<const Finding> findings);

}  // namespace gaplight
