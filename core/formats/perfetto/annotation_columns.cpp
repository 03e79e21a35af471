// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/annotation_columns.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <variant>

#include "core/base/text_hash.h"

namespace gaplight {
namespace {

// Most events have many values that are no columns: first letters sort them out.
constexpr std::string_view kKernelLetters = "gbrswe";
constexpr std::string_view kOtherLetters = "cEePdsbwkaLVBATD";
constexpr std::string_view kCommLetters = "CIOGPSDd";

template <class Target>
Target clampedOr(const DebugAnnotation& annotation, Target absent) {
    const auto value = annotation.integer();
    return value ? static_cast<Target>(std::clamp<std::int64_t>(*value,
                                                                std::numeric_limits<Target>::min(),
                                                                std::numeric_limits<Target>::max()))
                 : absent;
}

float measureOf(const DebugAnnotation& annotation) {
    const auto value = annotation.real();
    return value ? static_cast<float>(*value) : -1.0F;
}

// From an array, or from a text such as "[128, 1, 1]".
template <class Target, std::size_t Size>
void setTriple(const DebugAnnotation& annotation, const InternedTexts::Generation* texts,
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

// "Agent-4" is 4.
std::int32_t trailingAgentNumber(std::string_view text) {
    const std::size_t dash = text.rfind('-');
    DebugAnnotation number;
    number.value = dash == std::string_view::npos ? text : text.substr(dash + 1);
    return clampedOr<std::int32_t>(number, -1);
}

bool beginsAsDriverCall(std::string_view name) {
    return name.size() > 2 && name.starts_with("cu") &&
           std::isupper(static_cast<unsigned char>(name[2])) != 0;
}

// A launch whose grid and workgroup are given as numbers of work-items; 0: they are not.
KernelBatchRow inWorkgroups(KernelBatchRow row, std::uint64_t workItems, std::uint64_t groupItems) {
    if (groupItems > 0) {
        const std::uint64_t groups = workItems / groupItems + (workItems % groupItems != 0);
        row.grid = {static_cast<std::uint32_t>(
                        std::min<std::uint64_t>(groups, std::numeric_limits<std::uint32_t>::max())),
                    1, 1};
        row.block = {static_cast<std::uint16_t>(std::min<std::uint64_t>(
                         groupItems, std::numeric_limits<std::uint16_t>::max())),
                     1, 1};
    }
    return row;
}

template <class T>
void addOptional(SparseBatch<T>& column, std::uint32_t slice, const std::optional<T>& value) {
    if (value) {
        column.slice.push_back(slice);
        column.value.push_back(*value);
    }
}

}  // namespace

// Of the bytes as written: equal ones are equal shapes, as long as interned texts have the same
// numbers, which the address of their table stands for.
void OperatorShapes::take(const DebugAnnotation& annotation,
                          const InternedTexts::Generation* texts) {
    const std::string_view name = annotation.name;
    if (name != "Input Dims" && name != "Input type" && name != "Input Strides") {
        return;
    }
    const auto* nested = std::get_if<DebugAnnotation::Nested>(&annotation.value);
    const std::string_view bytes = nested != nullptr ? nested->message : annotation.text();
    m_sum += hashText(bytes, hashText(name, reinterpret_cast<std::uintptr_t>(texts)));
    m_hasDims = m_hasDims || name == "Input Dims";
}

std::optional<std::uint32_t> OperatorShapes::key() const {
    return m_hasDims ? std::optional(static_cast<std::uint32_t>(m_sum)) : std::nullopt;
}

void CommCallColumns::take(const DebugAnnotation& annotation) {
    const std::string_view name = annotation.name;
    if (kCommLetters.find(name.front()) == std::string_view::npos) {
        return;
    }
    if (name == "Collective name") {
        m_operation = annotation.text();
    } else if (name == "Process Group Name") {
        m_group = annotation.text();
    } else if (name == "Process Group Ranks") {
        m_groupRanks = annotation.text();
    } else if (name == "dtype") {
        m_elementType = annotation.text();
    } else if (name == "In msg nelems") {
        m_row.inputs = annotation.integer().value_or(-1);
    } else if (name == "Out msg nelems") {
        m_row.outputs = annotation.integer().value_or(-1);
    } else if (name == "Group size") {
        m_row.groupSize = clampedOr<std::int32_t>(annotation, -1);
    } else if (name == "Src Rank" || name == "Dst Rank") {
        m_row.peer = clampedOr<std::int32_t>(annotation, -1);
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

void AnnotationColumns::take(const DebugAnnotation& annotation,
                             const InternedTexts::Generation* texts) {
    const std::string_view name = annotation.name;
    if (name.empty()) {
        return;
    }
    if (kKernelLetters.find(name.front()) != std::string_view::npos) {
        takeKernelValue(name, annotation, texts);
    }
    if (kOtherLetters.find(name.front()) != std::string_view::npos) {
        takeNumber(name, annotation);
    }
    m_commCall.take(annotation);
    m_shapes.take(annotation, texts);
}

void AnnotationColumns::takeNumber(std::string_view name, const DebugAnnotation& annotation) {
    if (name == "correlation" || name == "corr_id") {
        m_correlation = annotation.unsignedInteger();
        m_hasBadId = m_hasBadId || !m_correlation;
    } else if (name == "External id" || name == "external id") {
        m_externalId = annotation.unsignedInteger();
        m_hasBadId = m_hasBadId || !m_externalId;
    } else if (name == "Python id") {
        const auto id = annotation.unsignedInteger();
        m_hasBadId = m_hasBadId || !id;
        if (id && *id <= std::numeric_limits<std::uint32_t>::max()) {
            m_pythonId = static_cast<std::uint32_t>(*id);
        }
    } else if (name == "device" || name == "device id") {
        m_place.device = clampedOr<std::int32_t>(annotation, -1);
    } else if (name == "stream" || name == "stream id" || name == "stream_ID") {
        m_place.stream = clampedOr<std::int32_t>(annotation, -1);
        m_sync.stream = m_place.stream;
    } else if (name == "bytes" || name == "copy_bytes") {
        m_bytes = annotation.integer().value_or(-1);
    } else if (name == "cbid") {
        m_hasCallId = true;
    } else if (name == "src kind") {
        m_sourceKind = annotation.text();
    } else if (name == "dst kind") {
        m_destinationKind = annotation.text();
    } else if (name == "copy kind") {
        m_copyKind = annotation.text();
    } else if (name == "cuda_sync_kind") {
        m_syncKind = annotation.text();
    } else if (name == "wait_on_stream") {
        m_sync.waitOnStream = clampedOr<std::int32_t>(annotation, -1);
    } else if (name == "wait_on_cuda_event_record_corr_id") {
        m_sync.waitOnEventRecordCorrelation = annotation.integer().value_or(-1);
    } else if (!takeRocmValue(name, annotation)) {
        if (name == "Bytes") {
            m_memory.bytes = annotation.integer().value_or(0);
        } else if (name == "Addr") {
            m_memory.address = annotation.unsignedInteger().value_or(0);
        } else if (name == "Total Allocated") {
            m_memory.totalAllocated = annotation.integer().value_or(-1);
        } else if (name == "Total Reserved") {
            m_memory.totalReserved = annotation.integer().value_or(-1);
        } else if (name == "Device Type") {
            m_memory.deviceType = clampedOr<std::int32_t>(annotation, 0);
        } else if (name == "Device Id") {
            m_memory.deviceId = clampedOr<std::int32_t>(annotation, -1);
        }
    }
}

void AnnotationColumns::takeKernelValue(std::string_view name, const DebugAnnotation& annotation,
                                        const InternedTexts::Generation* texts) {
    if (name == "grid") {
        setTriple(annotation, texts, m_kernel.grid);
        m_hasGrid = true;
    } else if (name == "block") {
        setTriple(annotation, texts, m_kernel.block);
    } else if (name == "registers per thread" || name == "registers_per_thread") {
        m_kernel.registersPerThread =
            clampedOr<std::uint16_t>(annotation, m_kernel.registersPerThread);
    } else if (name == "shared memory") {
        m_kernel.sharedMemoryBytes = clampedOr<std::uint32_t>(annotation, 0);
    } else if (name == "shared_mem_static" || name == "shared_mem_dynamic") {
        const std::uint64_t sum =
            std::uint64_t{m_kernel.sharedMemoryBytes} + clampedOr<std::uint32_t>(annotation, 0);
        m_kernel.sharedMemoryBytes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
    } else if (name == "blocks per SM") {
        m_kernel.blocksPerSm = measureOf(annotation);
    } else if (name == "warps per SM") {
        m_kernel.warpsPerSm = measureOf(annotation);
    } else if (name == "est. achieved occupancy %") {
        m_kernel.occupancyPercent = measureOf(annotation);
    } else if (name == "graph id") {
        m_kernel.graphId = annotation.unsignedInteger().value_or(0);
    } else if (name == "graph node id") {
        m_kernel.graphNodeId = annotation.unsignedInteger().value_or(0);
    } else if (name == "grid_size") {
        m_workItems = annotation.unsignedInteger().value_or(0);
    } else if (name == "workgroup_size") {
        m_groupItems = annotation.unsignedInteger().value_or(0);
    }
}

bool AnnotationColumns::takeRocmValue(std::string_view name, const DebugAnnotation& annotation) {
    if (name == "agent" || name == "dst_agent") {
        m_place.device = trailingAgentNumber(annotation.text());
    } else if (name == "LDS_Block_Size") {
        m_kernel.sharedMemoryBytes = clampedOr<std::uint32_t>(annotation, 0);
    } else if (name == "VGPR_Count") {
        m_kernel.registersPerThread = clampedOr<std::uint16_t>(annotation, 0);
    } else {
        return false;
    }
    return true;
}

void AnnotationColumns::takeText(std::string_view name, std::string_view value) {
    DebugAnnotation annotation;
    annotation.name = name;
    annotation.value = value;
    take(annotation, nullptr);
}

SliceKind AnnotationColumns::kindByValues(std::string_view name) const {
    const bool isOnStream = m_place.device >= 0 && m_place.stream >= 0;
    if (!m_syncKind.empty()) {
        return SliceKind::Sync;
    }
    if (m_hasGrid) {
        return SliceKind::Kernel;
    }
    if (m_correlation && isOnStream) {
        return name.starts_with("Memcpy")   ? SliceKind::Memcpy
               : name.starts_with("Memset") ? SliceKind::Memset
                                            : SliceKind::Kernel;
    }
    if (m_hasCallId) {
        return beginsAsDriverCall(name) ? SliceKind::Driver : SliceKind::Runtime;
    }
    if (m_pythonId) {
        return SliceKind::PythonFunction;
    }
    if (!m_externalId) {
        return SliceKind::Other;
    }
    if (isOnStream) {
        return SliceKind::GpuUserAnnotation;
    }
    return name.find("::") != std::string_view::npos ? SliceKind::CpuOp : SliceKind::UserAnnotation;
}

void AnnotationColumns::addLinks(EventBatch& batch, std::uint32_t slice) const {
    addOptional(batch.correlation, slice, m_correlation);
    addOptional(batch.externalId, slice, m_externalId);
}

void AnnotationColumns::addPlace(EventBatch& batch, std::uint32_t slice) const {
    batch.gpu.push_back({slice, m_place.device, m_place.stream});
}

void AnnotationColumns::addTo(EventBatch& batch, std::uint32_t slice, SliceKind kind) const {
    const auto optionalText = [&](std::string_view text) {
        return text.empty() ? BatchString() : batch.strings.intern(text);
    };
    switch (kind) {
        case SliceKind::CpuOp:
            addOptional(batch.externalId, slice, m_externalId);
            addOptional(batch.shapeKey, slice, m_shapes.key());
            m_commCall.addTo(batch, slice);
            break;
        case SliceKind::UserAnnotation:
        case SliceKind::GpuUserAnnotation:
            addOptional(batch.externalId, slice, m_externalId);
            break;
        case SliceKind::PythonFunction:
            addOptional(batch.pythonId, slice, m_pythonId);
            break;
        case SliceKind::Runtime:
        case SliceKind::Driver:
            addLinks(batch, slice);
            break;
        case SliceKind::Kernel: {
            KernelBatchRow row = inWorkgroups(m_kernel, m_workItems, m_groupItems);
            row.slice = slice;
            batch.kernels.push_back(row);
            addLinks(batch, slice);
            addPlace(batch, slice);
            break;
        }
        case SliceKind::Memcpy:
        case SliceKind::Memset:
            batch.copies.push_back({slice, m_bytes, optionalText(m_sourceKind),
                                    optionalText(m_destinationKind), optionalText(m_copyKind)});
            addLinks(batch, slice);
            addPlace(batch, slice);
            break;
        case SliceKind::Sync: {
            SyncBatchRow row = m_sync;
            row.slice = slice;
            row.kind = batch.strings.intern(m_syncKind);
            batch.syncs.push_back(row);
            addLinks(batch, slice);
            break;
        }
        default:
            break;
    }
}

}  // namespace gaplight
