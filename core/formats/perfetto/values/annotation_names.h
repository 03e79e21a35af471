// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

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

}  // namespace gaplight
