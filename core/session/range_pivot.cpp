// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/range_pivot.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/torch_names.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/text_hash.h"
#include "core/index/range_slices.h"
#include "core/pack/args_listing.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kStopEvery = 4096;  // slices between looks at the stop token

constexpr std::string_view kCorrelation = "correlation";  // numbers launches
// A key whose values are whole numbers that differ in more than nine of ten slices numbers events.
constexpr std::size_t kSampled = 64;    // slices of a kind whose args are read for that
constexpr std::size_t kMinSample = 16;  // of a key
constexpr std::size_t kDistinctOfTen = 9;

Result<void> checkStop(const std::stop_token& stop) {
    return stop.stop_requested() ? fail(ErrorCode::Cancelled, "the grouping was stopped")
                                 : Result<void>();
}

Result<std::vector<SliceId>> slicesOf(const Session& session, const PivotScope& scope,
                                      const std::stop_token& stop) {
    std::vector<SliceId> slices;
    for (const TrackId track : scope.tracks) {
        TRY(checkStop(stop));
        forEachSliceWithin(*session.trace, session.indexes->rows, track, scope.range,
                           [&](SliceId slice) { slices.push_back(slice); });
    }
    return slices;
}

// The slices of each source in the order of their events, and these.
struct SourceSlices {
    std::vector<SliceId> slices;
    std::vector<EventId> events;
};

std::vector<SourceSlices> bySource(const Trace& trace, std::span<const SliceId> slices) {
    std::vector<SourceSlices> sources(trace.sources().size());
    for (const SliceId slice : slices) {
        sources[trace.sourceOf(slice).index()].slices.push_back(slice);
    }
    for (SourceSlices& source : sources) {
        std::ranges::sort(source.slices, [&](SliceId a, SliceId b) {
            return std::pair(trace.slices().event(a), a) < std::pair(trace.slices().event(b), b);
        });
        for (const SliceId slice : source.slices) {
            source.events.push_back(trace.slices().event(slice));
        }
    }
    return sources;
}

// Numbers distinct values by their first occurrence.
class Values {
public:
    std::uint32_t numberOf(std::string_view text) {
        if (const auto found = m_numbers.find(text); found != m_numbers.end()) {
            return found->second;
        }
        const auto number = static_cast<std::uint32_t>(m_texts.size());
        m_texts.emplace_back(text);
        m_numbers.emplace(text, number);
        return number;
    }
    const std::vector<std::string>& texts() const { return m_texts; }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> m_numbers;
};

// The value of a key; of an object "a: 1, b: 2".
std::string valueOf(const std::vector<Arg>& args, std::string_view key) {
    std::vector<std::string> members;
    for (const Arg& arg : args) {
        if (arg.path == key) {
            return arg.value;
        }
        if (arg.path.size() > key.size() + 3 && arg.path.starts_with(key) &&
            arg.path.compare(key.size(), 3, " / ") == 0) {
            members.push_back(arg.path.substr(key.size() + 3) + ": " + arg.value);
        }
    }
    return joinedText(members, ", ");
}

// The name of the innermost module around slices; each is walked up to once.
class Modules {
public:
    explicit Modules(const Session& session)
        : m_session(session),
          m_isModule(session.trace->strings().size()),
          m_moduleOf(session.trace->slices().size(), kUnknown) {
        const Trace& trace = *session.trace;
        for (std::size_t at = 0; at < m_isModule.size(); ++at) {
            m_isModule[at] = isModuleCall(trace.text(StringId(at)));
        }
    }

    // kNone outside of all. Of GPU work, around its launch.
    std::uint32_t of(SliceId slice) {
        const Trace& trace = *m_session.trace;
        if (isGpuActivity(trace.kind(slice))) {
            slice = m_session.indexes->launches.launchOf(slice);
        }
        std::vector<SliceId> path;
        std::uint32_t found = kNone;
        for (; slice.isValid(); slice = trace.slices().parent(slice)) {
            found = m_moduleOf[slice.index()];
            if (found != kUnknown) {
                break;
            }
            path.push_back(slice);
            found = kNone;
            if (const StringId name = trace.slices().name(slice); m_isModule[name.index()]) {
                found = name.value;
                break;
            }
        }
        for (const SliceId one : path) {
            m_moduleOf[one.index()] = found;
        }
        return found;
    }

private:
    static constexpr std::uint32_t kUnknown = kNone - 1;

    const Session& m_session;
    std::vector<bool> m_isModule;           // by name
    std::vector<std::uint32_t> m_moduleOf;  // by slice: name, kNone, or kUnknown
};

