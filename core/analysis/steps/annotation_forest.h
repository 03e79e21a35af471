// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which annotations are around an instant of a thread.
class AnnotationForest {
public:
    // `annotations` ascending.
    AnnotationForest(const Trace& trace, std::span<const SliceId> annotations);

    // Distinct names, numbered from 0 in the order of the slices.
    [[nodiscard]] std::span<const StringId> names() const { return m_names; }

    // Name number of the annotation at this position of the list. O(1).
    [[nodiscard]] std::uint32_t nameOf(std::size_t position) const {
        return m_nodes[position].name;
    }

    // Where to begin for what starts with `slice` on its own thread; kNone: in no annotation.
    // O(log annotations).
    [[nodiscard]] std::uint32_t nodeOf(SliceId slice) const;

    // Calls visit(name number) for every annotation around `time`, from the node that nodeOf gave
    // outwards. A name comes as often as its slices nest.
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
        // The annotation that was innermost when this one began. All that covers an instant is
        // found by going up from the last one that began before it; some on the way may have
        // ended, where annotations overlap without nesting.
        std::uint32_t parent = kNone;
    };

    const Trace& m_trace;
    std::vector<Node> m_nodes;  // by slice
    std::vector<StringId> m_names;
};

}  // namespace gaplight
