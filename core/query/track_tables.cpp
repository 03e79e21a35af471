// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/digit_run.h"
#include "core/query/query_table.h"
#include "core/report/facts/track_facts.h"

namespace gaplight {
namespace {

// Texts of the file as numbers; NULL where they are none.
QueryValue numberOfText(std::string_view text) {
    return optionalValue(parseNumber<std::int64_t>(text));
}

template <std::span<const TrackId> (*Some)(const QueryData&)>
TrackId trackIn(const QueryRow& row) {
    return Some(row.data)[row.index];
}
const Track& trackAt(const QueryRow& row, TrackId id) {
    return row.data.trace().tracks()[id.index()];
}
std::span<const TrackId> threadsIn(const QueryData& data) {
    return data.threads();
}
std::span<const TrackId> asyncTracksIn(const QueryData& data) {
    return data.asyncTracks();
}

template <std::span<const TrackId> (*Some)(const QueryData&)>
QueryTable tableOfTracks(std::string_view name, std::string_view description,
                         std::vector<QueryColumn> columns) {
    return {name, description, std::move(columns),
            [](const QueryData& data) { return Some(data).size(); },
            [](const QueryData& data, const QueryBounds& bounds) -> std::vector<RowRange> {
                const QueryInterval& track = boundOf(bounds, QueryKey::Track);
                const std::span<const TrackId> some = Some(data);
                const auto rowOf = [&](std::int64_t id) {
                    return static_cast<std::size_t>(
                        std::ranges::lower_bound(
                            some, id, {}, [](TrackId one) { return std::int64_t{one.value}; }) -
                        some.begin());
                };
                const std::size_t first = rowOf(track.low);
                return {{first, std::max(first, track.high > std::int64_t{UINT32_MAX}
                                                    ? some.size()
                                                    : rowOf(track.high + 1))}};
            }};
}

QueryValue upidOf(const QueryRow& row, TrackId track) {
    return idValue(trackAt(row, track).process);
}

QueryTable threadTable() {
    return tableOfTracks<threadsIn>(
        "thread", "threads of hosts, and streams of GPUs",
        {{"utid", Unit::Number, "the thread's number; the same as that of its track",
          [](const QueryRow& r) { return idValue(trackIn<threadsIn>(r)); }, QueryKey::Track},
         {"id", Unit::Number, "the same",
          [](const QueryRow& r) { return idValue(trackIn<threadsIn>(r)); }, QueryKey::Track, true},
         {"tid", Unit::Number, "thread id of the file; NULL: no number",
          [](const QueryRow& r) {
              return numberOfText(r.data.trace().text(trackAt(r, trackIn<threadsIn>(r)).tid));
          }},
         {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) { return trackAt(r, trackIn<threadsIn>(r)).name; }},
         {"upid", Unit::Number, "its process: process.upid",
          [](const QueryRow& r) { return upidOf(r, trackIn<threadsIn>(r)); }},
         {"is_main_thread", Unit::Number, "1: its id is that of the process",
          [](const QueryRow& r) {
              const Track& track = trackAt(r, trackIn<threadsIn>(r));
              const StringId pid = r.data.trace().processes()[track.process.index()].pid;
              return countValue(int{pid == track.tid});
          }},
         {"gpu", Unit::Number, "of a stream: number of the GPU",
          [](const QueryRow& r) {
              const Track& track = trackAt(r, trackIn<threadsIn>(r));
              return track.gpu ? recordedValue(track.gpu->device) : QueryValue();
          }},
         {"stream", Unit::Number, "of a stream: its number", [](const QueryRow& r) {
              const Track& track = trackAt(r, trackIn<threadsIn>(r));
              return track.stream ? countValue(*track.stream) : QueryValue();
          }}});
}

QueryTable processTable() {
    return {"process",
            "processes, and what a file shows as one: a GPU",
            {{"upid", Unit::Number, "the process's number",
              [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
             {"id", Unit::Number, "the same", [](const QueryRow& r) { return countValue(r.index); },
              QueryKey::Row, true},
             {"pid", Unit::Number, "process id of the file; NULL: no number",
              [](const QueryRow& r) {
                  return numberOfText(r.data.trace().text(r.data.trace().processes()[r.index].pid));
              }},
             {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
              [](const QueryRow& r) { return r.data.trace().processes()[r.index].name; }},
             {"labels", Unit::Text, "labels as in the file: \"CPU\", \"GPU 0\"", nullptr,
              QueryKey::None, false,
              [](const QueryRow& r) { return r.data.trace().processes()[r.index].labels; }},
             {"source", Unit::Number, "the file, of a trace of several",
              [](const QueryRow& r) {
                  return countValue(r.data.trace().processes()[r.index].source.value);
              }}},
            [](const QueryData& data) { return data.trace().processes().size(); }};
}

std::size_t trackCountOf(const QueryData& data) {
    return data.trace().tracks().size();
}

// Of the tracks first, then of the counters.
const CounterSeries* counterOf(const QueryRow& row) {
    const std::size_t tracks = trackCountOf(row.data);
    return row.index < tracks ? nullptr : &row.data.trace().counterSeries()[row.index - tracks];
}

QueryTable trackTable() {
    return {
        "track",
        "every track: threads, streams, async operations, counters",
        {{"id", Unit::Number, "the track's number",
          [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
         {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) {
              const CounterSeries* counter = counterOf(r);
              return counter != nullptr ? counter->name : r.data.trace().tracks()[r.index].name;
          }},
         {"type", Unit::Text, "thread_track, process_track or counter_track",
          [](const QueryRow& r) {
              return QueryValue(std::string_view(
                  counterOf(r) != nullptr                                     ? "counter_track"
                  : r.data.trace().tracks()[r.index].kind == TrackKind::Async ? "process_track"
                                                                              : "thread_track"));
          }},
         {"kind", Unit::Text, "thread, stream, async or counter",
          [](const QueryRow& r) {
              return QueryValue(counterOf(r) != nullptr
                                    ? std::string_view("counter")
                                    : trackKindName(r.data.trace().tracks()[r.index].kind));
          }},
         {"upid", Unit::Number, "its process",
          [](const QueryRow& r) {
              const CounterSeries* counter = counterOf(r);
              return idValue(counter != nullptr ? counter->process
                                                : r.data.trace().tracks()[r.index].process);
          }},
         {"title", Unit::Text, "as the window names it",
          [](const QueryRow& r) {
              const CounterSeries* counter = counterOf(r);
              return QueryValue(counter != nullptr
                                    ? counterTitle(r.data.trace(), *counter)
                                    : trackTitle(r.data.trace(), r.data.trace().tracks()[r.index]));
          }}},
        [](const QueryData& data) {
            return trackCountOf(data) + data.trace().counterSeries().size();
        }};
}

QueryTable threadTrackTable() {
    return tableOfTracks<threadsIn>(
        "thread_track", "tracks of threads and streams",
        {{"id", Unit::Number, "slice.track_id",
          [](const QueryRow& r) { return idValue(trackIn<threadsIn>(r)); }, QueryKey::Track},
         {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) { return trackAt(r, trackIn<threadsIn>(r)).name; }},
         {"type", Unit::Text, "always thread_track",
          [](const QueryRow& /*row*/) { return QueryValue(std::string_view("thread_track")); }},
         {"utid", Unit::Number, "its thread: thread.utid",
          [](const QueryRow& r) { return idValue(trackIn<threadsIn>(r)); }, QueryKey::Track}});
}

QueryTable processTrackTable() {
    return tableOfTracks<asyncTracksIn>(
        "process_track", "tracks of async operations",
        {{"id", Unit::Number, "slice.track_id",
          [](const QueryRow& r) { return idValue(trackIn<asyncTracksIn>(r)); }, QueryKey::Track},
         {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) { return trackAt(r, trackIn<asyncTracksIn>(r)).name; }},
         {"type", Unit::Text, "always process_track",
          [](const QueryRow& /*row*/) { return QueryValue(std::string_view("process_track")); }},
         {"upid", Unit::Number, "its process: process.upid",
          [](const QueryRow& r) { return upidOf(r, trackIn<asyncTracksIn>(r)); }}});
}

QueryTable counterTrackTable(std::string_view name) {
    return {name,
            "tracks of counters",
            {{"id", Unit::Number, "counter.track_id",
              [](const QueryRow& r) { return countValue(trackCountOf(r.data) + r.index); }},
             {"name", Unit::Text, "name of the counter", nullptr, QueryKey::None, false,
              [](const QueryRow& r) { return r.data.trace().counterSeries()[r.index].name; }},
             {"series", Unit::Text, "key of the value among the counter's args", nullptr,
              QueryKey::None, false,
              [](const QueryRow& r) { return r.data.trace().counterSeries()[r.index].series; }},
             {"upid", Unit::Number, "its process: process.upid",
              [](const QueryRow& r) {
                  return idValue(r.data.trace().counterSeries()[r.index].process);
              }}},
            [](const QueryData& data) { return data.trace().counterSeries().size(); }};
}

// Within a series the values are in time order.
std::vector<RowRange> narrowCounters(const QueryData& data, const QueryBounds& bounds) {
    const RowsOfParts& rows = data.counters();
    const QueryInterval& begin = boundOf(bounds, QueryKey::Begin);
    std::vector<RowRange> ranges;
    for (std::size_t at = 0; at < data.trace().counterSeries().size(); ++at) {
        if (!boundOf(bounds, QueryKey::Track)
                 .contains(static_cast<std::int64_t>(trackCountOf(data) + at))) {
            continue;
        }
        const std::vector<Time>& times = data.trace().counterSeries()[at].times;
        const auto low = std::lower_bound(times.begin(), times.end(), timeFromNs(begin.low));
        const auto high = std::upper_bound(low, times.end(), timeFromNs(begin.high));
        ranges.push_back({rows.first(at) + static_cast<std::size_t>(low - times.begin()),
                          rows.first(at) + static_cast<std::size_t>(high - times.begin())});
    }
    return ranges;
}

QueryTable counterTable() {
    QueryTable table{
        "counter",
        "values of counters",
        {{"id", Unit::Number, "the value's number",
          [](const QueryRow& r) { return countValue(r.index); }},
         {"ts", Unit::SinceStart, "from when on the counter has it",
          [](const QueryRow& r) {
              const auto [series, at] = r.data.counters().locate(r.index);
              return QueryValue(ns(r.data.trace().counterSeries()[series].times[at]));
          },
          QueryKey::Begin},
         {"track_id", Unit::Number, "the counter: counter_track.id",
          [](const QueryRow& r) {
              return countValue(trackCountOf(r.data) + r.data.counters().locate(r.index).first);
          },
          QueryKey::Track},
         {"value", Unit::Factor, "the value, in the counter's own unit",
          [](const QueryRow& r) {
              const auto [series, at] = r.data.counters().locate(r.index);
              return QueryValue(r.data.trace().counterSeries()[series].values[at]);
          }},
         {"arg_set_id", Unit::Number, "always NULL: values of counters have no args",
          [](const QueryRow& /*row*/) { return QueryValue(); }, QueryKey::None, true}},
        [](const QueryData& data) { return data.counters().size(); },
        narrowCounters};
    table.alias = "counters";
    return table;
}

QueryTable instantTable() {
    return {
        "instant",
        "events without a duration, which in Perfetto are slices of duration 0",
        {{"id", Unit::Number, "the event's number",
          [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
         {"ts", Unit::SinceStart, "when, on the clock of the trace",
          [](const QueryRow& r) {
              return QueryValue(ns(r.data.trace().instants()[r.index].time));
          }},
         {"track_id", Unit::Number, "its track",
          [](const QueryRow& r) { return idValue(r.data.trace().instants()[r.index].track); }},
         {"category", Unit::Text, "category as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) {
              const CategoryId category = r.data.trace().instants()[r.index].category;
              return r.data.trace().categories()[category.index()].name;
          }},
         {"name", Unit::Text, "name as in the file", nullptr, QueryKey::None, false,
          [](const QueryRow& r) { return r.data.trace().instants()[r.index].name; }},
         {"arg_set_id", Unit::Number, "its args: args.arg_set_id, extract_arg()",
          [](const QueryRow& r) { return countValue(r.data.trace().slices().size() + r.index); }}},
        [](const QueryData& data) { return data.trace().instants().size(); }};
}

// Rows are the arrows of the file, then an arrow from each launch to what it launched, by activity.
std::vector<RowRange> narrowFlows(const QueryData& data, const QueryBounds& bounds) {
    const Trace& trace = data.trace();
    const TraceIndexes& indexes = *data.session().indexes;
    const std::size_t recorded = trace.flows().size();
    const std::size_t slices = trace.slices().size();
    const QueryInterval& from = boundOf(bounds, QueryKey::From);
    const QueryInterval& to = boundOf(bounds, QueryKey::To);
    std::vector<RowRange> ranges;
    if (from.isPoint() || to.isPoint()) {
        const std::int64_t number = from.isPoint() ? from.low : to.low;
        if (number < 0 || static_cast<std::size_t>(number) >= slices) {
            return {};
        }
        const SliceId slice(static_cast<std::size_t>(number));
        if (from.isPoint()) {
            const std::span<const Flow> flows = indexes.flows.from(trace, slice);
            const auto first = static_cast<std::size_t>(flows.data() - trace.flows().data());
            if (!flows.empty()) {
                ranges.push_back({first, first + flows.size()});
            }
            std::vector<ActivityId> launched(indexes.launches.activitiesOf(slice).begin(),
                                             indexes.launches.activitiesOf(slice).end());
            std::ranges::sort(launched);
            for (const ActivityId activity : launched) {
                ranges.push_back({recorded + activity.index(), recorded + activity.index() + 1});
            }
            return ranges;
        }
        std::vector<FlowId> flows(indexes.flows.to(trace, slice).begin(),
                                  indexes.flows.to(trace, slice).end());
        std::ranges::sort(flows);
        for (const FlowId flow : flows) {
            ranges.push_back({flow.index(), flow.index() + 1});
        }
        if (indexes.launches.launchOf(slice).isValid()) {
            const auto at =
                std::ranges::lower_bound(trace.gpuActivities(), slice, {}, &GpuActivity::slice);
            const std::size_t row =
                recorded + static_cast<std::size_t>(at - trace.gpuActivities().begin());
            ranges.push_back({row, row + 1});
        }
        return ranges;
    }
    ranges.push_back({0, recorded});
    const std::span<const SliceId> launches = indexes.launches.launchesOfActivities();
    for (std::size_t at = 0; at < launches.size(); ++at) {
        if (launches[at].isValid()) {
            if (ranges.back().last != recorded + at) {
                ranges.push_back({recorded + at, recorded + at});
            }
            ++ranges.back().last;
        }
    }
    return ranges;
}

Flow flowOf(const QueryRow& row) {
    const Trace& trace = row.data.trace();
    if (row.index < trace.flows().size()) {
        return trace.flows()[row.index];
    }
    const std::size_t activity = row.index - trace.flows().size();
    return {row.data.session().indexes->launches.launchesOfActivities()[activity],
            trace.gpuActivities()[activity].slice,
            {}};
}

QueryTable flowTable() {
    return {"flow",
            "arrows from one slice to another: of the file, and from calls to what they launched",
            {{"id", Unit::Number, "the arrow's number",
              [](const QueryRow& r) { return countValue(r.index); }},
             {"slice_out", Unit::Number, "the slice that it leaves",
              [](const QueryRow& r) { return idValue(flowOf(r).from); }, QueryKey::From},
             {"slice_in", Unit::Number, "the slice that it enters",
              [](const QueryRow& r) { return idValue(flowOf(r).to); }, QueryKey::To},
             {"kind", Unit::Text, "launch, or the category of the file",
              [](const QueryRow& r) {
                  return r.index < r.data.trace().flows().size()
                             ? QueryValue(r.data.trace().text(flowOf(r).category))
                             : QueryValue(std::string_view("launch"));
              }},
             {"arg_set_id", Unit::Number, "always NULL: arrows have no args",
              [](const QueryRow& /*row*/) { return QueryValue(); }, QueryKey::None, true}},
            [](const QueryData& data) {
                return data.trace().flows().size() + data.trace().gpuActivities().size();
            },
            narrowFlows};
}

// Values are texts of the file: what reads as a number is one.
std::optional<std::int64_t> integerOfArg(const QueryRow& row) {
    return parseNumber<std::int64_t>(row.arg->value);
}

std::optional<double> realOfArg(const QueryRow& row) {
    const std::optional<double> number = parseNumber<double>(row.arg->value);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

QueryValue keyOfArg(const QueryRow& row) {
    return argKey(row.data, *row.arg);
}

QueryTable argsTable() {
    QueryTable table{
        "args",
        "args of slices and instants, read from the file: a query of all of them takes its time",
        {{"id", Unit::Number, "the same as arg_set_id",
          [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row, true},
         {"arg_set_id", Unit::Number, "slice.arg_set_id, instant.arg_set_id",
          [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
         {"flat_key", Unit::Text, "the same as key", keyOfArg},
         {"key", Unit::Text, "\"args.correlation\"; of Perfetto's files \"debug.\" and the key",
          keyOfArg},
         {"int_value", Unit::Number, "an integer; else NULL",
          [](const QueryRow& r) { return optionalValue(integerOfArg(r)); }},
         {"string_value", Unit::Text, "a text, or a list as JSON; else NULL",
          [](const QueryRow& r) {
              return integerOfArg(r) || realOfArg(r) ? QueryValue()
                                                     : QueryValue(std::string_view(r.arg->value));
          }},
         {"real_value", Unit::Factor, "a number with decimals; else NULL",
          [](const QueryRow& r) {
              return integerOfArg(r) ? QueryValue() : optionalValue(realOfArg(r));
          }},
         {"value_type", Unit::Text, "int, real or string",
          [](const QueryRow& r) {
              return QueryValue(std::string_view(integerOfArg(r) ? "int"
                                                 : realOfArg(r)  ? "real"
                                                                 : "string"));
          }},
         {"display_value", Unit::Text, "the value as text",
          [](const QueryRow& r) { return QueryValue(std::string_view(r.arg->value)); }}},
        [](const QueryData& data) {
            return data.trace().slices().size() + data.trace().instants().size();
        }};
    table.hasArgs = true;
    return table;
}

}  // namespace

std::string argKey(const QueryData& data, const Arg& arg) {
    constexpr std::string_view kBetween = " / ";
    std::string key = data.trace().facts().format.starts_with("perfetto") ? "debug." : "args.";
    key += arg.path;
    if (const std::size_t at = key.find(kBetween); at != std::string::npos) {
        key.replace(at, kBetween.size(), ".");
    }
    return key;
}

Result<std::vector<Arg>> argsOfSet(const QueryData& data, std::int64_t set) {
    const Trace& trace = data.trace();
    const std::size_t slices = trace.slices().size();
    const auto number = static_cast<std::size_t>(set);
    if (set < 0 || number >= slices + trace.instants().size()) {
        return std::vector<Arg>();
    }
    if (number < slices) {
        return data.session().details.args(SliceId(number));
    }
    const Instant& instant = trace.instants()[number - slices];
    return data.session().details.of(trace.sourceOf(instant.track)).args(instant.event);
}

void addTrackTables(std::vector<QueryTable>& tables) {
    tables.push_back(instantTable());
    tables.push_back(threadTable());
    tables.push_back(processTable());
    tables.push_back(trackTable());
    tables.push_back(threadTrackTable());
    tables.push_back(processTrackTable());
    tables.push_back(counterTrackTable("counter_track"));
    tables.push_back(counterTrackTable("process_counter_track"));
    tables.push_back(counterTable());
    tables.push_back(flowTable());
    tables.push_back(argsTable());
}

}  // namespace gaplight
