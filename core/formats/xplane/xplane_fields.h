// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight {

// Field numbers of openxla/xla, third_party/tsl/tsl/profiler/protobuf/xplane.proto (2026).
enum class SpaceField : std::uint32_t { Planes = 1, Errors = 2, Warnings = 3, HostNames = 4 };
enum class PlaneField : std::uint32_t {
    Id = 1,
    Name = 2,
    Lines = 3,
    EventMetadata = 4,  // of maps: entries with key 1 and value 2
    StatMetadata = 5,
    Stats = 6,
};
enum class MapEntryField : std::uint32_t { Key = 1, Value = 2 };
enum class LineField : std::uint32_t {
    Id = 1,
    Name = 2,
    TimestampNs = 3,
    Events = 4,
    DisplayName = 11,
};
enum class XEventField : std::uint32_t {
    MetadataId = 1,
    OffsetPs = 2,
    DurationPs = 3,
    Stats = 4,
    Occurrences = 5,
};
enum class StatField : std::uint32_t {
    MetadataId = 1,
    Double = 2,
    Uint64 = 3,
    Int64 = 4,
    String = 5,
    Bytes = 6,
    Reference = 7,
};
// XEventMetadata and XStatMetadata begin alike.
enum class MetadataField : std::uint32_t { Id = 1, Name = 2, DisplayName = 4, Stats = 5 };

}  // namespace gaplight
