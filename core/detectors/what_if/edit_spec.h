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

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/base/result.h"
#include "core/base/time.h"

namespace gaplight {

// A change of the program as text, in the syntax of `--what-if`:
//   remove:RULE               the edits of all findings of a rule
//   remove:finding:N          the edits of the finding of that rank, from 1
//   remove:annotation:NAME    host time and waits inside; also remove:function: and remove:op:
//   remove:kernel:NAME        kernels take no time
//   scale:annotation:NAME:F   host time × F, waits apart; also scale:function: and scale:op:
//   scale:kernel:NAME:F       kernels take × F
//   remove:slice:NAME@TIME    one slice alone (slice_text.h); also scale:slice:NAME@TIME:F
//   remove:gap:GPU@TIME       the host's time in the idle gap of GPU number GPU around TIME, from
//   the
//                             trace's start; also scale:gap:GPU@TIME:F
//   graph:steps               each step's launches become one CUDA graph
//   async:copies              host→GPU copies come from pinned memory and do not block
//   overlap:copies            copies run beside the kernels that waited for them
//   balance:ranks             no collective waits for another rank
// A NAME may contain `*` for any characters; after `=` a `*` is an ordinary character.
struct WhatIf {
    enum class Target : std::uint8_t {
        Rule,
        Finding,
        Annotation,
        Function,
        Op,
        Kernel,
        Slice,
        Gap,
        Graph,
        AsyncCopies,
        OverlapCopies,
        Ranks,
    };
    std::string text;  // as written
    Target target = Target::Rule;
    std::string name;       // of the rule, annotation, ...; rank of the finding
    double factor = 0;      // of its time; 0: removed
    bool isRemoved = true;  // with its waits; false: scaled
    bool isLiteral =
        false;  // `*` in the name is an ordinary character, and short names do not match
};

// Largest FACTOR of `scale:`.
inline constexpr double kMaxFactor = 1000;

// Errors: BadArgument (the message has the expected form).
[[nodiscard]] Result<WhatIf> parseWhatIf(std::string_view text);

// Result of a replay with edits.
struct WhatIfAnswer {
    std::vector<std::string> edits;      // as text
    Duration measured{};                 // window of the trace without first use
    Duration replayed{};                 // of its replay, unchanged but for first use
    Duration firstUse{};                 // left out of that and of `window` (withoutFirstUse)
    Duration window{};                   // with the edits
    Duration saving{};                   // replayed - window; below zero where edits add time
    double speedUp = 1;                  // replayed / window; 1 without either
    std::optional<Duration> stepBefore;  // ReplayTimeline::step without and with the edits
    std::optional<Duration> step;
    // Both windows without the profiler's own time on the host
    // (profiler_overhead.h); empty where that is not known, or was not requested.
    std::optional<Duration> unprofiledBefore;
    std::optional<Duration> unprofiled;
    double modelError = 0;
    bool trusted = false;  // else no saving is to be shown (kReplayTrustError)
};
[[nodiscard]] WhatIfAnswer whatIfAnswer(const Replay& replay, const ReplayTimeline& unchanged,
                                        const ReplayTimeline& changed);

// The host ranges of the steps, for Replay::timeline(); empty where no loop was recognized.
[[nodiscard]] std::span<const TimeRange> replayedSteps(const Steps& steps);

// Completions of the text of an edit (parseWhatIf): at most `limit` longer texts that begin with
// `text`, or contain it where it has no colon. Edits of the whole program come first, then rules,
// annotations, and the other edits with a name. `annotations`: names in this trace.
// O(rules + annotations).
[[nodiscard]] std::vector<std::string> editCompletions(std::string_view text,
                                                       std::span<const std::string> annotations,
                                                       std::size_t limit);

}  // namespace gaplight
