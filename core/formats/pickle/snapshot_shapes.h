// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/formats/pickle/pickle_heap.h"

namespace gaplight {

// The dicts of a memory snapshot, as PyTorch 2.0 to 2.11 write them, and the columns of each.
enum class SnapshotShape : std::uint8_t { Event, Frame, Segment, Block, Annotation };

enum class EventColumn : std::uint8_t { Action, Address, Size, Stream, Time, Frames };
enum class FrameColumn : std::uint8_t { File, Name, Line };
enum class SegmentColumn : std::uint8_t { Address, Size, Stream, Pool, Device, Blocks, Expandable };
enum class BlockColumn : std::uint8_t { Address, Size, Requested, State, Frames };
enum class AnnotationColumn : std::uint8_t { Stage, Name, Device, Time };

// In the order of SnapshotShape.
[[nodiscard]] inline std::span<const PickleShape> snapshotShapes() {
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

}  // namespace gaplight
