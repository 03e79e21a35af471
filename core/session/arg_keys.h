// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/column.h"
#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight {

// The keys in the args of every slice. Args stay in the source, so this reads it once; few
// slices differ in their keys, so each has the number of its set of keys: 2 bytes a slice, and
// a search checks each key once. Immutable.
class ArgKeys {
public:
    struct Listener {                            // called from the reading thread
        std::function<void(double)> onProgress;  // the share of the slices that was read
        // The keys so far, the others' sets being empty: of the first part at once, then each time
        // twice as much was read. Not for sources that are read in one part.
        std::function<void(const ArgKeys&)> onSome;
    };

    // Slices whose event cannot be read have no keys. O(slices log slices) and the cost of
    // EventDetails::forEachKeySet, with 14 bytes a slice while it lasts.
    // Errors: Cancelled, NotReadable.
    [[nodiscard]] static Result<ArgKeys> read(const Trace& trace, const EventDetails& details,
                                              const std::stop_token& stop = {},
                                              const Listener& listener = {});

    // Slices with a key that matches, ascending; the first `max`. O(slices + bytes of distinct
    // keys).
    [[nodiscard]] std::vector<SliceId> search(
        TextPattern pattern, std::size_t max = std::numeric_limits<std::size_t>::max()) const;
    // The keys of one slice, in the source's order.
    [[nodiscard]] std::span<const std::string> keysOf(SliceId slice) const;
    [[nodiscard]] std::size_t setCount() const { return m_sets.size(); }

private:
    friend class ArgKeyReader;

    std::vector<std::vector<std::string>> m_sets;  // the first is empty
    Column<std::uint16_t> m_setOf;                 // by slice
};

}  // namespace gaplight
