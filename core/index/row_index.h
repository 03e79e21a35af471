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

// The slices of one row of one track: they never overlap. Positions count them by start.
class Row {
public:
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] SliceId slice(std::size_t position) const {
        return m_slices == nullptr ? SliceId(m_first + position) : m_slices[position];
    }

private:
    friend class RowIndex;
    const SliceId* m_slices = nullptr;
    std::size_t m_first = 0;
    std::size_t m_size = 0;
};

class RowIndex {
public:
    RowIndex() = default;
    [[nodiscard]] static RowIndex build(const Trace& trace);
};

}  // namespace gaplight
