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

#include "core/base/id_hash.h"
#include "core/trace/event_details.h"

namespace gaplight {

// A named value of an event, a kind of event, or a plane.
struct XplaneStat {
    std::string_view name;
    std::variant<std::monostate, double, std::uint64_t, std::int64_t, std::string_view> value;

    [[nodiscard]] std::optional<std::int64_t> integer() const;  // also of a text that is one
    [[nodiscard]] std::string_view text() const;                // empty for numbers
    [[nodiscard]] std::string display() const;
};

// Names in one plane: events and stats have them by number. Kept after loading, since the args of
// an event need them.
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
    [[nodiscard]] const EventKind* findEvent(std::int64_t id) const;
    // The texts of the result are views into `message` and into this object.
    [[nodiscard]] XplaneStat readStat(std::string_view message) const;

private:
    void readStatNames(std::string_view plane);
    void readEventKind(std::string_view message);

    std::unordered_map<std::int64_t, std::string, IdHash> m_statNames;
    std::unordered_map<std::int64_t, EventKind, IdHash> m_events;
};

}  // namespace gaplight
