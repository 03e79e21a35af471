// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_values.h"
#include "core/detectors/engine/settings.h"

namespace gaplight {

// Rules judge different subjects (a trace, a GPU of a memory snapshot, the ranks of a run), each
// with an input and a finding of its own. What they declare, and the loop that runs them
// (run_rules.h), is the same:
//
//     using MemoryRule = Rule<MemoryRuleInput, MemoryFinding>;
//     static const MemoryRule kRule{{.id = "peak-holders", .name = "Peak holders", ...}, find};

// What a GPU waited for while it was idle. Idle time of one class has one color wherever it is
// shown.
enum class IdleClass : std::uint8_t {
    Launch,  // kernels launched one by one, each after the one before has ended
    Host,    // other host code between two launches
    Data,    // the data loader
    Sync,    // a host that itself waited for the GPU, or for a copy, before it launched more
    Rank,    // another rank
    Other,   // not of the steady program (first use, recording, begin and end of the capture), or
             // unexplained
    Count_,
};

// What a rule declares. Texts and lists are of static storage.
struct RuleFacts {
    std::string_view id;             // "gpu-idle"
    std::string_view formerId = {};  // also accepted in settings and on the command line
    std::string_view name;           // for the legend: "GPU idle"
    std::string_view question;       // "When was a GPU idle, and what did the host do meanwhile?"
    std::span<const Threshold> thresholds = {};
    std::span<const DeclaredValue> values = {};  // of its findings, for resources/rules/<id>.md
    // Of the gaps that its findings explain; Other: they explain none of the steady program.
    IdleClass idleClass = IdleClass::Other;
    // When or why a GPU is idle where these gaps are most of its idle time, in words that contain
    // the rule's name: "because of host jitter"; empty: its name alone.
    std::string_view idlePhrase = {};
    // Names where idle time is rather than what to change: priced after the other rules, so that
    // a finding with a cure comes first.
    bool isGeneric = false;
    // Its findings describe the whole time of a GPU, so that none of them explains a gap.
    bool isSummary = false;
    // Its titles say how long a GPU was idle: where more than that is saved, the text says why.
    bool namesIdleTime = false;
};

template <class Found>
struct RuleResult {
    std::vector<Found> findings;
    std::string notApplicable;  // why the rule cannot run on this input; empty: it ran
};

// A rule: what it declares, and a pure function from its input to findings (derived from
// RuleFinding). run() is called from many threads, each call for another rule.
template <class Input, class Found>
struct Rule : RuleFacts {
    RuleResult<Found> (*run)(const Input& input) = nullptr;
};

struct NotApplicable {
    std::string_view rule;
    std::string reason;
};

// What all rules of one kind found, in their order.
template <class Found>
struct RuleFindings {
    std::vector<Found> findings;
    std::vector<NotApplicable> notApplicable;
};

}  // namespace gaplight
