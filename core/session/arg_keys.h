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
#include "core/io/random_access.h"
#include "core/trace/trace.h"

namespace gaplight {

// The keys in the args of every slice. Args stay in the file, so this reads it once; few
// slices differ in their keys, so each has the number of its set of keys: 2 bytes a slice, and
// a search checks each key once. Immutable.
class ArgKeys {
public:
    // Of sets; slices with others beyond that count as without args. Recorded traces have less
    // than a hundred.
    static constexpr std::size_t kMostSets = 65'535;

    // Told on the reading thread.
    struct Listener {
        std::function<void(double)> onProgress;  // the share of the source that was read
        // The keys so far, the others' sets being empty: of the file's first megabyte at once, then
        // each time twice as much was read. Not for files of one window.
        std::function<void(const ArgKeys&)> onSome;
    };

    // Slices whose event cannot be read have no keys. O(bytes of the source), parsed on all cores,
    // with 4 bytes a slice while it lasts. Errors: Cancelled, NotReadable.
    [[nodiscard]] static Result<ArgKeys> read(const Trace& trace, const RandomAccess& source,
                                              const std::stop_token& stop = {},
                                              const Listener& listener = {});

    // Slices with a key that matches, ascending; the first `most`. O(slices + bytes of distinct
    // keys).
    [[nodiscard]] std::vector<SliceId> search(
        TextPattern pattern, std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    // The keys of one slice, in the file's order.
    [[nodiscard]] std::span<const std::string> keysOf(SliceId slice) const;
    [[nodiscard]] std::size_t setCount() const { return m_sets.size(); }

private:
    friend class ArgKeyReader;

    std::vector<std::vector<std::string>> m_sets;  // the first is empty
    Column<std::uint16_t> m_setOf;                 // by slice
};

}  // namespace gaplight
