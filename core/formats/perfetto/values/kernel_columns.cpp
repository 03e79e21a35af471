// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/kernel_columns.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>

namespace gaplight {
namespace {

float measureOf(const DebugAnnotation& annotation) {
    const auto value = annotation.real();
    return value ? static_cast<float>(*value) : -1.0F;
}

// From an array, or from a text such as "[128, 1, 1]".
template <class Target, std::size_t Size>
void setTriple(const DebugAnnotation& annotation, InternedTexts::View texts,
               std::array<Target, Size>& into) {
    std::size_t at = 0;
    for (const DebugAnnotation& member : membersOf(annotation, texts)) {
        if (at < Size) {
            into[at++] = clampedOr<Target>(member, 0);
        }
    }
    std::uint64_t number = 0;
    bool isNumber = false;
    const std::string_view text = annotation.text();
    for (std::size_t place = 0; place <= text.size() && at < Size; ++place) {
        const char c = place < text.size() ? text[place] : ']';
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            number = std::min<std::uint64_t>(10 * number + static_cast<std::uint64_t>(c - '0'),
                                             std::numeric_limits<Target>::max());
            isNumber = true;
        } else if (isNumber) {
            into[at++] = static_cast<Target>(number);
            number = 0;
            isNumber = false;
        }
    }
}

}  // namespace

void KernelColumns::take(AnnotationName name, const DebugAnnotation& annotation,
                         InternedTexts::View texts) {
    switch (name) {
        case AnnotationName::Grid:
            setTriple(annotation, texts, m_row.grid);
            m_hasGrid = true;
            break;
        case AnnotationName::Block:
            setTriple(annotation, texts, m_row.block);
            break;
        case AnnotationName::Registers:
            m_row.registersPerThread =
                clampedOr<std::uint16_t>(annotation, m_row.registersPerThread);
            break;
        case AnnotationName::SharedMemory:
            m_row.sharedMemoryBytes = clampedOr<std::uint32_t>(annotation, 0);
            break;
        case AnnotationName::SharedMemoryPart:
            m_row.sharedMemoryBytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                std::uint64_t{m_row.sharedMemoryBytes} + clampedOr<std::uint32_t>(annotation, 0),
                std::numeric_limits<std::uint32_t>::max()));
            break;
        case AnnotationName::BlocksPerSm:
            m_row.blocksPerSm = measureOf(annotation);
            break;
        case AnnotationName::WarpsPerSm:
            m_row.warpsPerSm = measureOf(annotation);
            break;
        case AnnotationName::Occupancy:
            m_row.occupancyPercent = measureOf(annotation);
            break;
        case AnnotationName::GraphId:
            m_row.graphId = annotation.unsignedInteger().value_or(0);
            break;
        case AnnotationName::GraphNodeId:
            m_row.graphNodeId = annotation.unsignedInteger().value_or(0);
            break;
        case AnnotationName::WorkItems:
            m_workItems = annotation.unsignedInteger().value_or(0);
            break;
        case AnnotationName::GroupItems:
            m_groupItems = annotation.unsignedInteger().value_or(0);
            break;
        default:
            break;
    }
}

KernelBatchRow KernelColumns::row() const {
    KernelBatchRow row = m_row;
    if (m_groupItems > 0) {
        const std::uint64_t groups = m_workItems / m_groupItems + (m_workItems % m_groupItems != 0);
        row.grid = {static_cast<std::uint32_t>(
                        std::min<std::uint64_t>(groups, std::numeric_limits<std::uint32_t>::max())),
                    1, 1};
        row.block = {static_cast<std::uint16_t>(std::min<std::uint64_t>(
                         m_groupItems, std::numeric_limits<std::uint16_t>::max())),
                     1, 1};
    }
    return row;
}

}  // namespace gaplight
