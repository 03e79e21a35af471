// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/annotation_columns.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>
#include <variant>

#include "core/base/text_hash.h"

namespace gaplight {
namespace {

struct Entry {
    std::string_view text;
    AnnotationName name = AnnotationName::None;
};

constexpr std::array kEntries{
    Entry{"correlation", AnnotationName::Correlation},
    Entry{"corr_id", AnnotationName::Correlation},
    Entry{"External id", AnnotationName::ExternalId},
    Entry{"external id", AnnotationName::ExternalId},
    Entry{"Python id", AnnotationName::PythonId},
    Entry{"cbid", AnnotationName::CallId},
    Entry{"device", AnnotationName::Device},
    Entry{"device id", AnnotationName::Device},
    Entry{"agent", AnnotationName::Agent},
    Entry{"dst_agent", AnnotationName::Agent},
    Entry{"stream", AnnotationName::Stream},
    Entry{"stream id", AnnotationName::Stream},
    Entry{"stream_ID", AnnotationName::Stream},
    Entry{"bytes", AnnotationName::Bytes},
    Entry{"copy_bytes", AnnotationName::Bytes},
    Entry{"src kind", AnnotationName::SourceKind},
    Entry{"dst kind", AnnotationName::DestinationKind},
    Entry{"copy kind", AnnotationName::CopyKind},
    Entry{"cuda_sync_kind", AnnotationName::SyncKind},
    Entry{"wait_on_stream", AnnotationName::WaitOnStream},
    Entry{"wait_on_cuda_event_record_corr_id", AnnotationName::WaitOnEvent},
    Entry{"grid", AnnotationName::Grid},
    Entry{"block", AnnotationName::Block},
    Entry{"registers per thread", AnnotationName::Registers},
    Entry{"registers_per_thread", AnnotationName::Registers},
    Entry{"VGPR_Count", AnnotationName::Registers},
    Entry{"shared memory", AnnotationName::SharedMemory},
    Entry{"LDS_Block_Size", AnnotationName::SharedMemory},
    Entry{"shared_mem_static", AnnotationName::SharedMemoryPart},
    Entry{"shared_mem_dynamic", AnnotationName::SharedMemoryPart},
    Entry{"blocks per SM", AnnotationName::BlocksPerSm},
    Entry{"warps per SM", AnnotationName::WarpsPerSm},
    Entry{"est. achieved occupancy %", AnnotationName::Occupancy},
    Entry{"graph id", AnnotationName::GraphId},
    Entry{"graph node id", AnnotationName::GraphNodeId},
    Entry{"grid_size", AnnotationName::WorkItems},
    Entry{"workgroup_size", AnnotationName::GroupItems},
    Entry{"Bytes", AnnotationName::AllocatedBytes},
    Entry{"Addr", AnnotationName::Address},
    Entry{"Total Allocated", AnnotationName::TotalAllocated},
    Entry{"Total Reserved", AnnotationName::TotalReserved},
    Entry{"Device Type", AnnotationName::DeviceType},
    Entry{"Device Id", AnnotationName::DeviceId},
    Entry{"Collective name", AnnotationName::Collective},
    Entry{"Process Group Name", AnnotationName::GroupName},
    Entry{"Process Group Ranks", AnnotationName::GroupRanks},
    Entry{"dtype", AnnotationName::ElementType},
    Entry{"In msg nelems", AnnotationName::InputElements},
    Entry{"Out msg nelems", AnnotationName::OutputElements},
    Entry{"Group size", AnnotationName::GroupSize},
    Entry{"Src Rank", AnnotationName::Peer},
    Entry{"Dst Rank", AnnotationName::Peer},
    Entry{"Input Dims", AnnotationName::InputDims},
    Entry{"Input type", AnnotationName::InputType},
    Entry{"Input Strides", AnnotationName::InputStrides},
};

constexpr std::size_t kSlots = 256;
constexpr std::uint8_t kFree = 0xff;

// Factors under which hardly any of the entries share a slot.
constexpr std::size_t slotOf(std::string_view text) {
    const auto byte = [text](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    return (text.size() * 15 + byte(0) * 7 + byte(text.size() / 2) + byte(text.size() - 1) * 13) %
           kSlots;
}

// Indexes into kEntries, each at its slot or after it.
constexpr std::array<std::uint8_t, kSlots> kTable = [] {
    std::array<std::uint8_t, kSlots> table{};
    table.fill(kFree);
    for (std::size_t entry = 0; entry < kEntries.size(); ++entry) {
        std::size_t slot = slotOf(kEntries.at(entry).text);
        while (table.at(slot) != kFree) {
            slot = (slot + 1) % kSlots;
        }
        table.at(slot) = static_cast<std::uint8_t>(entry);
    }
    return table;
}();

}  // namespace

AnnotationName annotationName(std::string_view text) {
    if (text.empty()) {
        return AnnotationName::None;
    }
    for (std::size_t slot = slotOf(text); kTable[slot] != kFree; slot = (slot + 1) % kSlots) {
        if (kEntries[kTable[slot]].text == text) {
            return kEntries[kTable[slot]].name;
        }
    }
    return AnnotationName::None;
}

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

namespace {

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

template <class T>
void addOptional(SparseBatch<T>& column, std::uint32_t slice, const std::optional<T>& value) {
    if (value) {
        column.slice.push_back(slice);
        column.value.push_back(*value);
    }
}

void takeAllocation(AnnotationName name, const DebugAnnotation& annotation, MemoryBatchRow& row) {
    switch (name) {
        case AnnotationName::AllocatedBytes:
            row.bytes = annotation.integer().value_or(0);
            break;
        case AnnotationName::Address:
            row.address = annotation.unsignedInteger().value_or(0);
            break;
        case AnnotationName::TotalAllocated:
            row.totalAllocated = annotation.integer().value_or(-1);
            break;
        case AnnotationName::TotalReserved:
            row.totalReserved = annotation.integer().value_or(-1);
            break;
        case AnnotationName::DeviceType:
            row.deviceType = clampedOr<std::int32_t>(annotation, 0);
            break;
        case AnnotationName::DeviceId:
            row.deviceId = clampedOr<std::int32_t>(annotation, -1);
            break;
        default:
            break;
    }
}

}  // namespace

void AnnotationColumns::take(const DebugAnnotation& annotation, InternedTexts::View texts) {
    const AnnotationName name = annotationName(annotation.name);
    if (name == AnnotationName::None) {
        return;
    }
    m_isSet = true;
    if (name < AnnotationName::Device) {
        takeId(name, annotation);
    } else if (name < AnnotationName::Grid) {
        takeWork(name, annotation);
    } else if (name < AnnotationName::AllocatedBytes) {
        kernelOf().take(name, annotation, texts);
    } else if (name >= AnnotationName::InputDims) {
        m_shapes.take(name, annotation, texts);
    } else if (name < AnnotationName::Collective) {
        m_hasOther = true;
        takeAllocation(name, annotation, m_memory);
    } else {
        m_hasOther = true;
        m_commCall.take(name, annotation);
    }
}

void AnnotationColumns::clear() {
    if (!m_isSet) {
        return;
    }
    m_ids = {};
    m_shapes = {};
    if (m_hasWork) {
        m_work = {};
    }
    if (m_hasKernel) {
        m_kernel = {};
    }
    if (m_hasOther) {
        m_memory = {};
        m_commCall = {};
    }
    m_isSet = m_hasWork = m_hasKernel = m_hasOther = false;
}

void AnnotationColumns::takeId(AnnotationName name, const DebugAnnotation& annotation) {
    if (name == AnnotationName::CallId) {
        m_ids.hasCall = true;
        return;
    }
    const std::optional<std::uint64_t> id = annotation.unsignedInteger();
    m_ids.isBad = m_ids.isBad || !id;
    if (name == AnnotationName::Correlation) {
        m_ids.correlation = id;
    } else if (name == AnnotationName::ExternalId) {
        m_ids.external = id;
    } else if (id && *id <= std::numeric_limits<std::uint32_t>::max()) {
        m_ids.python = static_cast<std::uint32_t>(*id);
    }
}

void AnnotationColumns::takeWork(AnnotationName name, const DebugAnnotation& annotation) {
    Work& work = workOf();
    switch (name) {
        case AnnotationName::Device:
            work.place.device = clampedOr<std::int32_t>(annotation, -1);
            break;
        case AnnotationName::Agent:
            work.place.device = trailingAgentNumber(annotation.text());
            break;
        case AnnotationName::Stream:
            work.place.stream = clampedOr<std::int32_t>(annotation, -1);
            work.sync.stream = work.place.stream;
            break;
        case AnnotationName::Bytes:
            work.bytes = annotation.integer().value_or(-1);
            break;
        case AnnotationName::SourceKind:
            work.sourceKind = annotation.text();
            break;
        case AnnotationName::DestinationKind:
            work.destinationKind = annotation.text();
            break;
        case AnnotationName::CopyKind:
            work.copyKind = annotation.text();
            break;
        case AnnotationName::SyncKind:
            work.syncKind = annotation.text();
            break;
        case AnnotationName::WaitOnStream:
            work.sync.waitOnStream = clampedOr<std::int32_t>(annotation, -1);
            break;
        case AnnotationName::WaitOnEvent:
            work.sync.waitOnEventRecordCorrelation = annotation.integer().value_or(-1);
            break;
        default:
            break;
    }
}

void AnnotationColumns::takeText(std::string_view name, std::string_view value) {
    DebugAnnotation annotation;
    annotation.name = name;
    annotation.value = value;
    take(annotation, {});
}

SliceKind AnnotationColumns::kindByValues(std::string_view name) const {
    const bool isOnStream = m_work.place.device >= 0 && m_work.place.stream >= 0;
    if (!m_work.syncKind.empty()) {
        return SliceKind::Sync;
    }
    if (m_kernel.hasGrid()) {
        return SliceKind::Kernel;
    }
    if (m_ids.correlation && isOnStream) {
        return name.starts_with("Memcpy")   ? SliceKind::Memcpy
               : name.starts_with("Memset") ? SliceKind::Memset
                                            : SliceKind::Kernel;
    }
    if (m_ids.hasCall) {
        return beginsAsDriverCall(name) ? SliceKind::Driver : SliceKind::Runtime;
    }
    if (m_ids.python) {
        return SliceKind::PythonFunction;
    }
    if (!m_ids.external) {
        return SliceKind::Other;
    }
    if (isOnStream) {
        return SliceKind::GpuUserAnnotation;
    }
    return name.find("::") != std::string_view::npos ? SliceKind::CpuOp : SliceKind::UserAnnotation;
}

void AnnotationColumns::addLinks(EventBatch& batch, std::uint32_t slice) const {
    addOptional(batch.correlation, slice, m_ids.correlation);
    addOptional(batch.externalId, slice, m_ids.external);
}

void AnnotationColumns::addPlace(EventBatch& batch, std::uint32_t slice) const {
    batch.gpu.push_back({slice, m_work.place.device, m_work.place.stream});
}

void AnnotationColumns::addTo(EventBatch& batch, std::uint32_t slice, SliceKind kind) const {
    const auto optionalText = [&](std::string_view text) {
        return text.empty() ? BatchString() : batch.strings.intern(text);
    };
    switch (kind) {
        case SliceKind::CpuOp:
            addOptional(batch.externalId, slice, m_ids.external);
            addOptional(batch.shapeKey, slice, m_shapes.key());
            m_commCall.addTo(batch, slice);
            break;
        case SliceKind::UserAnnotation:
        case SliceKind::GpuUserAnnotation:
            addOptional(batch.externalId, slice, m_ids.external);
            break;
        case SliceKind::PythonFunction:
            addOptional(batch.pythonId, slice, m_ids.python);
            break;
        case SliceKind::Runtime:
        case SliceKind::Driver:
            addLinks(batch, slice);
            break;
        case SliceKind::Kernel: {
            KernelBatchRow row = m_kernel.row();
            row.slice = slice;
            batch.kernels.push_back(row);
            addLinks(batch, slice);
            addPlace(batch, slice);
            break;
        }
        case SliceKind::Memcpy:
        case SliceKind::Memset:
            batch.copies.push_back({slice, m_work.bytes, optionalText(m_work.sourceKind),
                                    optionalText(m_work.destinationKind),
                                    optionalText(m_work.copyKind)});
            addLinks(batch, slice);
            addPlace(batch, slice);
            break;
        case SliceKind::Sync: {
            SyncBatchRow row = m_work.sync;
            row.slice = slice;
            row.kind = batch.strings.intern(m_work.syncKind);
            batch.syncs.push_back(row);
            addLinks(batch, slice);
            break;
        }
        default:
            break;
    }
}

}  // namespace gaplight
