// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/saved_view.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/time.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::array<const char*, static_cast<std::size_t>(NoteColor::Count_)> kColors{
    "blue", "green", "yellow", "red", "purple"};

// Times as they are in the file.
class Clock {
public:
    explicit Clock(const Trace& trace) : m_begin(trace.range().begin) {}

    void write(TimeRange range, Json& into) const {
        into["begin_ns"] = ns(range.begin - m_begin);
        into["end_ns"] = ns(range.end - m_begin);
    }
    // Empty where there is none, one that ends before it begins, or one outside the times that a
    // trace can have.
    std::optional<TimeRange> read(const Json& from) const {
        const std::optional<Time> begin = timeOf(from, "begin_ns");
        const std::optional<Time> end = timeOf(from, "end_ns");
        return !begin || !end || *end < *begin ? std::nullopt
                                               : std::optional(TimeRange{*begin, *end});
    }

    void write(Time time, const char* key, Json& into) const { into[key] = ns(time - m_begin); }
    // Empty where there is none, or one outside the times that a trace can have.
    std::optional<Time> timeOf(const Json& from, const char* key) const {
        const auto found = from.find(key);
        std::int64_t time = 0;
        if (found == from.end() || !found->is_number_integer() ||
            __builtin_add_overflow(ns(m_begin), found->get<std::int64_t>(), &time) ||
            time <= -kTimeLimitNs || time >= kTimeLimitNs) {
            return std::nullopt;
        }
        return timeFromNs(time);
    }

private:
    Time m_begin;
};

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json placeJson(const Clock& clock, const SavedPlace& place) {
    Json json = Json::object();
    clock.write(place.range, json);
    json["scroll_y"] = place.scrollY;
    return json;
}

std::optional<SavedPlace> placeOf(const Clock& clock, const Json& json) {
    if (!json.is_object()) {
        return std::nullopt;
    }
    const auto range = clock.read(json);
    if (!range || range->length() <= Duration{}) {
        return std::nullopt;
    }
    SavedPlace place{*range, 0};
    if (const auto scroll = json.find("scroll_y"); scroll != json.end() && scroll->is_number()) {
        place.scrollY = scroll->get<double>();
    }
    return place;
}

constexpr std::array<const char*, 2> kCursorKeys{"a_ns", "b_ns"};

Json cursorsJson(const Clock& clock, const SavedView& view) {
    Json json = Json::object();
    for (std::size_t i = 0; i < kCursorKeys.size(); ++i) {
        if (view.cursors[i]) {
            clock.write(*view.cursors[i], kCursorKeys[i], json);
        }
    }
    return json;
}

Json noteJson(const Trace& trace, const Clock& clock, const Note& note) {
    Json json = Json::object();
    clock.write(note.range, json);
    json["text"] = note.text;
    json["color"] = kColors[static_cast<std::size_t>(note.color)];
    if (note.slice.isValid()) {
        json["slice"] = {{"name", std::string(trace.name(note.slice))},
                         {"track", trackKey(trace, trace.trackOf(note.slice))}};
    }
    return json;
}

std::optional<Note> noteOf(const Trace& trace, const Clock& clock, const Json& json) {
    if (!json.is_object()) {
        return std::nullopt;
    }
    const auto range = clock.read(json);
    if (!range) {
        return std::nullopt;
    }
    Note note{*range, {}, textOf(json, "text"), NoteColor::Blue};
    const auto color = std::find(kColors.begin(), kColors.end(), textOf(json, "color"));
    if (color != kColors.end()) {
        note.color = static_cast<NoteColor>(color - kColors.begin());
    }
    if (const auto slice = json.find("slice"); slice != json.end() && slice->is_object()) {
        note.slice =
            findSlice(trace, {textOf(*slice, "name"), textOf(*slice, "track"), note.range});
    }
    return note;
}

std::vector<std::string> textsOf(const Json& object, const char* key) {
    std::vector<std::string> texts;
    const auto found = object.find(key);
    if (found != object.end() && found->is_array()) {
        for (const Json& entry : *found) {
            if (entry.is_string()) {
                texts.push_back(entry.get<std::string>());
            }
        }
    }
    return texts;
}

std::uint16_t pinnedRowsOf(const Json& object) {
    const auto found = object.find("most_pinned_rows");
    const bool isThere = found != object.end() && found->is_number_unsigned();
    return static_cast<std::uint16_t>(
        isThere ? std::min<std::uint64_t>(found->get<std::uint64_t>(), 4096) : 0);
}

constexpr std::size_t kMaxSearches = 64;

Json searchesJson(const std::vector<SavedSearch>& searches) {
    Json json = Json::array();
    for (const SavedSearch& search : searches) {
        json.push_back(
            {{"query", search.query}, {"regex", search.isRegex}, {"arg_keys", search.argKeys}});
    }
    return json;
}

std::vector<SavedSearch> searchesOf(const Json& json) {
    std::vector<SavedSearch> searches;
    const auto flag = [](const Json& entry, const char* key) {
        const auto found = entry.find(key);
        return found != entry.end() && found->is_boolean() && found->get<bool>();
    };
    for (const Json& entry : json) {
        const std::string query = entry.is_object() ? textOf(entry, "query") : std::string();
        if (!query.empty() && searches.size() < kMaxSearches) {
            searches.push_back({query, flag(entry, "regex"), flag(entry, "arg_keys")});
        }
    }
    return searches;
}

