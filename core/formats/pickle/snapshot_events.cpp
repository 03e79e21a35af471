// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The part of SnapshotAssembly that makes events and what they refer to.
#include <algorithm>
#include <limits>

#include <tbb/task_group.h>

#include "core/formats/pickle/chunk_supply.h"
#include "core/formats/pickle/snapshot_assembly.h"
#include "core/formats/pickle/snapshot_integers.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxFrames = 1024;  // of a stack
constexpr std::size_t kMaxStreams = std::numeric_limits<StreamIndex>::max();

}  // namespace

void SnapshotAssembly::addEvents(PickleValue list, std::int32_t number) {
    const std::size_t length = m_heap.listLength(list);
    if (length == 0 || !isNewList(list)) {
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
        const auto row = newRow(item, SnapshotShape::Event, SnapshotIssueKind::MalformedEvent);
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
    const auto action = actionOf(cell(row, EventColumn::Action));
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
    m_history.hasTimes = m_history.hasTimes && time.is(PickleValue::Kind::Int);
    if (event.timeUs < 0 || event.timeUs > kMaxSnapshotTimeUs) {
        m_history.issues.record(SnapshotIssueKind::MalformedEvent);
        return std::nullopt;
    }
    event.address = static_cast<std::uint64_t>(address.value_or(0));
    event.size = size.value_or(0);
    event.stream = streamOf(cell(row, EventColumn::Stream));
    event.stack = stackOf(cell(row, EventColumn::Frames));
    event.action = *action;
    return event;
}

StreamIndex SnapshotAssembly::streamOf(PickleValue value) {
    const std::int64_t stream = integerOf(value).value_or(0);
    const auto [at, isNew] =
        m_streams.try_emplace(stream, static_cast<StreamIndex>(m_history.streams.size()));
    if (isNew && m_history.streams.size() < kMaxStreams) {
        m_history.streams.push_back(stream);
    } else if (isNew) {
        at->second = 0;
    }
    return at->second;
}

StackId SnapshotAssembly::stackOf(PickleValue frames) {
    if (!frames.is(PickleValue::Kind::List)) {
        return {};
    }
    StackId& known = m_stackOfList[frames.index()];
    if (!known.isValid()) {
        m_frameScratch.clear();
        m_heap.forEachItem(frames, [&](PickleValue item) {
            if (const FrameId frame = frameOf(item);
                frame.isValid() && m_frameScratch.size() < kMaxFrames) {
                m_frameScratch.push_back(frame);
            }
        });
        known = m_history.stacks.internStack(m_frameScratch);
    }
    return known;
}

FrameId SnapshotAssembly::frameOf(PickleValue frame) {
    const auto row = m_heap.rowOf(frame);
    if (!row || row->shape != static_cast<std::size_t>(SnapshotShape::Frame)) {
        return {};
    }
    if (m_frameOfRow.size() <= row->row) {
        m_frameOfRow.resize(std::max(row->row + 1, 2 * m_frameOfRow.size()));
    }
    FrameId& known = m_frameOfRow[row->row];
    if (!known.isValid()) {
        known = m_history.stacks.internFrame(m_heap.text(cell(*row, FrameColumn::File)),
                                             m_heap.text(cell(*row, FrameColumn::Name)),
                                             int32Of(cell(*row, FrameColumn::Line), 0));
    }
    return known;
}

std::optional<AllocatorAction> SnapshotAssembly::actionOf(PickleValue value) {
    if (!value.is(PickleValue::Kind::Text)) {
        return std::nullopt;
    }
    constexpr std::uint8_t kUnseen = 0xff;
    constexpr auto kActions = static_cast<std::uint8_t>(AllocatorAction::Count_);
    if (m_actionOfText.size() <= value.index()) {
        m_actionOfText.resize(value.index() + 1, kUnseen);
    }
    std::uint8_t& known = m_actionOfText[value.index()];
    if (known == kUnseen) {
        known = 0;
        while (known < kActions &&
               allocatorActionName(static_cast<AllocatorAction>(known)) != m_heap.text(value)) {
            ++known;
        }
    }
    return known < kActions ? std::optional(static_cast<AllocatorAction>(known)) : std::nullopt;
}

}  // namespace gaplight
