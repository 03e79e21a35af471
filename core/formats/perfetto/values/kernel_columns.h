// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/formats/perfetto/values/annotation_names.h"
#include "core/formats/perfetto/values/debug_annotation.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// How a kernel was launched.
class KernelColumns {
public:
    // Throws protozero::exception.
    void take(AnnotationName name, const DebugAnnotation& annotation, InternedTexts::View texts);
    void setGrid(const std::array<std::uint32_t, 3>& grid) { m_row.grid = grid; }
    void setBlock(const std::array<std::uint16_t, 3>& block) { m_row.block = block; }

    [[nodiscard]] bool hasGrid() const { return m_hasGrid; }
    // Without its slice. A grid and workgroup given as numbers of work-items become workgroups.
    [[nodiscard]] KernelBatchRow row() const;

private:
    KernelBatchRow m_row;
    std::uint64_t m_workItems = 0;   // rocprofv3: of a whole grid; 0: not given
    std::uint64_t m_groupItems = 0;  // of a workgroup
    bool m_hasGrid = false;
};

}  // namespace gaplight
