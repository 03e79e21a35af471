// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tbb/task_group.h>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/pickle/chunked_column.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/pickle_machine.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMaxSnapshotBytes = std::int64_t{1} << 50U;  // of one block: 1 PiB
constexpr std::int64_t kMaxSnapshotTimeUs = 9'000'000'000'000'000;  // the year 2255

// Empty for a value of another kind and for integers beyond 60 bits.
std::optional<std::int64_t> integerOf(PickleValue value) {
    return value.is(PickleValue::Kind::Int) ? std::optional(value.payload()) : std::nullopt;
}

// Whether a number can be a size in bytes.
bool isSize(const std::optional<std::int64_t>& size) {
    return size && *size >= 0 && *size <= kMaxSnapshotBytes;
}

// `otherwise` where it is no integer from 0 to 2^31 - 1.
std::int32_t int32Of(PickleValue value, std::int32_t otherwise) {
    const auto number = integerOf(value);
    return number && *number >= 0 && *number <= std::numeric_limits<std::int32_t>::max()
               ? static_cast<std::int32_t>(*number)
               : otherwise;
}

// The dicts of a memory snapshot, as PyTorch 2.0 to 2.11 write them, and the columns of each.
enum class SnapshotShape : std::uint8_t { Event, Frame, Segment, Block, Annotation };

enum class EventColumn : std::uint8_t { Action, Address, Size, Stream, Time, Frames };

enum class FrameColumn : std::uint8_t { File, Name, Line };

enum class SegmentColumn : std::uint8_t { Address, Size, Stream, Pool, Device, Blocks, Expandable };

enum class BlockColumn : std::uint8_t { Address, Size, Requested, State, Frames };

enum class AnnotationColumn : std::uint8_t { Stage, Name, Device, Time };

// In the order of SnapshotShape.
std::span<const PickleShape> snapshotShapes() {
    using Column = PickleShape::Column;
    // An oom event has device_free, the bytes that the driver had left, in place of an address.
    static constexpr std::array kEvent{
        Column{"action", 0}, Column{"addr", 1},    Column{"device_free", 1}, Column{"size", 2},
        Column{"stream", 3}, Column{"time_us", 4}, Column{"frames", 5}};
    static constexpr std::array kFrame{Column{"filename", 0}, Column{"name", 1}, Column{"line", 2}};
    static constexpr std::array kSegment{Column{"address", 0},      Column{"total_size", 1},
                                         Column{"stream", 2},       Column{"segment_type", 3},
                                         Column{"device", 4},       Column{"blocks", 5},
                                         Column{"is_expandable", 6}};
    static constexpr std::array kBlock{Column{"address", 0}, Column{"size", 1},
                                       Column{"requested_size", 2}, Column{"state", 3},
                                       Column{"frames", 4}};
    static constexpr std::array kAnnotation{Column{"stage", 0}, Column{"name", 1},
                                            Column{"device", 2}, Column{"time_us", 3}};
    static constexpr std::array kShapes{
        PickleShape{"action", 6, kEvent}, PickleShape{"filename", 3, kFrame},
        PickleShape{"total_size", 7, kSegment}, PickleShape{"state", 5, kBlock},
        PickleShape{"stage", 4, kAnnotation}};
    return kShapes;
}

// The dicts and lists of a snapshot that have been read. The pickle may refer to one object in
// several places; it is read at the first.
class SnapshotObjects {
public:
    // Adds an issue to `history` for each object of an unexpected form.
    SnapshotObjects(const PickleHeap& heap, AllocatorHistory& history);

    // The row of a dict of this shape; empty if it is none, or was taken before.
    [[nodiscard]] std::optional<PickleRow> takeRow(PickleValue value, SnapshotShape shape,
                                                   SnapshotIssueKind ifOther);
    // Whether the value is a list that was not taken before.
    [[nodiscard]] bool takeList(PickleValue value);

private:
    const PickleHeap& m_heap;
    AllocatorHistory& m_history;
    std::vector<bool> m_takenLists;
    std::vector<std::vector<bool>> m_takenRows;  // by shape
};

SnapshotObjects::SnapshotObjects(const PickleHeap& heap, AllocatorHistory& history)
    : m_heap(heap),
      m_history(history),
      m_takenLists(heap.lists()),
      m_takenRows(snapshotShapes().size()) {}

std::optional<PickleRow> SnapshotObjects::takeRow(PickleValue value, SnapshotShape shape,
                                                  SnapshotIssueKind ifOther) {
    const auto row = m_heap.rowOf(value);
    if (!row || row->shape != static_cast<std::size_t>(shape)) {
        m_history.issues.record(ifOther);
        return std::nullopt;
    }
    std::vector<bool>& taken = m_takenRows[row->shape];
    if (taken.size() <= row->row) {
        taken.resize(std::max(row->row + 1, 2 * taken.size()));
    }
    if (taken[row->row]) {
        m_history.issues.record(SnapshotIssueKind::RepeatedObject);
        return std::nullopt;
    }
    taken[row->row] = true;
    return row;
}

