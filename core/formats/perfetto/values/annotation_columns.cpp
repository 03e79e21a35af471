// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/annotation_columns.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace gaplight {
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
