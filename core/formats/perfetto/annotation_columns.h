// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formats/perfetto/debug_annotation.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Types, strides and dimensions of an operator's inputs, as one number.
class OperatorShapes {
public:
    void take(const DebugAnnotation& annotation, const InternedTexts::Generation* texts);
    // See Trace::shapeKeys(); empty without "Input Dims".
    [[nodiscard]] std::optional<std::uint32_t> key() const;

private:
    std::uint64_t m_sum = 0;
    bool m_hasDims = false;
};

// What describes a call of torch.distributed.
class CommCallColumns {
public:
    void take(const DebugAnnotation& annotation);
    // Adds a row where the operation is named.
    void addTo(EventBatch& batch, std::uint32_t slice) const;

private:
    std::string_view m_operation;
    std::string_view m_group;
    std::string_view m_groupRanks;
    std::string_view m_elementType;
    CommCallBatchRow m_row;
};

// The values of one event that are columns of the trace, by the names that PyTorch (as in Kineto's
// JSON) and rocprofv3 give them. Filled while the event is read; what they belong to is known at
// its end.
class AnnotationColumns {
public:
    // Throws protozero::exception.
    void take(const DebugAnnotation& annotation, const InternedTexts::Generation* texts);
    // A value that is given as text (extra data of a GPU stage).
    void takeText(std::string_view name, std::string_view value);

    void setCorrelation(std::uint64_t number) { m_correlation = number; }
    void setDevice(std::int32_t device) { m_place.device = device; }
    void setStream(std::int32_t stream) { m_place.stream = stream; }
    void setGrid(const std::array<std::uint32_t, 3>& grid) { m_kernel.grid = grid; }
    void setBlock(const std::array<std::uint16_t, 3>& block) { m_kernel.block = block; }

    [[nodiscard]] const std::optional<std::uint64_t>& correlation() const { return m_correlation; }
    [[nodiscard]] std::int32_t stream() const { return m_place.stream; }
    // An id that is not an integer.
    [[nodiscard]] bool hasBadId() const { return m_hasBadId; }

    // The kind of a slice without a category, by its name and by which values it has. PyTorch's
    // first writer of this format gives no categories.
    [[nodiscard]] SliceKind kindByValues(std::string_view name) const;

    // Adds the rows that a slice of a kind has.
    void addTo(EventBatch& batch, std::uint32_t slice, SliceKind kind) const;
    // Without time, track and event.
    [[nodiscard]] const MemoryBatchRow& memory() const { return m_memory; }

private:
    void takeNumber(std::string_view name, const DebugAnnotation& annotation);
    void takeKernelValue(std::string_view name, const DebugAnnotation& annotation,
                         const InternedTexts::Generation* texts);
    bool takeRocmValue(std::string_view name, const DebugAnnotation& annotation);
    void addLinks(EventBatch& batch, std::uint32_t slice) const;
    void addPlace(EventBatch& batch, std::uint32_t slice) const;

    std::optional<std::uint64_t> m_correlation;
    std::optional<std::uint64_t> m_externalId;
    std::optional<std::uint32_t> m_pythonId;
    GpuBatchRow m_place;
    KernelBatchRow m_kernel;
    std::int64_t m_bytes = -1;
    std::string_view m_sourceKind;
    std::string_view m_destinationKind;
    std::string_view m_copyKind;
    SyncBatchRow m_sync;
    std::string_view m_syncKind;
    CommCallColumns m_commCall;
    MemoryBatchRow m_memory;
    std::uint64_t m_workItems = 0;  // rocprofv3: of a whole grid, of a workgroup
    std::uint64_t m_groupItems = 0;
    OperatorShapes m_shapes;
    bool m_hasGrid = false;
    bool m_hasCallId = false;
    bool m_hasBadId = false;
};

}  // namespace gaplight