class Pivot {
public:
    Pivot(const Session& session, const PivotScope& scope, const std::stop_token& stop)
        : m_session(session),
          m_trace(*session.trace),
          m_scope(scope),
          m_stop(stop),
          m_groupOf(m_trace.slices().size(), kNone) {}

    Result<RangePivot> run(const PivotKey& key, const std::function<void(double)>& onProgress) {
        m_slices = TRY(slicesOf(m_session, m_scope, m_stop));
        switch (key.kind) {
            case PivotKey::Kind::Stream:
                groupByTrack(true);
                break;
            case PivotKey::Kind::Thread:
                groupByTrack(false);
                break;
            case PivotKey::Kind::Rank:
                groupByRank();
                break;
            case PivotKey::Kind::Module:
                groupByModule();
                break;
            case PivotKey::Kind::Arg:
                TRY(groupByArg(key.arg, onProgress));
                break;
        }
        TRY(checkStop(m_stop));
        return take();
    }

private:
    PivotGroup& groupAt(std::uint32_t number) {
        if (number >= m_groups.size()) {
            m_groups.resize(number + 1);
        }
        return m_groups[number];
    }

    void groupByTrack(bool streams) {
        for (const SliceId slice : m_slices) {
            const TrackId track = m_trace.trackOf(slice);
            if ((m_trace.tracks()[track.index()].kind == TrackKind::Stream) == streams) {
                const auto number = static_cast<std::uint32_t>(track.index());
                m_groupOf[slice.index()] = number;
                groupAt(number).track = track;
            }
        }
    }

    void groupByRank() {
        for (const SliceId slice : m_slices) {
            const SourceId source = m_trace.sourceOf(slice);
            const auto number = static_cast<std::uint32_t>(source.index());
            m_groupOf[slice.index()] = number;
            if (groupAt(number).value.empty()) {
                groupAt(number).value = sourceLabel(m_trace.sources(), source);
            }
        }
    }

    void groupByModule() {
        const bool isOfGpu = std::ranges::any_of(m_scope.tracks, [&](TrackId track) {
            return m_trace.tracks()[track.index()].kind == TrackKind::Stream;
        });
        Modules modules(m_session);
        Values values;
        for (const SliceId slice : m_slices) {
            if (isOfGpu && !isGpuActivity(m_trace.kind(slice))) {
                continue;
            }
            if (const std::uint32_t name = modules.of(slice); name != kNone) {
                m_groupOf[slice.index()] =
                    values.numberOf(moduleNameOf(m_trace.text(StringId(std::size_t{name}))));
            }
        }
        name(values);
    }

    Result<void> groupByArg(std::string_view key, const std::function<void(double)>& onProgress) {
        Values values;
        std::size_t before = 0;
        const std::vector<SourceSlices> sources = bySource(m_trace, m_slices);
        for (std::size_t at = 0; at < sources.size(); ++at) {
            const SourceSlices& source = sources[at];
            TRY(listArgs(m_session.details.of(SourceId(at)), source.events, m_stop,
                         [&](const ArgsPart& part) {
                             for (std::size_t one = 0; one < part.args.size(); ++one) {
                                 if (const std::string value = valueOf(part.args[one], key);
                                     !value.empty()) {
                                     m_groupOf[source.slices[part.first + one].index()] =
                                         values.numberOf(value);
                                 }
                             }
                             if (onProgress) {
                                 onProgress(static_cast<double>(before + part.first) /
                                            static_cast<double>(m_slices.size()));
                             }
                             return checkStop(m_stop);
                         }));
            before += source.events.size();
        }
        name(values);
        return {};
    }

    void name(const Values& values) {
        m_groups.resize(values.texts().size());
        for (std::size_t at = 0; at < m_groups.size(); ++at) {
            m_groups[at].value = values.texts()[at];
        }
    }

    Duration inside(TimeRange range) const {
        return std::max(Duration{}, commonPart(range, m_scope.range).length());
    }

    bool isInsideItsGroup(SliceId slice, std::uint32_t group) const {
        for (SliceId up = m_trace.slices().parent(slice); up.isValid();
             up = m_trace.slices().parent(up)) {
            if (m_groupOf[up.index()] == group) {
                return true;
            }
        }
        return false;
    }