bool SnapshotObjects::takeList(PickleValue value) {
    if (!value.is(PickleValue::Kind::List)) {
        return false;
    }
    if (m_takenLists[value.index()]) {
        m_history.issues.record(SnapshotIssueKind::RepeatedObject);
        return false;
    }
    m_takenLists[value.index()] = true;
    return true;
}

// Converts what blocks and events refer to: streams, stacks of frames, names of actions. Many refer
// to the same object, which is converted once: O(objects).
class SnapshotReferences {
public:
    // Adds streams and stacks to `history`.
    SnapshotReferences(const PickleHeap& heap, AllocatorHistory& history)
        : m_heap(heap), m_history(history), m_stackOfList(heap.lists()) {}

    [[nodiscard]] StreamIndex streamOf(PickleValue value);
    // Of a list of frames, innermost first; invalid for another value.
    [[nodiscard]] StackId stackOf(PickleValue frames);
    // Empty for a name that no action has.
    [[nodiscard]] std::optional<AllocatorAction> actionOf(PickleValue name);

private:
    [[nodiscard]] FrameId frameOf(PickleValue frame);

    const PickleHeap& m_heap;
    AllocatorHistory& m_history;
    std::unordered_map<std::int64_t, StreamIndex, IdHash> m_streams;
    std::vector<StackId> m_stackOfList;  // valid: known
    std::vector<FrameId> m_frameOfRow;
    std::vector<std::uint8_t> m_actionOfText;
    std::vector<FrameId> m_frameScratch;
};

constexpr std::size_t kMaxFrames = 1024;  // of a stack
constexpr std::size_t kMaxStreams = std::numeric_limits<StreamIndex>::max();

constexpr std::size_t columnOf(FrameColumn column) {
    return static_cast<std::size_t>(column);
}

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

// Makes the history from the objects of a pickle: segments with their blocks, events, annotations.
// O(objects).
class SnapshotAssembly {
public:
    explicit SnapshotAssembly(const PickleHeap& heap) : m_heap(heap) {}
    // Its parts refer to its history.
    SnapshotAssembly(const SnapshotAssembly&) = delete;
    SnapshotAssembly& operator=(const SnapshotAssembly&) = delete;
    SnapshotAssembly(SnapshotAssembly&&) = delete;
    SnapshotAssembly& operator=(SnapshotAssembly&&) = delete;
    ~SnapshotAssembly() = default;

    // `root`: a dict with "segments" and "device_traces", or a list of segments
    // (torch.cuda.memory_snapshot()). Errors: NotATrace.
    [[nodiscard]] Result<AllocatorHistory> assemble(PickleValue root);

private:
    template <class Column>
    PickleValue cell(PickleRow row, Column column) const {
        return m_heap.cell(row, static_cast<std::size_t>(column));
    }

    // Adds a size to the sum of all sizes; false, without adding it, from 2^55 bytes (36 PB) on.
    [[nodiscard]] bool addBytes(std::int64_t size) {
        m_bytes += size;
        if (m_bytes > kMaxBytesTogether) {
            m_bytes -= size;
            return false;
        }
        return true;
    }
    void addSegments(PickleValue list);
    void addSegment(PickleRow row);
    void addBlocks(PickleValue list, AllocatorSegment& segment);
    void addEvents(PickleValue list, std::int32_t device);
    [[nodiscard]] std::optional<AllocatorEvent> eventOf(PickleRow row, std::int64_t position);
    void addAnnotations(PickleValue list);
    void addAnnotationMark(PickleRow row);
    void sortParts();

    [[nodiscard]] DeviceHistory& device(std::int32_t number);

    static constexpr std::int64_t kMaxBytesTogether = std::int64_t{1} << 55U;

    const PickleHeap& m_heap;
    std::int64_t m_bytes = 0;
    AllocatorHistory m_history;
    SnapshotObjects m_objects{m_heap, m_history};
    SnapshotReferences m_references{m_heap, m_history};
    std::map<std::int32_t, DeviceHistory> m_devices;
    std::map<std::pair<std::int32_t, std::size_t>, std::vector<std::size_t>> m_openAnnotations;
};

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

}  // namespace

bool sniffPickle(std::string_view head) {
    return head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

Result<AllocatorHistory> readSnapshotPickle(std::string head, ByteSource& source,
                                            const SnapshotReadOptions& options) {
    ChunkSupply supply;
    PickleHeap heap(snapshotShapes(), supply);
    PickleBytes bytes(std::move(head), source);
    // The machine's memo and stack are not needed to assemble the history.
    const PickleRoot root = TRY([&] {
        PickleMachine machine(bytes, heap, supply);
        machine.setProgress([&](std::uint64_t /*position*/) {
            if (options.onProgress) {
                options.onProgress(source.consumedBytes(), source.totalBytes());
            }
            return !options.stop.stop_requested();
        });
        return machine.run();
    }());
    Result<AllocatorHistory> history = SnapshotAssembly(heap).assemble(root.value);
    if (history && root.isTruncated) {
        history->issues.record(SnapshotIssueKind::Truncated);
    }
    if (history && !source.issues().empty()) {
        history->issues.record(SnapshotIssueKind::DamagedContainer);
    }
    return history;
}

}  // namespace gaplight
