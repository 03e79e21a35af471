// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/text_hash.h"
#include "core/trace/ids.h"

namespace gaplight {

// Two ids of a trace and a GPU, for example an operator and its shapes.
struct IdsOnGpu {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    GpuId gpu;
    friend bool operator==(const IdsOnGpu&, const IdsOnGpu&) = default;
};

// Numbers keys 0, 1, 2, … in the order of their first occurrence. An open-addressing table: some
// 3 ns for a known key, where std::unordered_map takes 15 or more. Seeded, because keys of shapes
// come from a file.
class KeyNumbers {
public:
    std::size_t size() const { return m_keys.size(); }

    // The number of `key`; size() before the call if it is new. O(1).
    std::uint32_t numberOf(const IdsOnGpu& key) {
        std::uint32_t* slot = &m_slots[slotOf(key)];
        if (*slot == kEmpty) {
            if ((m_keys.size() + 1) * 2 > m_slots.size()) {
                grow();
                slot = &m_slots[slotOf(key)];
            }
            *slot = static_cast<std::uint32_t>(m_keys.size());
            m_keys.push_back(key);
        }
        return *slot;
    }

private:
    static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
    static constexpr std::size_t kFirstSlots = 64;

    std::size_t slotOf(const IdsOnGpu& key) const {
        __extension__ using Wide = unsigned __int128;
        const std::uint64_t ids = static_cast<std::uint64_t>(key.first) << 32U | key.second;
        const std::uint64_t gpu = std::hash<GpuId>{}(key.gpu) + 1;
        const Wide product = static_cast<Wide>(ids ^ m_seed) * (gpu * 0x9E3779B97F4A7C15U | 1U);
        const std::uint64_t hash =
            (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U)) *
            (m_seed | 1U);
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = static_cast<std::size_t>(hash >> 32U) & mask;
        while (m_slots[slot] != kEmpty && m_keys[m_slots[slot]] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    void grow() {
        m_slots.assign(m_slots.size() * 2, kEmpty);
        for (std::size_t at = 0; at < m_keys.size(); ++at) {
            m_slots[slotOf(m_keys[at])] = static_cast<std::uint32_t>(at);
        }
    }

    std::uint64_t m_seed = randomSeed();
    std::vector<std::uint32_t> m_slots = std::vector<std::uint32_t>(kFirstSlots, kEmpty);
    std::vector<IdsOnGpu> m_keys;
};

}  // namespace gaplight
