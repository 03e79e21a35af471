// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/operator_columns.h"

#include <variant>

#include "core/base/text_hash.h"

namespace gaplight {

// Of the bytes as written: equal ones are equal shapes, as long as interned texts have the same
// numbers, which the address of their table stands for.
void OperatorShapes::take(AnnotationName name, const DebugAnnotation& annotation,
                          InternedTexts::View texts) {
    const auto* nested = std::get_if<DebugAnnotation::Nested>(&annotation.value);
    const std::string_view bytes = nested != nullptr ? nested->message : annotation.text();
    const std::uint64_t seed =
        hashText(annotation.name, reinterpret_cast<std::uintptr_t>(texts.generation()));  // NOLINT
    m_sum += hashText(bytes, seed);
    m_hasDims = m_hasDims || name == AnnotationName::InputDims;
}

std::optional<std::uint32_t> OperatorShapes::key() const {
    return m_hasDims ? std::optional(static_cast<std::uint32_t>(m_sum)) : std::nullopt;
}

void CommCallColumns::take(AnnotationName name, const DebugAnnotation& annotation) {
    switch (name) {
        case AnnotationName::Collective:
            m_operation = annotation.text();
            break;
        case AnnotationName::GroupName:
            m_group = annotation.text();
            break;
        case AnnotationName::GroupRanks:
            m_groupRanks = annotation.text();
            break;
        case AnnotationName::ElementType:
            m_elementType = annotation.text();
            break;
        case AnnotationName::InputElements:
            m_row.inputs = annotation.integer().value_or(-1);
            break;
        case AnnotationName::OutputElements:
            m_row.outputs = annotation.integer().value_or(-1);
            break;
        case AnnotationName::GroupSize:
            m_row.groupSize = clampedOr<std::int32_t>(annotation, -1);
            break;
        case AnnotationName::Peer:
            m_row.peer = clampedOr<std::int32_t>(annotation, -1);
            break;
        default:
            break;
    }
}

void CommCallColumns::addTo(EventBatch& batch, std::uint32_t slice) const {
    if (m_operation.empty()) {
        return;
    }
    const auto optionalText = [&](std::string_view text) {
        return text.empty() ? BatchString() : batch.strings.intern(text);
    };
    CommCallBatchRow row = m_row;
    row.slice = slice;
    row.operation = batch.strings.intern(m_operation);
    row.group = optionalText(m_group);
    row.groupRanks = optionalText(m_groupRanks);
    row.type = optionalText(m_elementType);
    batch.commCalls.push_back(row);
}

}  // namespace gaplight
