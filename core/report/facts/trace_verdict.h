// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// How important a part is. Where the header is too narrow, it first shows shorter words where a
// part has them, then leaves out parts, in this order: Opening says what was recorded ("GPU work
// spans 849 ms of the 7.08 s recorded."). Plain is neither the cause nor its figures. Place is
// where in the program the cause is; the first finding says it too. Busy is how much the GPU
// computes, and of which time. Gain is what there is to gain.
enum class VerdictWeight : std::uint8_t { Opening, Plain, Place, Busy, Gain };

// A part of the verdict's text; parts of a finding or function lead to it in the window.
struct TraceVerdictPart {
    std::string text;
    std::optional<std::size_t> finding;  // number in FindingSet::findings
    StringId name;                       // of slices; invalid: none
    VerdictWeight weight = VerdictWeight::Plain;
    std::optional<ColorRef> color = {};  // of the part of the bar that it is about
    std::string brief = {};              // shorter words, with less in them; empty: none
};

// How the GPUs spend their time, what explains most of what is lost, and what there is to gain:
// "The GPU computes 9.8 % of 339 ms and is idle 90 %, mostly launch-bound: kernels are launched one
// by one in generate. Up to 297 ms (87 %) to gain." A reason for less than half of the idle time
// has its share: "46 % of it ...". Without GPU work, the functions with most self time. Never
// empty.
struct TraceVerdict {
    std::vector<TraceVerdictPart> parts;

    std::string text() const;
};

// A part of the time from this share on is in the verdict.
inline constexpr std::int64_t kVerdictPercent = 5;

// O(findings + gaps); without GPU work O(slices).
[[nodiscard]] TraceVerdict verdictOf(const ReportSubject& subject);

// gpuTimeShares() for a bar beside the verdict: what it says first and leaves out (first use, work
// from before the capture) is the first part and apart, with its length as its text and no share;
// the others are shares of the rest, as in the sentence. Empty where the verdict is about no work
// of the program.
[[nodiscard]] std::vector<GpuTimeShare> verdictShares(const ReportSubject& subject);

// A numbered finding: a section on a page with room, else three items.
void writeOpinion(const RuleFinding& opinion, std::size_t number, ReportPage& page);

}  // namespace gaplight
