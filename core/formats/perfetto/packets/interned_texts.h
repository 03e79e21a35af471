// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tbb/concurrent_unordered_map.h>

#include "core/base/id.h"
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

// A pointer to an object that one thread creates, once, and that other threads may read at any
// time.
template <class T>
class Published {
public:
    Published() = default;
    Published(const Published&) = delete;
    Published& operator=(const Published&) = delete;
    ~Published() { std::unique_ptr<T>(m_object.load()); }

    // Null before make().
    const T* find() const { return m_object.load(std::memory_order_acquire); }
    // The object, made of `arguments` the first time.
    template <class... Arguments>
    [[nodiscard]] T& make(Arguments... arguments) {
        T* object = m_object.load(std::memory_order_relaxed);
        if (object == nullptr) {
            object = std::make_unique<T>(arguments...).release();
            m_object.store(object, std::memory_order_release);
        }
        return *object;
    }

private:
    std::atomic<T*> m_object = nullptr;
};

// Entries by number. Any thread may read entries while one thread adds some.
class NumberedEntries {
public:
    // Null where there is none. O(1).
    const InternedEntry* find(std::uint64_t number) const;
    // `entry` must outlive this.
    void add(std::uint64_t number, const InternedEntry& entry);

private:
    using Slots = std::vector<std::atomic<const InternedEntry*>>;
    using Sparse = tbb::concurrent_unordered_map<std::uint64_t, const InternedEntry*, IdHash>;

    // Numbers mostly count up from 1. Such numbers are indexes into chunks, each twice as long as
    // the one before, so that growing moves no entry. Other numbers are keys of the map.
    static constexpr std::uint64_t kFirstChunk = 8;
    static constexpr std::size_t kChunks = 28;
    static constexpr std::uint64_t kEnd = kFirstChunk * ((std::uint64_t{1} << kChunks) - 1);
    struct Place {
        std::size_t chunk = 0;
        std::uint64_t at = 0;
    };
    [[nodiscard]] static Place placeOf(std::uint64_t number);  // below kEnd

    std::array<Published<Slots>, kChunks> m_chunks;
    Published<Sparse> m_sparse;
    std::size_t m_size = 0;
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
    private:
        friend class InternedTexts;
        static constexpr auto kKinds = static_cast<std::size_t>(InternedKind::Count_);

        const InternedEntry* find(InternedKind kind, std::uint64_t iid) const;
        // `entry` must outlive this.
        void add(InternedKind kind, std::uint64_t iid, const InternedEntry& entry);

        std::uint64_t m_firstByte = 0;
        std::array<Published<NumberedEntries>, kKinds> m_tables;
        bool m_isEmpty = true;
    };

    // The texts that a packet can name: those of its generation that were sent until then. Valid
    // as long as the InternedTexts, whatever is added to them; any thread may look up texts while
    // others are added.
    class View {
    public:
        View() = default;

        // Null where there is no entry. O(1).
        const InternedEntry* find(InternedKind kind, std::uint64_t iid) const {
            const InternedEntry* entry =
                m_generation == nullptr ? nullptr : m_generation->find(kind, iid);
            return entry != nullptr && entry->offset <= m_offset ? entry : nullptr;
        }
        // The same for all packets of a generation.
        const Generation* generation() const { return m_generation; }
        // For another packet of the generation.
        View ofPacket(std::uint64_t offset) const { return {m_generation, offset}; }

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
    View at(std::uint32_t sequence, std::uint64_t offset) const;

private:
    void addEntry(Generation& generation, InternedKind kind, std::string_view message,
                  std::uint64_t offset, ImportIssues& issues);

    std::unordered_map<std::uint32_t, std::vector<std::unique_ptr<Generation>>, IdHash> m_sequences;
    std::uint32_t m_lastSequence = 0;
    const Generation* m_last = nullptr;  // in force for m_lastSequence; null: not known
    StringPool<struct InternedTag> m_texts;
    std::deque<InternedEntry> m_entries;
};

}  // namespace gaplight
