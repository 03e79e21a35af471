// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/base/id.h"
#include "core/trace/event_details.h"

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

// A named value of an event, a kind of event, or a plane.
struct XplaneStat {
    std::string_view name;
    std::variant<std::monostate, double, std::uint64_t, std::int64_t, std::string_view> value;

    std::optional<std::int64_t> integer() const;  // also of a text that is one
    std::string_view text() const;                // empty for numbers
    std::string display() const;
};

// Names in one plane: events and stats refer to them by number. Kept after loading, since the args
// of an event need them.
class XplaneTexts {
public:
    struct EventKind {
        std::string name;        // for display
        std::string longName;    // empty: the same
        std::vector<Arg> stats;  // of all events of the kind
    };

    // Reads the metadata of an XPlane message. Throws protozero::exception (also below).
    void read(std::string_view plane);

    // Null where the plane has no such kind.
    const EventKind* findEvent(std::int64_t id) const;
    // The texts of the result are views into `message` and into this object.
    XplaneStat readStat(std::string_view message) const;

private:
    void readStatNames(std::string_view plane);
    void readEventKind(std::string_view message);

    std::unordered_map<std::int64_t, std::string, IdHash> m_statNames;
    std::unordered_map<std::int64_t, EventKind, IdHash> m_events;
};

}  // namespace gaplight
