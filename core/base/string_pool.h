// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/id.h"

namespace gaplight {

// Every distinct text once, each with a 32-bit id. Ids count up from 0 in the order of first
// interning, so equal texts compare as integers. Views stay valid as long as the pool lives.
// Lookup is one hash and, on a hit, one comparison; texts lie in 64 KiB blocks.
// The tag names what the texts are for, so that ids of two pools cannot be mixed up.
template <class Tag>
class StringPool {
public:
    StringPool();
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;

    Id<Tag> intern(std::string_view text);
    [[nodiscard]] std::optional<Id<Tag>> find(std::string_view text) const;
    [[nodiscard]] std::string_view view(Id<Tag> id) const { return m_views[id.index()]; }
    [[nodiscard]] std::size_t size() const { return m_views.size(); }
    // Anonymous memory held, in bytes: text blocks, views and the hash table.
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    static constexpr std::size_t kBlockBytes = 64 * 1024;

    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint64_t hash) const;
    std::string_view store(std::string_view text);
    void grow();

    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockUsed = kBlockBytes;
    std::size_t m_textBytes = 0;
    std::vector<std::string_view> m_views;
    std::vector<std::uint32_t> m_slots;   // id of the entry, or Id<Tag>::kNone
    std::vector<std::uint32_t> m_hashes;  // upper hash half per id: rejects and rehashes cheaply
};

}  // namespace gaplight
