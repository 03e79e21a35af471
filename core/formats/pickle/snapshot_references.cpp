// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_references.h"

#include <algorithm>
#include <limits>

#include "core/formats/pickle/snapshot_integers.h"
#include "core/formats/pickle/snapshot_shapes.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxFrames = 1024;  // of a stack
constexpr std::size_t kMaxStreams = std::numeric_limits<StreamIndex>::max();

constexpr std::size_t columnOf(FrameColumn column) {
    return static_cast<std::size_t>(column);
}

}  // namespace

StreamIndex SnapshotReferences::streamOf(PickleValue value) {
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

StackId SnapshotReferences::stackOf(PickleValue frames) {
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

FrameId SnapshotReferences::frameOf(PickleValue frame) {
    const auto row = m_heap.rowOf(frame);
    if (!row || row->shape != static_cast<std::size_t>(SnapshotShape::Frame)) {
        return {};
    }
    if (m_frameOfRow.size() <= row->row) {
        m_frameOfRow.resize(std::max(row->row + 1, 2 * m_frameOfRow.size()));
    }
    FrameId& known = m_frameOfRow[row->row];
    if (!known.isValid()) {
        known = m_history.stacks.internFrame(
            m_heap.text(m_heap.cell(*row, columnOf(FrameColumn::File))),
            m_heap.text(m_heap.cell(*row, columnOf(FrameColumn::Name))),
            int32Of(m_heap.cell(*row, columnOf(FrameColumn::Line)), 0));
    }
    return known;
}

std::optional<AllocatorAction> SnapshotReferences::actionOf(PickleValue name) {
    if (!name.is(PickleValue::Kind::Text)) {
        return std::nullopt;
    }
    constexpr std::uint8_t kUnseen = 0xff;
    constexpr auto kActions = static_cast<std::uint8_t>(AllocatorAction::Count_);
    if (m_actionOfText.size() <= name.index()) {
        m_actionOfText.resize(name.index() + 1, kUnseen);
    }
    std::uint8_t& known = m_actionOfText[name.index()];
    if (known == kUnseen) {
        known = 0;
        while (known < kActions &&
               allocatorActionName(static_cast<AllocatorAction>(known)) != m_heap.text(name)) {
            ++known;
        }
    }
    return known < kActions ? std::optional(static_cast<AllocatorAction>(known)) : std::nullopt;
}

}  // namespace gaplight