    Result<void> measure() {
        std::vector<Duration> insideOf(m_groups.size());
        for (std::size_t at = 0; at < m_slices.size(); ++at) {
            if (at % kStopEvery == 0) {
                TRY(checkStop(m_stop));
            }
            const SliceId slice = m_slices[at];
            const TimeRange range = m_trace.slices().range(slice);
            if (const SliceId parent = m_trace.slices().parent(slice); parent.isValid()) {
                if (const std::uint32_t around = m_groupOf[parent.index()]; around != kNone) {
                    insideOf[around] += inside(commonPart(m_trace.slices().range(parent), range));
                }
            }
            if (const std::uint32_t group = m_groupOf[slice.index()]; group != kNone) {
                m_groups[group].row.add(m_trace.slices(), m_trace.trackOf(slice), slice,
                                        inside(range), isInsideItsGroup(slice, group));
            }
        }
        for (std::size_t at = 0; at < m_groups.size(); ++at) {
            m_groups[at].row.self = m_groups[at].row.lengths - insideOf[at];
        }
        for (const SliceId slice : m_slices) {
            if (const std::uint32_t group = m_groupOf[slice.index()]; group != kNone) {
                m_groups[group].row.addToHistogram(inside(m_trace.slices().range(slice)));
            }
        }
        return {};
    }

    // Values after the largest are one, whose slices are measured together.
    std::vector<std::uint32_t> rankedGroups() const {
        std::vector<std::uint32_t> ranked(m_groups.size());
        std::iota(ranked.begin(), ranked.end(), 0U);
        std::erase_if(ranked, [&](std::uint32_t group) { return m_groups[group].row.count == 0; });
        std::ranges::stable_sort(ranked, [&](std::uint32_t a, std::uint32_t b) {
            return m_groups[a].row.total > m_groups[b].row.total;
        });
        return ranked;
    }

    void foldSmallest(const std::vector<std::uint32_t>& ranked) {
        std::vector<std::uint32_t> numberOf(m_groups.size(), kNone);
        std::vector<PivotGroup> kept;
        for (std::size_t at = 0; at < ranked.size(); ++at) {
            const std::size_t number = std::min(at, RangePivot::kMaxGroups);
            numberOf[ranked[at]] = static_cast<std::uint32_t>(number);
            if (at <= RangePivot::kMaxGroups) {
                kept.push_back(std::move(m_groups[ranked[at]]));
            }
        }
        if (ranked.size() > RangePivot::kMaxGroups) {
            for (PivotGroup& group : kept) {
                group.row = {};
            }
            kept.back().track = {};
            kept.back().value =
                countText(ranked.size() - RangePivot::kMaxGroups) + " further values";
        }
        for (const SliceId slice : m_slices) {
            if (std::uint32_t& group = m_groupOf[slice.index()]; group != kNone) {
                group = numberOf[group];
            }
        }
        m_groups = std::move(kept);
    }

    Result<RangePivot> take() {
        TRY(measure());
        const std::vector<std::uint32_t> ranked = rankedGroups();
        foldSmallest(ranked);
        if (ranked.size() > RangePivot::kMaxGroups) {
            TRY(measure());
        }
        RangePivot pivot;
        std::size_t first = 0;
        std::vector<std::size_t> next;
        for (PivotGroup& group : m_groups) {
            group.first = first;
            next.push_back(first);
            first += group.row.count;
        }
        pivot.slices.resize(first);
        for (const SliceId slice : m_slices) {
            if (const std::uint32_t group = m_groupOf[slice.index()]; group != kNone) {
                pivot.slices[next[group]++] = slice;
            } else {
                ++pivot.without;
            }
        }
        pivot.groups = std::move(m_groups);
        return pivot;
    }

    const Session& m_session;
    const Trace& m_trace;
    const PivotScope& m_scope;
    const std::stop_token& m_stop;
    std::vector<SliceId> m_slices;         // of the range
    std::vector<std::uint32_t> m_groupOf;  // by slice: into m_groups, or kNone
    std::vector<PivotGroup> m_groups;
};

// How many of the tracks have slices in the range: streams, or others.
std::size_t tracksWithSlices(const Trace& trace, std::span<const SliceId> slices, bool streams) {
    std::vector<bool> isSeen(trace.tracks().size());
    std::size_t count = 0;
    for (const SliceId slice : slices) {
        const TrackId track = trace.trackOf(slice);
        if ((trace.tracks()[track.index()].kind == TrackKind::Stream) == streams &&
            !isSeen[track.index()]) {
            isSeen[track.index()] = true;
            ++count;
        }
    }
    return count;
}

bool hasModules(const Trace& trace) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        if (isModuleCall(trace.text(StringId(at)))) {
            return true;
        }
    }
    return false;
}

