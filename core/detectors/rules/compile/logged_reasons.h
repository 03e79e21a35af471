// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/place.h"
#include "core/compile_log/compile_log.h"
#include "core/detectors/engine/finding_values.h"
#include "core/trace/trace.h"

namespace gaplight {

// The Python function of each frame that TorchDynamo compiled, by the frame's number; read from the
// Python frames that were recorded around its compiled regions.
class FrameNames {
public:
    FrameNames(const Trace& trace, const PlaceFinder& places,
               std::span<const CompiledRegion> regions);

    // Sets kFrameNameValues, by which a text names the frame; -1: a frame without a number.
    void set(std::int32_t frame, FindingValues& values) const;
    // The name of its Python function; invalid where it is not known.
    StringId function(std::int32_t frame) const;

private:
    const Trace& m_trace;
    std::map<std::int32_t, StringId> m_functions;
};

// "frame 0 (`forward`, model.py(9))", "frame 0", "an unnamed frame".
inline constexpr std::array kFrameNameValues{
    DeclaredValue{"frame", QuantityKind::Case, true, "numbered unnamed"},
    DeclaredValue{"frame_id", QuantityKind::Text, true},
    DeclaredValue{"frame_function", QuantityKind::Text, true},
    DeclaredValue{"frame_line", QuantityKind::Text, true},
};

// Reasons in the words of the log of torch.compile, as rows for the text of a finding: each reason
// once, in the order of the log, at most kMaxLoggedReasons. `frames`: numbers of the frames that
// the finding is about. Empty without a log.
inline constexpr std::size_t kMaxLoggedReasons = 6;
[[nodiscard]] ValueRows loggedBreaks(const CompileLog* log, const std::set<std::int32_t>& frames);
[[nodiscard]] ValueRows loggedRecompiles(const CompileLog* log,
                                         const std::set<std::int32_t>& frames);
// What the log advises against the same breaks.
[[nodiscard]] ValueRows loggedHints(const CompileLog* log, const std::set<std::int32_t>& frames);

// The declared values of loggedBreaks() and loggedRecompiles(); their key in a finding is
// "reasons".
inline constexpr std::array kLoggedReasonValues{
    DeclaredValue{"reasons", QuantityKind::Rows, true, "at anywhere"},
    DeclaredValue{"logged_reason", QuantityKind::Text, true},
    DeclaredValue{"logged_at", QuantityKind::Text, true},
};
// Those of loggedHints(); the key is "hints".
inline constexpr std::array kLoggedHintValues{
    DeclaredValue{"hints", QuantityKind::Rows, true, "hint"},
    DeclaredValue{"logged_hint", QuantityKind::Text, true},
};

}  // namespace gaplight
