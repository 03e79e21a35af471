// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_assembly.h"

#include <algorithm>
#include <tuple>

#include <tbb/task_group.h>

#include "core/formats/pickle/chunk_supply.h"
#include "core/formats/pickle/snapshot_integers.h"

namespace gaplight {
using Kind = PickleValue::Kind;

Result<AllocatorHistory> SnapshotAssembly::assemble(PickleValue root) {
    const PickleValue segments = root.is(Kind::List) ? root : m_heap.find(root, "segments");
    const PickleValue traces = m_heap.find(root, "device_traces");
    const bool isListOfSegments = [&] {
        bool isSegment = false;
        m_heap.forEachItem(root, [&](PickleValue item) {
            const auto row = m_heap.rowOf(item);
            isSegment = isSegment ||
                        (row && row->shape == static_cast<std::size_t>(SnapshotShape::Segment));
        });
        return isSegment;
    }();
    if (root.is(Kind::List) ? !isListOfSegments
                            : !segments.is(Kind::List) && !traces.is(Kind::List)) {
        return fail(ErrorCode::NotATrace,
                    "a Python pickle, but not a memory snapshot: expected a dict with \"segments\" "
                    "and \"device_traces\", as torch.cuda.memory._dump_snapshot() writes it");
    }
    std::int32_t number = 0;
    if (!root.is(Kind::List)) {
        m_heap.forEachItem(traces, [&](PickleValue list) { addEvents(list, number++); });
        addAnnotations(m_heap.find(root, "external_annotations"));
    }
    addSegments(segments);
    sortParts();
    return std::move(m_history);
}

void SnapshotAssembly::addSegments(PickleValue list) {
    if (!m_objects.takeList(list)) {
        return;
    }
    m_heap.forEachItem(list, [&](PickleValue item) {
        if (const auto row = m_objects.takeRow(item, SnapshotShape::Segment,
                                               SnapshotIssueKind::MalformedBlock)) {
            addSegment(*row);
        }
    });
}

void SnapshotAssembly::addSegment(PickleRow row) {
    const auto address = integerOf(cell(row, SegmentColumn::Address));
    const auto size = integerOf(cell(row, SegmentColumn::Size));
    if (!address || *address < 0 || !isSize(size) || !addBytes(*size)) {
        m_history.issues.record(size && !isSize(size) ? SnapshotIssueKind::NegativeSize
                                                      : SnapshotIssueKind::MalformedBlock);
        return;
    }
    AllocatorSegment segment;
    segment.address = static_cast<std::uint64_t>(*address);
    segment.size = *size;
    segment.stream = m_references.streamOf(cell(row, SegmentColumn::Stream));
    segment.isSmallPool = m_heap.text(cell(row, SegmentColumn::Pool)) == "small";
    segment.isExpandable = cell(row, SegmentColumn::Expandable) == PickleValue(Kind::Bool, 1);
    addBlocks(cell(row, SegmentColumn::Blocks), segment);
    device(int32Of(cell(row, SegmentColumn::Device), 0)).segments.push_back(std::move(segment));
}

void SnapshotAssembly::addBlocks(PickleValue list, AllocatorSegment& segment) {
    if (!m_objects.takeList(list)) {
        return;
    }
    std::uint64_t next = segment.address;  // files before 2.2 have no addresses of blocks
    m_heap.forEachItem(list, [&](PickleValue item) {
        const auto row =
            m_objects.takeRow(item, SnapshotShape::Block, SnapshotIssueKind::MalformedBlock);
        const auto size = row ? integerOf(cell(*row, BlockColumn::Size)) : std::nullopt;
        if (!isSize(size) || !addBytes(*size)) {
            m_history.issues.record(SnapshotIssueKind::NegativeSize, row ? 1 : 0);
            return;
        }
        const auto address = integerOf(cell(*row, BlockColumn::Address));
        const auto requested = integerOf(cell(*row, BlockColumn::Requested));
        AllocatorBlock block;
        block.address = address && *address >= 0 ? static_cast<std::uint64_t>(*address) : next;
        block.size = *size;
        block.requested = isSize(requested) ? *requested : *size;
        block.stack = m_references.stackOf(cell(*row, BlockColumn::Frames));
        const std::string_view state = m_heap.text(cell(*row, BlockColumn::State));
        block.state = state == "active_allocated"    ? BlockState::Allocated
                      : state.starts_with("active_") ? BlockState::PendingFree
                                                     : BlockState::Inactive;
        next = block.address + static_cast<std::uint64_t>(block.size);
        segment.blocks.push_back(block);
    });
}

void SnapshotAssembly::addEvents(PickleValue list, std::int32_t number) {
    const std::size_t length = m_heap.listLength(list);
    if (length == 0 || !m_objects.takeList(list)) {
        return;
    }
    Column<AllocatorEvent>& events = device(number).events;
    events.reserve(length);
    tbb::task_group ahead;
    ahead.run([memory = events.data(), length] {
        populatePages(memory, length * sizeof(AllocatorEvent));
    });
    std::int64_t last = 0;
    std::int64_t position = 0;
    m_heap.forEachItem(list, [&](PickleValue item) {
        const auto row =
            m_objects.takeRow(item, SnapshotShape::Event, SnapshotIssueKind::MalformedEvent);
        auto event = row ? eventOf(*row, position++) : std::nullopt;
        if (!event) {
            return;
        }
        if (event->timeUs < last) {
            m_history.issues.record(SnapshotIssueKind::TimeBackwards);
            event->timeUs = last;
        }
        last = event->timeUs;
        events.push_back(*event);
    });
    ahead.wait();
}

std::optional<AllocatorEvent> SnapshotAssembly::eventOf(PickleRow row, std::int64_t position) {
    const auto action = m_references.actionOf(cell(row, EventColumn::Action));
    if (!action) {
        m_history.issues.record(SnapshotIssueKind::UnknownAction);
        return std::nullopt;
    }
    const auto address = integerOf(cell(row, EventColumn::Address));
    const auto size = integerOf(cell(row, EventColumn::Size));
    if (*action != AllocatorAction::Snapshot && (!address || !size || *address < 0)) {
        m_history.issues.record(SnapshotIssueKind::MalformedEvent);
        return std::nullopt;
    }
    if (*action != AllocatorAction::Snapshot && !(isSize(size) && addBytes(*size))) {
        m_history.issues.record(SnapshotIssueKind::NegativeSize);
        return std::nullopt;
    }
    AllocatorEvent event;
    const PickleValue time = cell(row, EventColumn::Time);
    event.timeUs = integerOf(time).value_or(position);
    m_history.hasTimes = m_history.hasTimes && time.is(Kind::Int);
    if (event.timeUs < 0 || event.timeUs > kMaxSnapshotTimeUs) {
        m_history.issues.record(SnapshotIssueKind::MalformedEvent);
        return std::nullopt;
    }
    event.address = static_cast<std::uint64_t>(address.value_or(0));
    event.size = size.value_or(0);
    event.stream = m_references.streamOf(cell(row, EventColumn::Stream));
    event.stack = m_references.stackOf(cell(row, EventColumn::Frames));
    event.action = *action;
    return event;
}

void SnapshotAssembly::addAnnotations(PickleValue list) {
    if (!m_objects.takeList(list)) {
        return;
    }
    m_heap.forEachItem(list, [&](PickleValue item) {
        if (const auto row = m_objects.takeRow(item, SnapshotShape::Annotation,
                                               SnapshotIssueKind::MalformedEvent)) {
            addAnnotationMark(*row);
        }
    });
}

void SnapshotAssembly::addAnnotationMark(PickleRow row) {
    const auto time = integerOf(cell(row, AnnotationColumn::Time));
    const PickleValue name = cell(row, AnnotationColumn::Name);
    if (!time || *time < 0 || *time > kMaxSnapshotTimeUs || !name.is(Kind::Text)) {
        m_history.issues.record(SnapshotIssueKind::MalformedEvent);
        return;
    }
    const std::int32_t device = int32Of(cell(row, AnnotationColumn::Device), 0);
    auto& open = m_openAnnotations[{device, name.index()}];
    if (m_heap.text(cell(row, AnnotationColumn::Stage)) == "START") {
        open.push_back(m_history.annotations.size());
        m_history.annotations.push_back({std::string(m_heap.text(name)), device, *time, -1});
    } else if (!open.empty()) {
        SnapshotAnnotation& annotation = m_history.annotations[open.back()];
        annotation.endUs = std::max(*time, annotation.beginUs);
        open.pop_back();
    }
}

void SnapshotAssembly::sortParts() {
    std::int64_t last = 0;
    for (auto& [number, device] : m_devices) {
        std::ranges::stable_sort(device.segments, {}, &AllocatorSegment::address);
        for (AllocatorSegment& segment : device.segments) {
            std::ranges::stable_sort(segment.blocks, {}, &AllocatorBlock::address);
        }
        last = std::max(last, device.events.empty() ? 0 : device.events.back().timeUs);
        m_history.devices.push_back(std::move(device));
    }
    for (SnapshotAnnotation& annotation : m_history.annotations) {
        if (annotation.endUs < 0) {
            m_history.issues.record(SnapshotIssueKind::OpenAnnotation);
            annotation.endUs = std::max(last, annotation.beginUs);
        }
    }
    std::ranges::stable_sort(m_history.annotations, {}, [](const SnapshotAnnotation& one) {
        return std::tuple(one.beginUs, -one.endUs);
    });
}

DeviceHistory& SnapshotAssembly::device(std::int32_t number) {
    DeviceHistory& found = m_devices[number];
    found.device = number;
    return found;
}

}  // namespace gaplight