// The keys of args by how many slices have them.
Result<std::map<std::string, std::size_t>> argKeysOf(const Session& session,
                                                     std::span<const SliceId> slices,
                                                     const std::stop_token& stop) {
    std::map<std::string, std::size_t> counts;
    const std::vector<SourceSlices> sources = bySource(*session.trace, slices);
    for (std::size_t at = 0; at < sources.size(); ++at) {
        std::vector<std::size_t> bySet;
        std::vector<std::vector<std::string>> keys;
        TRY(session.details.of(SourceId(at))
                .forEachKeySet(sources[at].events, stop, [&](const KeySetPart& part) {
                    keys.assign(part.keys.begin(), part.keys.end());
                    bySet.resize(std::max(bySet.size(), keys.size()));
                    for (const std::uint16_t set : part.sets) {
                        ++bySet[set];
                    }
                }));
        for (std::size_t set = 0; set < bySet.size(); ++set) {
            for (const std::string& key : keys[set]) {
                counts[key] += bySet[set];
            }
        }
    }
    return counts;
}

// Keys that divide nothing, as a sample of the slices shows: they number events, or say the same of
// all.
std::set<std::string> uselessKeys(const Session& session, std::span<const SliceId> slices,
                                  const std::stop_token& stop) {
    struct Seen {
        std::size_t count = 0;
        bool areWhole = true;
        std::set<std::string> values;
    };
    std::map<std::string, Seen> seen;
    const Trace& trace = *session.trace;
    for (const SourceSlices& source : bySource(trace, slices)) {
        std::map<SliceKind, std::vector<SliceId>> kinds;  // each has keys of its own
        for (const SliceId slice : source.slices) {
            kinds[trace.kind(slice)].push_back(slice);
        }
        for (const auto& [kind, of] : kinds) {
            const std::size_t apart = of.size() / kSampled + 1;
            for (std::size_t at = 0; at < of.size() && !stop.stop_requested(); at += apart) {
                const auto args = session.details.args(of[at]);
                for (const Arg& arg : args ? *args : std::vector<Arg>()) {
                    Seen& key = seen[arg.path];
                    ++key.count;
                    key.areWhole = key.areWhole &&
                                   arg.value.find_first_not_of("0123456789") == std::string::npos;
                    key.values.insert(arg.value);
                }
            }
        }
    }
    std::set<std::string> useless{std::string(kCorrelation)};
    for (const auto& [path, key] : seen) {
        const bool isSame = key.values.size() == 1;
        const bool isDistinct = key.areWhole && key.values.size() * 10 > key.count * kDistinctOfTen;
        if (key.count >= kMinSample && (isSame || isDistinct)) {
            useless.insert(path);
        }
    }
    return useless;
}

}  // namespace

std::string PivotKey::title() const {
    switch (kind) {
        case Kind::Stream:
            return "stream";
        case Kind::Thread:
            return "thread";
        case Kind::Rank:
            return "rank";
        case Kind::Module:
            return "module";
        case Kind::Arg:
            break;
    }
    return arg;
}

Result<std::vector<PivotKey>> pivotKeys(const Session& session, const PivotScope& scope,
                                        const std::stop_token& stop) {
    const Trace& trace = *session.trace;
    const std::vector<SliceId> slices = TRY(slicesOf(session, scope, stop));
    std::vector<PivotKey> keys;
    if (tracksWithSlices(trace, slices, true) > 1) {
        keys.push_back({PivotKey::Kind::Stream, {}});
    }
    if (tracksWithSlices(trace, slices, false) > 1) {
        keys.push_back({PivotKey::Kind::Thread, {}});
    }
    if (trace.sources().size() > 1) {
        keys.push_back({PivotKey::Kind::Rank, {}});
    }
    if (hasModules(trace)) {
        keys.push_back({PivotKey::Kind::Module, {}});
    }
    const auto counts = TRY(argKeysOf(session, slices, stop));
    std::vector<std::pair<std::string, std::size_t>> args(counts.begin(), counts.end());
    const std::set<std::string> useless = uselessKeys(session, slices, stop);
    std::erase_if(args, [&](const auto& arg) {
        return arg.second == 0 || useless.contains(arg.first) ||
               std::ranges::find(keys, arg.first, &PivotKey::title) != keys.end();
    });
    std::ranges::stable_sort(args, [](auto& a, auto& b) { return a.second > b.second; });
    for (auto& [key, count] : args) {
        keys.push_back({PivotKey::Kind::Arg, std::move(key)});
    }
    return keys;
}

Result<RangePivot> pivotRange(const Session& session, const PivotScope& scope, const PivotKey& key,
                              const std::stop_token& stop,
                              const std::function<void(double)>& onProgress) {
    return Pivot(session, scope, stop).run(key, onProgress);
}

}  // namespace gaplight
