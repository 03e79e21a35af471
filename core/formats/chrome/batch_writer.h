// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/id.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/trace/event_batch.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// A batch under construction: turns tokens of the current event into the batch's texts, tracks
// and numbers, and records their irregularities.
class BatchWriter {
public:
    EventBatch batch;

    void beginEvent(std::string_view rawText, std::uint64_t offset) {
        m_rawText = rawText;
        m_offset = offset;
    }
    EventId event() const { return EventId(m_offset); }
    std::string_view rawText() const { return m_rawText; }
    void report(IssueKind kind) { batch.issues.record(kind, m_offset, m_rawText); }

    // Strings without quotes and escapes, numbers as they are spelled, anything else empty.
    // The view holds until the next call.
    std::string_view text(const Token& token);
    BatchString intern(const Token& token) { return batch.strings.intern(text(token)); }
    BatchString intern(std::string_view text) { return batch.strings.intern(text); }

    // Consecutive events mostly share category and track: their spelling is compared first.
    BatchCategory category(const Token& token);
    SliceKind kindOf(BatchCategory category) const {
        return batch.categories[category.index()].kind;
    }
    BatchTrack track(const Token& pid, const Token& tid);

    // Integers, also as strings; nothing (and an issue) where the value is neither.
    std::optional<std::uint64_t> identifier(const Token& token);

private:
    BatchTrack findTrack(BatchTrackKey key);
    BatchCategory categoryNamed(BatchString name);

    std::string_view m_rawText;
    std::uint64_t m_offset = 0;
    std::string m_decoded;

    std::string_view m_lastCategoryText;
    BatchCategory m_lastCategory;
    std::vector<BatchCategory> m_categoryOfString;
    std::string_view m_lastPid;
    std::string_view m_lastTid;
    BatchTrack m_lastTrack;
    std::unordered_map<std::uint64_t, BatchTrack, IdHash> m_tracks;
};

// Reads those args of a slice that have a column of their own, by the keys that Kineto writes
// (libkineto/src/output_json.cpp and the metadata functions of its activities), and stops as soon
// as it has all that a slice of this kind and name can have. `slice` is its number within the
// batch.
void promoteArgs(SliceKind kind, const Token& name, const Token& args, std::uint32_t slice,
                 BatchWriter& writer);

// The row of a `[memory]` instant, but for time and track.
[[nodiscard]] MemoryBatchRow memoryRow(const Token& args, BatchWriter& writer);

}  // namespace gaplight
