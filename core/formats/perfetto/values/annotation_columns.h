// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formats/perfetto/values/debug_annotation.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// The values of events that are columns of the trace. In groups: the readers of a group follow each
// other.
enum class AnnotationName : std::uint8_t {
    None,  // all others
    // Of a slice
    Correlation,
    ExternalId,
    PythonId,
    CallId,
    // Of work on a GPU
    Device,
    Agent,
    Stream,
    Bytes,
    SourceKind,
    DestinationKind,
    CopyKind,
    SyncKind,
    WaitOnStream,
    WaitOnEvent,
    // Of a kernel
    Grid,
    Block,
    Registers,
    SharedMemory,
    SharedMemoryPart,
    BlocksPerSm,
    WarpsPerSm,
    Occupancy,
    GraphId,
    GraphNodeId,
    WorkItems,
    GroupItems,
    // Of an allocation
    AllocatedBytes,
    Address,
    TotalAllocated,
    TotalReserved,
    DeviceType,
    DeviceId,
    // Of a call of torch.distributed
    Collective,
    GroupName,
    GroupRanks,
    ElementType,
    InputElements,
    OutputElements,
    GroupSize,
    Peer,
    // Of an operator
    InputDims,
    InputType,
    InputStrides,
};

// The column of an annotation with this name, as PyTorch (also in Kineto's JSON) and rocprofv3
// write it. O(1), since it is looked up for every annotation and most are no columns.
[[nodiscard]] AnnotationName annotationName(std::string_view text);

// Types, strides and dimensions of an operator's inputs, as one number.
class OperatorShapes {
public:
    void take(AnnotationName name, const DebugAnnotation& annotation, InternedTexts::View texts);
    // See Trace::shapeKeys(); empty without "Input Dims".
    std::optional<std::uint32_t> key() const;

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

// How a kernel was launched.
class KernelColumns {
public:
    // Throws protozero::exception.
    void take(AnnotationName name, const DebugAnnotation& annotation, InternedTexts::View texts);
    void setGrid(const std::array<std::uint32_t, 3>& grid) { m_row.grid = grid; }
    void setBlock(const std::array<std::uint16_t, 3>& block) { m_row.block = block; }

    bool hasGrid() const { return m_hasGrid; }
    // Without its slice. A grid and workgroup given as numbers of work-items become workgroups.
    KernelBatchRow row() const;

private:
    KernelBatchRow m_row;
    std::uint64_t m_workItems = 0;   // rocprofv3: of a whole grid; 0: not given
    std::uint64_t m_groupItems = 0;  // of a workgroup
    bool m_hasGrid = false;
};

// The values of one event that are columns of the trace (AnnotationName). Filled while the event is
// read; what they belong to is known at its end.
class AnnotationColumns {
public:
    // Throws protozero::exception.
    void take(const DebugAnnotation& annotation, InternedTexts::View texts);
    // A value that is given as text (extra data of a GPU stage).
    void takeText(std::string_view name, std::string_view value);

    void setCorrelation(std::uint64_t number) {
        m_isSet = true;
        m_ids.correlation = number;
    }
    void setDevice(std::int32_t device) { workOf().place.device = device; }
    void setStream(std::int32_t stream) { workOf().place.stream = stream; }
    void setGrid(const std::array<std::uint32_t, 3>& grid) { kernelOf().setGrid(grid); }
    void setBlock(const std::array<std::uint16_t, 3>& block) { kernelOf().setBlock(block); }
    // As before any value.
    void clear();

    const std::optional<std::uint64_t>& correlation() const { return m_ids.correlation; }
    std::int32_t stream() const { return m_work.place.stream; }
    // An id that is not an integer.
    bool hasBadId() const { return m_ids.isBad; }

    // The kind of a slice without a category, by its name and by which values it has. PyTorch's
    // first writer of this format gives no categories.
    SliceKind kindByValues(std::string_view name) const;

    // Adds the rows that a slice of a kind has.
    void addTo(EventBatch& batch, std::uint32_t slice, SliceKind kind) const;
    // Without time, track and event.
    const MemoryBatchRow& memory() const { return m_memory; }

private:
    void takeId(AnnotationName name, const DebugAnnotation& annotation);
    void takeWork(AnnotationName name, const DebugAnnotation& annotation);
    void addLinks(EventBatch& batch, std::uint32_t slice) const;
    void addPlace(EventBatch& batch, std::uint32_t slice) const;

    struct Ids {
        std::optional<std::uint64_t> correlation;
        std::optional<std::uint64_t> external;
        std::optional<std::uint32_t> python;
        bool hasCall = false;
        bool isBad = false;
    };
    struct Work {
        GpuBatchRow place;
        SyncBatchRow sync;
        std::int64_t bytes = -1;
        std::string_view sourceKind;
        std::string_view destinationKind;
        std::string_view copyKind;
        std::string_view syncKind;
    };
    // Most events have values of few groups: clear() leaves the others.
    [[nodiscard]] Work& workOf() {
        m_isSet = m_hasWork = true;
        return m_work;
    }
    [[nodiscard]] KernelColumns& kernelOf() {
        m_isSet = m_hasKernel = true;
        return m_kernel;
    }

    Ids m_ids;
    Work m_work;
    KernelColumns m_kernel;
    MemoryBatchRow m_memory;
    CommCallColumns m_commCall;
    OperatorShapes m_shapes;
    bool m_isSet = false;
    bool m_hasWork = false;
    bool m_hasKernel = false;
    bool m_hasOther = false;
};

}  // namespace gaplight
