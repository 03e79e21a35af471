// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"

namespace gaplight {

enum class InternedKind : std::uint8_t {
    Category,
    EventName,
    AnnotationName,
    AnnotationText,
    GraphicsContext,  // number: process id
    GpuSpecification,
    ComputeKernel,
    ComputeArgName,
    Count_,
};

struct InternedEntry {
    std::string_view text;
    std::int64_t number = 0;
    std::uint64_t offset = 0;  // of the packet that sent it
};

// Interned data of all packet sequences. A writer sends a text once with a number (iid) and then
// the number alone, until it clears its incremental state; from then on it sends all texts again:
//
//     packet at byte  10, sequence 1: name 1 is "main"        generation 0 of sequence 1
//     packet at byte  90, sequence 1: event with name 1
//     packet at byte 200, sequence 1: cleared, name 1 is "f"  generation 1
//
// All generations are kept, so that an event which is read again later finds the texts that were in
// force at its byte. Of two entries with one number in a generation the first counts.
// Memory: the distinct texts, some 100 bytes an entry.
class InternedTexts {
public:
    class Generation {
    public:
    private:
        friend class InternedTexts;
        // Numbers mostly count up from 1; others are in the map.
        struct Table {
            std::vector<InternedEntry> dense;  // by iid; text without data: no entry
            std::unordered_map<std::uint64_t, InternedEntry> sparse;
            std::size_t size = 0;
        };
        [[nodiscard]] const InternedEntry* find(InternedKind kind, std::uint64_t iid) const;
        bool add(InternedKind kind, std::uint64_t iid, InternedEntry entry);

        std::uint64_t m_firstByte = 0;
        std::array<std::unique_ptr<Table>, static_cast<std::size_t>(InternedKind::Count_)> m_tables;
        bool m_isEmpty = true;
    };

    // The texts that a packet can name: those of its generation that were sent until then. Valid
    // as long as the InternedTexts, whatever is added to them.
    class View {
    public:
        View() = default;

        // Null where there is no entry. O(1).
        [[nodiscard]] const InternedEntry* find(InternedKind kind, std::uint64_t iid) const {
            const InternedEntry* entry =
                m_generation == nullptr ? nullptr : m_generation->find(kind, iid);
            return entry != nullptr && entry->offset <= m_offset ? entry : nullptr;
        }
        // The same for all packets of a generation.
        [[nodiscard]] const Generation* generation() const { return m_generation; }

    private:
        friend class InternedTexts;
        View(const Generation* generation, std::uint64_t offset)
            : m_generation(generation), m_offset(offset) {}

        const Generation* m_generation = nullptr;
        std::uint64_t m_offset = 0;
    };

    // The sequence's writer has cleared its state in the packet at byte `offset`.
    void clear(std::uint32_t sequence, std::uint64_t offset);
    // Reads an InternedData message of the packet at byte `offset`. What is wrong with an entry is
    // an issue. Throws protozero::exception.
    void add(std::uint32_t sequence, std::uint64_t offset, std::string_view message,
             ImportIssues& issues);

    // The texts for the packet at byte `offset`, which is the last one read so far. O(1).
    [[nodiscard]] View current(std::uint32_t sequence, std::uint64_t offset);
    // The same for any packet. O(log generations).
    [[nodiscard]] View at(std::uint32_t sequence, std::uint64_t offset) const;

private:
    void addEntry(Generation& generation, InternedKind kind, std::string_view message,
                  std::uint64_t offset, ImportIssues& issues);

    std::unordered_map<std::uint32_t, std::vector<std::unique_ptr<Generation>>> m_sequences;
    std::uint32_t m_lastSequence = 0;
    const Generation* m_last = nullptr;  // in force for m_lastSequence; null: not known
    StringPool<struct InternedTag> m_texts;
};

}  // namespace gaplight
