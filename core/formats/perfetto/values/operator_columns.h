// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formats/perfetto/values/annotation_names.h"
#include "core/formats/perfetto/values/debug_annotation.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Types, strides and dimensions of an operator's inputs, as one number.
class OperatorShapes {
public:
    void take(AnnotationName name, const DebugAnnotation& annotation, InternedTexts::View texts);
    // See Trace::shapeKeys(); empty without "Input Dims".
    [[nodiscard]] std::optional<std::uint32_t> key() const;

private:
    std::uint64_t m_sum = 0;
    bool m_hasDims = false;
};

// What describes a call of torch.distributed.
class CommCallColumns {
public:
    void take(AnnotationName name, const DebugAnnotation& annotation);
    // Adds a row where the operation is named.
    void addTo(EventBatch& batch, std::uint32_t slice) const;

private:
    std::string_view m_operation;
    std::string_view m_group;
    std::string_view m_groupRanks;
    std::string_view m_elementType;
    CommCallBatchRow m_row;
};

}  // namespace gaplight
