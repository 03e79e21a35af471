// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/idle_explanations.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/trace/trace.h"

namespace gaplight {

// In whose terms a text speaks. Texts are written for CUDA and torch.profiler; a program that calls
// HIP reads hipMemcpyAsync, one of a GPU of Intel torch.xpu, and one that `gaplight record` or
// another recorder recorded, that recorder's options.
struct ProgramTerms {
    enum class Api : std::uint8_t { Cuda, Hip, Xpu };
    enum class Recorder : std::uint8_t { Torch, Gaplight, Nsight, Other };
    Api api = Api::Cuda;
    Recorder recorder = Recorder::Torch;

    // By the names of API calls and the recorder's metadata. O(texts).
    [[nodiscard]] static ProgramTerms of(const Trace& trace);
    [[nodiscard]] std::string inTheirTerms(std::string text) const;
};

// Renders the texts of findings from their values and the sections of their rule's file. A value is
// written by its kind; {KEY:FORMAT} changes how:
//
//   Count    1,024       {launches:launch|launches}: "1 launch", "1,024 launches"
//   Nanoseconds  5.36 ms
//   Share    12.3 %      {share:0}: 12 %
//   Bytes    8.39 MB
//   Rate     19.6 GB/s
//   Number   12 or 2.5; {factor:1}: that many decimals. A number or count whose unit is not known
//            (of a rule of one's own): {sum:time} of ns, {sum:bytes}, {part:share} of 1
//   Text     as it is
//   Case     the section "KEY: CASE", with the same values
//   List     a, b        {names:and}: "a, b and c"
//   Rows     the section KEY (or "KEY: CASE", see kRowCase) for each row, with its values before
//            the finding's, separated by spaces; {ops:, }: by this; {callers:and}: "a, b and c"
//
// Every rule may name `count`, `per_step`, `gpu_idle`, `host` and `gpu` of the finding.
class FindingText {
public:
    // `own`: the sections of the rule's file; `shared`: those of shared.md, used where `own` has
    // none of that name and case. `program`: whether the traced program uses PyTorch.
    FindingText(const RuleSections& own, const RuleSections& shared,
                Program program = Program::UsesTorch, ProgramTerms terms = {})
        : m_own(own), m_shared(shared), m_program(program), m_terms(terms) {}

    // Sets title, why, fix and confidence. `fields`: values in addition to those of the finding.
    void renderTexts(RuleFinding& finding, const FindingValues& fields = {}) const;
    // These, and the labels of evidence: one of the section "note"
    // for each row that the finding has under "note", else one for all. `gpu`: the label of the
    // finding's GPU, empty where it has none.
    void render(Finding& finding, std::string_view gpu) const;
    // One section; empty where there is none.
    std::string section(std::string_view name, std::string_view caseName,
                        const FindingValues& values) const;

private:
    const RuleSections& m_own;
    const RuleSections& m_shared;
    Program m_program;
    ProgramTerms m_terms;
};

// The name of what idle time is explained by, the same wherever it is stated: that of the rule
// within a sentence ("launch-bound"), of gpu-idle, whose name is no cause, "host code", else
// what the reason means ("host not recorded").
[[nodiscard]] std::string causeName(const GapReason& reason);

// A value that the engine sets where a saving holds once the findings before it are fixed, too, and
// is less than half alone: what it is alone.
inline constexpr std::string_view kAlone = "alone";

// What is left of a saving without the profiler, where that is clearly less: "less", "nothing".
[[nodiscard]] std::string_view unprofiledCase(const FindingCost& cost);

// Whether render() can write a value of this kind in this format.
[[nodiscard]] bool canFormat(QuantityKind kind, std::string_view format);

}  // namespace gaplight
