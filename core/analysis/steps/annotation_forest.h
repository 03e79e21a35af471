// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The range of an annotation on a GPU: from the start of the first activity whose launch starts
// inside it, on the same thread, to the end of the last one. Idle time in between is part of it.
struct AnnotationExtent {
    SliceId annotation;
    GpuId gpu;
    TimeRange range;
};

// By (GPU, begin), enclosing ones first; annotations that launched nothing have none.
// `annotations` ascending. O(activities × (log annotations + annotation depth)).
[[nodiscard]] std::vector<AnnotationExtent> annotationExtents(const Trace& trace,
                                                              const LaunchIndex& launches,
                                                              std::span<const SliceId> annotations);

// Finds the annotations around an instant of a thread.
class AnnotationForest {
public:
    // `annotations` ascending.
    AnnotationForest(const Trace& trace, std::span<const SliceId> annotations);

    // Distinct names, numbered from 0 in the order of the slices.
    std::span<const StringId> names() const { return m_names; }

    // Name number of the annotation at this position of the list. O(1).
    std::uint32_t nameOf(std::size_t position) const { return m_nodes[position].name; }

    // The node at which around() begins for times from the start of `slice` on, on its thread;
    // kNone: in no annotation.
    // O(log annotations).
    std::uint32_t nodeOf(SliceId slice) const;

    // Calls visit(name number) for every annotation around `time`, innermost first; `node` from
    // nodeOf(). A name whose slices nest is visited once for each.
    template <class Visit>
    void around(std::uint32_t node, Time time, const Visit& visit) const {
        for (; node != kNone; node = m_nodes[node].parent) {
            if (time < m_nodes[node].end) {
                visit(m_nodes[node].name);
            }
        }
    }

    // The same with their positions in the list.
    template <class Visit>
    void positionsAround(std::uint32_t node, Time time, const Visit& visit) const {
        for (; node != kNone; node = m_nodes[node].parent) {
            if (time < m_nodes[node].end) {
                visit(node);
            }
        }
    }

    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

private:
    struct Node {
        SliceId slice;
        TrackId track;
        Time begin;
        Time end;
        std::uint32_t name = 0;
        // The innermost open annotation when this one began. The annotations around an instant
        // are the parents of the last one that began before it, without those that have ended
        // (annotations may overlap without nesting).
        std::uint32_t parent = kNone;
    };

    const Trace& m_trace;
    std::vector<Node> m_nodes;  // by slice
    std::vector<StringId> m_names;
};

}  // namespace gaplight
