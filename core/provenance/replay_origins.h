// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analysis/torch/place.h"
#include "core/base/id.h"
#include "core/base/result.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/provenance/graph_replays.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class OriginKind : std::uint8_t {
    Annotation,  // user_annotation other than a ProfilerStep#N
    Module,      // a torch.nn.Module: a frame "nn.Module: NAME"
    Python,      // a frame of the user's code
    Operator,
};
inline constexpr std::size_t kOriginKinds = 4;

using OriginTextId = Id<struct OriginTextTag>;
using OriginPathId = Id<struct OriginPathTag>;

// The slices around launches of a trace, by name: a tree that keeps each path once.
//
// The problem: a replayed kernel has no launch call of its own, and the trace of its capture has
// other ids for names. Paths with equal texts are one path, so that kernels of two captures of one
// module compare as integers, and the paths of all layers share their beginnings.
//
//   forward                     Annotation   1 ◄ Module 2 ◄ Operator 3     path 3
//     nn.Module: Linear_0       Module         ◄ Module 4                  path 4
//       aten::linear            Operator
class OriginPaths {
public:
    struct Step {
        OriginKind kind = OriginKind::Annotation;
        OriginTextId text;
        OriginPathId parent;     // invalid: outermost
        std::uint8_t kinds = 0;  // bit 1 << kind for each kind on the path

        bool has(OriginKind wanted) const {
            return (kinds & (1U << static_cast<unsigned>(wanted))) != 0;
        }
    };

    // Appends a step to a path (invalid: the empty path). A step that repeats the kind and text of
    // the innermost one is part of it.
    OriginPathId extend(OriginPathId path, OriginKind kind, std::string_view text);

    const Step& step(OriginPathId path) const { return m_steps[path.index()]; }
    std::string_view text(OriginPathId path) const {
        return m_texts.view(m_steps[path.index()].text);
    }
    // The innermost step of a kind, up from a path; invalid if there is none. O(depth).
    OriginPathId innermost(OriginPathId path, OriginKind kind) const;
    // Its text; empty if there is none.
    std::string_view innermostText(OriginPathId path, OriginKind kind) const;
    std::size_t size() const { return m_steps.size(); }

private:
    StringPool<struct OriginTextTag> m_texts;
    std::vector<Step> m_steps;  // parents precede what they contain
    std::unordered_map<std::uint64_t, std::vector<OriginPathId>, IdHash> m_children;
};

// Adds the path of a host slice, from the slices around it, to `paths`. O(depth).
OriginPathId addPathOf(const Trace& trace, const PlaceFinder& places, SliceId slice,
                       OriginPaths& paths);

// How sure it is that a replayed node is a captured one; surest first.
enum class OriginConfidence : std::uint8_t {
    Names,       // same kernel names in the same order
    NodeIds,     // the capture has no kernel names: n-th of as many nodes, by ids of graph nodes
    StartOrder,  // the same by starts on one stream
    Ambiguous,   // the same on several streams; or another captured graph fits as well
};
inline constexpr std::size_t kOriginConfidences = 4;
[[nodiscard]] std::string_view originConfidenceName(OriginConfidence confidence);  // "start_order"

// A kernel, copy or memset of a replayed graph, and the call that was captured for it.
struct NodeOrigin {
    SliceId slice;
    OriginPathId path;  // around the call; invalid: nothing was recorded there
    SliceId call;       // of the trace with the capture
    OriginConfidence confidence = OriginConfidence::Ambiguous;
};
static_assert(sizeof(NodeOrigin) == 16);

// Where replayed nodes come from: the operator, module and annotation that surrounded the call when
// the graph was captured.
//
// The problem: a replay is one call, so that nothing in the trace leads from its kernels to the
// program. A capture has the calls, with operators and modules around them, but no kernels.
//
//   capture   nn.Module: Linear_0 ─► aten::addmm ─► launch 0 │ aten::gelu ─► launch 1
//   replay    cudaGraphLaunch ─► gemm, gelu                    gemm ◄ 0, gelu ◄ 1
//
// A captured graph fits a replay if it has as many nodes, with the same kinds and names (short
// names; where the capture has any) in the same order. Of several that fit, replays take them in
// turn: layers run in the order in which they were captured.
struct ReplayOrigins {
    OriginPaths paths;
    std::vector<NodeOrigin> nodes;  // sorted by slice
    bool isSameTrace = false;       // captured in the trace that replays
    std::uint64_t graphs = 0;       // captured
    std::uint64_t replays = 0;
    std::uint64_t matchedReplays = 0;
    std::uint64_t replayedNodes = 0;
    Duration replayedTime{};  // of all nodes of all replays
    Duration matchedTime{};
    std::array<Duration, kOriginKinds> timeWith{};                // a step of this kind
    std::array<Duration, kOriginConfidences> timeByConfidence{};  // sums to matchedTime

    // O(log nodes).
    const NodeOrigin* find(SliceId slice) const;
};

// A trace that captures graphs; `places` of that trace.
struct CaptureTrace {
    const Trace& trace;
    const PlaceFinder& places;
    const CapturedGraphs& captured;
};

// O(nodes log nodes × captured graphs with as many nodes). Errors: BadArgument: no graph was
// captured or replayed, or none of the captured graphs is a replayed one.
[[nodiscard]] Result<ReplayOrigins> originsOfReplays(const Trace& trace,
                                                     const LaunchIndex& launches,
                                                     const CaptureTrace& capture);

}  // namespace gaplight
