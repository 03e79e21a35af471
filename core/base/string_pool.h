// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/id.h"
#include "core/base/text_hash.h"

namespace gaplight {

// Every distinct text once, each with a 32-bit id. Ids count up from 0 in the order of first
// interning, so equal texts compare as integers. Views stay valid as long as the pool lives.
// Lookup is one hash and, on a hit, one comparison; texts are in 64 KiB blocks. The hash has a
// random seed of its own, so that no file can be made whose texts collide. The tag names what the
// texts are for, so that ids of two pools cannot be mixed up.
template <class Tag>
class StringPool {
public:
    Id<Tag> intern(std::string_view text) {
        if (m_slots.size() < 2 * (m_views.size() + 1)) {
            grow();
        }
        const std::uint64_t hash = hashText(text, m_seed);
        std::uint32_t& slot = m_slots[slotOf(text, hash)];
        if (slot == Id<Tag>::kNone) {
            slot = static_cast<std::uint32_t>(m_views.size());
            m_views.push_back(store(text));
            m_hashes.push_back(hash);
        }
        return Id<Tag>(slot);
    }

    std::optional<Id<Tag>> find(std::string_view text) const {
        if (m_slots.empty()) {
            return std::nullopt;
        }
        const std::uint32_t entry = m_slots[slotOf(text, hashText(text, m_seed))];
        return entry == Id<Tag>::kNone ? std::nullopt : std::optional(Id<Tag>(entry));
    }

    std::string_view view(Id<Tag> id) const { return m_views[id.index()]; }
    std::size_t size() const { return m_views.size(); }

    // Anonymous memory held, in bytes: text blocks, views and the hash table.
    std::size_t memoryBytes() const {
        return m_blockBytes + m_views.capacity() * sizeof(std::string_view) +
               m_slots.capacity() * sizeof(std::uint32_t) +
               m_hashes.capacity() * sizeof(std::uint64_t);
    }

private:
    static constexpr std::size_t kBlockBytes = std::size_t{64} * 1024;
    static constexpr std::size_t kFirstSlots = 512;

    // Where `text` is, or the free slot where it belongs. Linear probing; at most half full.
    std::size_t slotOf(std::string_view text, std::uint64_t hash) const {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = hash & mask;
        while (m_slots[slot] != Id<Tag>::kNone) {
            const std::uint32_t entry = m_slots[slot];
            if (m_hashes[entry] == hash && m_views[entry] == text) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    void grow() {
        const std::size_t slots = m_slots.empty() ? kFirstSlots : 2 * m_slots.size();
        m_slots.assign(slots, Id<Tag>::kNone);
        for (std::size_t entry = 0; entry < m_views.size(); ++entry) {
            std::size_t slot = m_hashes[entry] & (slots - 1);
            while (m_slots[slot] != Id<Tag>::kNone) {
                slot = (slot + 1) & (slots - 1);
            }
            m_slots[slot] = static_cast<std::uint32_t>(entry);
        }
    }

    std::string_view store(std::string_view text) {
        if (text.empty()) {
            return {};
        }
        if (m_blocks.empty() || m_blockUsed + text.size() > m_blockCapacity) {
            m_blockCapacity = std::max(kBlockBytes, text.size());
            m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockCapacity));
            m_blockUsed = 0;
            m_blockBytes += m_blockCapacity;
        }
        char* at = m_blocks.back().get() + m_blockUsed;
        std::memcpy(at, text.data(), text.size());
        m_blockUsed += text.size();
        return {at, text.size()};
    }

    std::uint64_t m_seed = randomSeed();
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockUsed = 0;
    std::size_t m_blockCapacity = 0;
    std::size_t m_blockBytes = 0;
    std::vector<std::string_view> m_views;
    std::vector<std::uint32_t> m_slots;   // entry, or Id<Tag>::kNone
    std::vector<std::uint64_t> m_hashes;  // per entry: rejects and rehashes without the text
};

}  // namespace gaplight
