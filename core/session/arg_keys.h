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
#include <string_view>
#include <vector>

#include "core/base/column.h"
#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/trace/trace.h"

namespace gaplight {

// The keys in the args of every slice: 2 bytes a slice, the number of its set of keys. Args stay in
// the file, so building it reads every source once. Thousands of slices share one set of keys, so
// a search checks each distinct key once. Immutable.
class ArgKeys {
public:
    // Callbacks of read(), invoked on the thread that reads.
    struct Listener {
        std::function<void(double)> onProgress;  // share of the slices read so far, 0 to 1
        // A partial result: slices that are not read yet have no keys. Called after the first part
        // and whenever the number of read slices has doubled; not with the complete result.
        std::function<void(const ArgKeys&)> onPartialKeys;
    };

    // Slices whose event cannot be read have no keys. O(slices log slices) and the cost of
    // EventDetails::forEachKeySet, with 14 bytes a slice while it lasts.
    // Errors: Cancelled, NotReadable.
    [[nodiscard]] static Result<ArgKeys> read(const TraceDetails& details,
                                              const std::stop_token& stop = {},
                                              const Listener& listener = {});

    // Slices with a key that matches, ascending; the first `max`. O(slices + bytes of distinct
    // keys).
    std::vector<SliceId> search(TextPattern pattern,
                                std::size_t max = std::numeric_limits<std::size_t>::max()) const;
    // Whether a slice has the key; ASCII letters match both cases. O(distinct keys).
    bool hasKey(std::string_view key) const;
    // Those of `slices` that have all of `keys`, in their order. O(slices + distinct keys).
    std::vector<SliceId> withKeys(std::span<const std::string> keys,
                                  std::span<const SliceId> slices) const;
    // The keys of one slice, in the source's order.
    std::span<const std::string> keysOf(SliceId slice) const;
    std::size_t setCount() const { return m_sets.size(); }

private:
    friend class ArgKeyReader;

    std::vector<std::vector<std::string>> m_sets;  // the first is empty
    Column<std::uint16_t> m_setOf;                 // by slice
};

}  // namespace gaplight
