// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analysis/torch/place.h"
#include "core/base/id_hash.h"
#include "core/base/string_pool.h"
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

        [[nodiscard]] bool has(OriginKind wanted) const {
            return (kinds & (1U << static_cast<unsigned>(wanted))) != 0;
        }
    };

    // Appends a step to a path (invalid: the empty path). A step that repeats the kind and text of
    // the innermost one is part of it.
    OriginPathId extend(OriginPathId path, OriginKind kind, std::string_view text);

    [[nodiscard]] const Step& step(OriginPathId path) const { return m_steps[path.index()]; }
    [[nodiscard]] std::string_view text(OriginPathId path) const {
        return m_texts.view(m_steps[path.index()].text);
    }
    // The innermost step of a kind, up from a path; invalid if there is none. O(depth).
    [[nodiscard]] OriginPathId innermost(OriginPathId path, OriginKind kind) const;
    // Its text; empty if there is none.
    [[nodiscard]] std::string_view innermostText(OriginPathId path, OriginKind kind) const;
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }

private:
    StringPool<struct OriginTextTag> m_texts;
    std::vector<Step> m_steps;  // parents precede what they contain
    std::unordered_map<std::uint64_t, std::vector<OriginPathId>, IdHash> m_children;
};

// Adds the path of a host slice, from the slices around it, to `paths`. O(depth).
OriginPathId addPathOf(const Trace& trace, const PlaceFinder& places, SliceId slice,
                       OriginPaths& paths);

}  // namespace gaplight