// In the order of TrackGrouping and TrackSort.
constexpr std::array<std::string_view, 3> kGroupings{"process", "name", "none"};
constexpr std::array<std::string_view, 5> kSorts{"usual", "name", "busy_time", "first_event",
                                                 "hand"};

template <typename Choice, std::size_t kCount>
Choice choiceOf(const Json& object, const char* key,
                const std::array<std::string_view, kCount>& names) {
    const auto found = std::ranges::find(names, textOf(object, key));
    return found == names.end() ? Choice() : static_cast<Choice>(found - names.begin());
}

Json tracksJson(const TrackArrangement& tracks) {
    return {{"order", tracks.order},
            {"pinned", tracks.pinned},
            {"hidden", tracks.hidden},
            {"collapsed", tracks.collapsed},
            {"folded", tracks.folded},
            {"shown", tracks.shown},
            {"expanded", tracks.expanded},
            {"all_rows", tracks.allRows},
            {"most_pinned_rows", tracks.maxPinnedRows},
            {"grouping", kGroupings[static_cast<std::size_t>(tracks.grouping)]},
            {"sort", kSorts[static_cast<std::size_t>(tracks.sort)]}};
}

}  // namespace

SliceId findSlice(const Trace& trace, const SliceTraits& traits) {
    const SliceTable& slices = trace.slices();
    for (std::size_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (track.sliceCount == 0 || trackKey(trace, TrackId(t)) != traits.track) {
            continue;
        }
        const auto starts = slices.starts().subspan(track.firstSlice.index(), track.sliceCount);
        const auto first = std::lower_bound(starts.begin(), starts.end(), traits.range.begin);
        for (auto at = first; at != starts.end() && *at == traits.range.begin; ++at) {
            const SliceId slice(track.firstSlice.index() +
                                static_cast<std::size_t>(at - starts.begin()));
            if (slices.end(slice) == traits.range.end && trace.name(slice) == traits.name) {
                return slice;
            }
        }
    }
    return {};
}

std::string savedViewText(const Trace& trace, const SavedView& view) {
    const Clock clock(trace);
    Json json;
    json["gaplight_view"] = kVersion;
    json["notes"] = Json::array();
    for (const Note& note : view.notes) {
        json["notes"].push_back(noteJson(trace, clock, note));
    }
    json["bookmarks"] = Json::object();
    for (std::size_t i = 0; i < SavedView::kBookmarks; ++i) {
        if (view.bookmarks[i]) {
            json["bookmarks"][std::to_string(i + 1)] = placeJson(clock, *view.bookmarks[i]);
        }
    }
    json["view"] = view.place ? placeJson(clock, *view.place) : Json();
    json["cursors"] = cursorsJson(clock, view);
    json["tracks"] = tracksJson(view.tracks);
    json["searches"] = searchesJson(view.searches);
    // Names from a trace may be no UTF-8.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SavedView> parseSavedView(const Trace& trace, std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    const auto version = json.is_object() ? json.find("gaplight_view") : json.end();
    if (!json.is_object() || version == json.end() || !version->is_number_integer()) {
        return fail(ErrorCode::BadArgument,
                    "expected a JSON object with a \"gaplight_view\" version in it");
    }
    if (version->get<std::int64_t>() != kVersion) {
        return fail(ErrorCode::BadArgument,
                    "it is of version " + std::to_string(version->get<std::int64_t>()) +
                        ", and this program reads version " + std::to_string(kVersion) +
                        "; open it with the newer Gaplight that wrote it");
    }
    const Clock clock(trace);
    SavedView view;
    if (const auto notes = json.find("notes"); notes != json.end() && notes->is_array()) {
        for (const Json& entry : *notes) {
            if (auto note = noteOf(trace, clock, entry)) {
                view.notes.push_back(std::move(*note));
            }
        }
    }
    std::stable_sort(view.notes.begin(), view.notes.end(),
                     [](const Note& a, const Note& b) { return a.range.begin < b.range.begin; });
    const Json bookmarks = json.value("bookmarks", Json::object());
    for (std::size_t i = 0; i < SavedView::kBookmarks && bookmarks.is_object(); ++i) {
        if (const auto found = bookmarks.find(std::to_string(i + 1)); found != bookmarks.end()) {
            view.bookmarks[i] = placeOf(clock, *found);
        }
    }
    if (const auto place = json.find("view"); place != json.end()) {
        view.place = placeOf(clock, *place);
    }
    if (const auto cursors = json.find("cursors"); cursors != json.end() && cursors->is_object()) {
        for (std::size_t i = 0; i < kCursorKeys.size(); ++i) {
            view.cursors[i] = clock.timeOf(*cursors, kCursorKeys[i]);
        }
    }
    if (const auto tracks = json.find("tracks"); tracks != json.end() && tracks->is_object()) {
        view.tracks = {textsOf(*tracks, "order"),
                       textsOf(*tracks, "pinned"),
                       textsOf(*tracks, "hidden"),
                       textsOf(*tracks, "collapsed"),
                       textsOf(*tracks, "folded"),
                       textsOf(*tracks, "shown"),
                       textsOf(*tracks, "expanded"),
                       textsOf(*tracks, "all_rows"),
                       pinnedRowsOf(*tracks),
                       choiceOf<TrackGrouping>(*tracks, "grouping", kGroupings),
                       choiceOf<TrackSort>(*tracks, "sort", kSorts)};
    }
    if (const auto searches = json.find("searches");
        searches != json.end() && searches->is_array()) {
        view.searches = searchesOf(*searches);
    }
    return view;
}

}  // namespace gaplight
