// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Queries in the forms that Perfetto's documentation, blogs and scripts have for JSON traces, in
// our own words: they run unchanged, and give what loops over the same trace give.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/query/query_table.h"
#include "tests/core/query/query_rows.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

using test::TextRows;

struct Sums {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::int64_t longest = 0;
};

struct Facts {
    const Trace& trace;
    std::vector<SliceId> all;

    explicit Facts(const Trace& of) : trace(of) {
        for (std::size_t at = 0; at < of.slices().size(); ++at) {
            all.emplace_back(at);
        }
    }
    std::int64_t dur(SliceId id) const { return ns(trace.slices().duration(id)); }
    std::int64_t ts(SliceId id) const { return ns(trace.slices().start(id)); }
    std::string name(SliceId id) const { return std::string(trace.name(id)); }
    std::string category(SliceId id) const {
        return std::string(
            trace.text(trace.categories()[trace.slices().category(id).index()].name));
    }
    bool isOn(SliceId id, TrackKind kind) const {
        return trace.tracks()[trace.trackOf(id).index()].kind == kind;
    }
    template <class Key, class Filter>
    std::map<std::string, Sums> sums(const Key& key, const Filter& filter) const {
        std::map<std::string, Sums> sums;
        for (const SliceId id : all) {
            if (filter(id)) {
                Sums& one = sums[key(id)];
                ++one.count;
                one.total += dur(id);
                one.longest = std::max(one.longest, dur(id));
            }
        }
        return sums;
    }
};

bool any(SliceId /*id*/) {
    return true;
}

struct WebQuery {
    const char* title;
    const char* sql;
    TextRows (*expected)(const Facts& facts);
};

void PrintTo(const WebQuery& query, std::ostream* out) {
    *out << query.title;
}

TextRows totalsOf(const std::map<std::string, Sums>& sums) {
    TextRows rows;
    for (const auto& [key, one] : sums) {
        rows.push_back(fmt::format("{}|{}|{}", key, one.count, one.total));
    }
    return rows;
}

TextRows number(std::int64_t value) {
    return {std::to_string(value)};
}

const WebQuery kQueries[] = {
    {"count of slices", "select count(*) from slice",
     [](const Facts& f) { return number(static_cast<std::int64_t>(f.all.size())); }},
    {"totals by name", "SELECT name, COUNT(*), SUM(dur) FROM slice GROUP BY name ORDER BY name",
     [](const Facts& f) { return totalsOf(f.sums([&](SliceId id) { return f.name(id); }, any)); }},
    {"totals by category", "select cat, count(id), sum(dur) from slice group by cat order by cat",
     [](const Facts& f) {
         return totalsOf(f.sums([&](SliceId id) { return f.category(id); }, any));
     }},
    {"longest slices", "select dur from slice order by dur desc limit 10",
     [](const Facts& f) {
         std::vector<std::int64_t> durations;
         for (const SliceId id : f.all) {
             durations.push_back(f.dur(id));
         }
         std::ranges::sort(durations, std::greater{});
         TextRows rows;
         for (std::size_t at = 0; at < 10; ++at) {
             rows.push_back(std::to_string(durations[at]));
         }
         return rows;
     }},
    {"names that match a pattern",
     "select count(1) from slice where name glob 'aten::*' and dur > 10e3",
     [](const Facts& f) {
         return number(std::ranges::count_if(f.all, [&](SliceId id) {
             return f.name(id).starts_with("aten::") && f.dur(id) > 10'000;
         }));
     }},
    {"names like", "SELECT COUNT(*) FROM slices WHERE name LIKE '%ELEMENTWISE%'",
     [](const Facts& f) {
         return number(std::ranges::count_if(f.all, [&](SliceId id) {
             return f.name(id).find("elementwise") != std::string::npos;
         }));
     }},
    {"slices of the main thread",
     "SELECT s.name, count(*), sum(s.dur) FROM slice s JOIN thread_track tt ON s.track_id = tt.id "
     "JOIN thread t USING (utid) WHERE t.tid = 434 GROUP BY s.name ORDER BY s.name",
     [](const Facts& f) {
         return totalsOf(
             f.sums([&](SliceId id) { return f.name(id); },
                    [&](SliceId id) {
                        const Track& track = f.trace.tracks()[f.trace.trackOf(id).index()];
                        return f.trace.text(track.tid) == "434" && track.kind == TrackKind::Thread;
                    }));
     }},
    {"slices by thread and process",
     "select thread.tid, count(*), sum(dur) from slice inner join thread_track on slice.track_id = "
     "thread_track.id inner join thread using(utid) inner join process using(upid) where "
     "thread.tid > 0 group by thread.tid order by cast(thread.tid as text)",
     [](const Facts& f) {
         return totalsOf(f.sums(
             [&](SliceId id) {
                 return std::string(
                     f.trace.text(f.trace.tracks()[f.trace.trackOf(id).index()].tid));
             },
             [&](SliceId id) {
                 const auto tid = f.trace.text(f.trace.tracks()[f.trace.trackOf(id).index()].tid);
                 return tid == "434" || tid == "7";
             }));
     }},
    {"time of kernels by name",
     "with k as (select name, dur from slice where category = 'kernel') select name, count(*), "
     "sum(dur) from k group by name order by name",
     [](const Facts& f) {
         return totalsOf(f.sums([&](SliceId id) { return f.name(id); },
                                [&](SliceId id) { return f.category(id) == "kernel"; }));
     }},
    {"average and largest duration of an operator",
     "select cast(avg(dur) as int), max(dur) from slice where name = 'aten::mul'",
     [](const Facts& f) {
         Sums mul = f.sums([&](SliceId id) { return f.name(id); }, any)["aten::mul"];
         return TextRows{fmt::format("{}|{}", mul.total / mul.count, mul.longest)};
     }},
    {"roots of the call trees",
     "select count(*), sum(dur) from slice where depth = 0 and parent_id is null",
     [](const Facts& f) {
         Sums roots =
             f.sums([](SliceId /*id*/) { return std::string(); },
                    [&](SliceId id) { return !f.trace.slices().parent(id).isValid(); })[""];
         return TextRows{fmt::format("{}|{}", roots.count, roots.total)};
     }},
    {"names of parents",
     "select count(*) from slice c join slice p on c.parent_id = p.id where p.name = "
     "'aten::linear' "
     "and c.name = 'aten::addmm'",
     [](const Facts& f) {
         return number(std::ranges::count_if(f.all, [&](SliceId id) {
             const SliceId parent = f.trace.slices().parent(id);
             return parent.isValid() && f.name(parent) == "aten::linear" &&
                    f.name(id) == "aten::addmm";
         }));
     }},
    {"children of a slice", "select count(*) from slice where parent_id = 42",
     [](const Facts& f) {
         return number(std::ranges::count_if(
             f.all, [&](SliceId id) { return f.trace.slices().parent(id) == SliceId(42); }));
     }},
    {"span of the trace", "select max(ts + dur) - min(ts) from slice",
     [](const Facts& f) { return number(ns(f.trace.range().length())); }},
    {"share of the time in kernels",
     "select round(100.0 * sum(case when cat = 'kernel' then dur else 0 end) / (max(ts + dur) - "
     "min(ts)), 3) from slice",
     [](const Facts& f) {
         std::int64_t kernels = 0;
         for (const SliceId id : f.all) {
             kernels += f.category(id) == "kernel" ? f.dur(id) : 0;
         }
         const double share = 100.0 * static_cast<double>(kernels) /
                              static_cast<double>(ns(f.trace.range().length()));
         return TextRows{fmt::format("{}", std::round(share * 1000) / 1000)};
     }},
    {"gaps between the slices of a stream",
     "select max(gap) from (select ts - lag(ts + dur) over (order by ts) as gap from slice join "
     "thread_track on track_id = thread_track.id join thread using (utid) where thread.name like "
     "'stream 7%' and category in ('kernel', 'gpu_memcpy', 'gpu_memset'))",
     [](const Facts& f) {
         std::int64_t longest = 0;
         std::int64_t last = -1;
         for (const GpuActivity& activity : f.trace.gpuActivities()) {
             if (last >= 0) {
                 longest = std::max(longest, f.ts(activity.slice) - last);
             }
             last = f.ts(activity.slice) + f.dur(activity.slice);
         }
         return number(longest);
     }},
    {"value of an arg",
     "select extract_arg(arg_set_id, 'args.stream') from slice where cat = 'kernel' limit 1",
     [](const Facts& /*facts*/) { return TextRows{"7"}; }},
    {"args of a slice by join",
     "select count(*) from slice join args using (arg_set_id) where slice.id between 167401 and "
     "167410 and args.key = 'args.correlation' and int_value = slice.correlation",
     [](const Facts& f) {
         std::int64_t count = 0;
         for (std::size_t id = 167'401; id <= 167'410; ++id) {
             count += f.trace.correlations().find(SliceId(id)) ? 1 : 0;
         }
         return number(count);
     }},
    {"arrows from launches to kernels",
     "select count(*) from flow join slice a on flow.slice_out = a.id join slice b on "
     "flow.slice_in "
     "= b.id where a.name = 'cudaLaunchKernel' and b.cat = 'kernel'",
     [](const Facts& f) {
         std::map<std::uint64_t, SliceId> calls;
         f.trace.correlations().forEach([&](SliceId id, std::uint64_t correlation) {
             if (f.name(id) == "cudaLaunchKernel") {
                 calls.emplace(correlation, id);
             }
         });
         std::int64_t count = 0;
         f.trace.correlations().forEach([&](SliceId id, std::uint64_t correlation) {
             count += f.category(id) == "kernel" && calls.contains(correlation) ? 1 : 0;
         });
         return number(count);
     }},
    {"delay of launches",
     "select min(b.ts - (a.ts + a.dur)) from flow f join slice a on f.slice_out = a.id join slice "
     "b "
     "on f.slice_in = b.id where a.name = 'cudaLaunchKernel'",
     [](const Facts& f) {
         std::map<std::uint64_t, SliceId> calls;
         std::int64_t least = INT64_MAX;
         f.trace.correlations().forEach([&](SliceId id, std::uint64_t correlation) {
             if (f.name(id) == "cudaLaunchKernel") {
                 calls.emplace(correlation, id);
             }
         });
         for (const GpuActivity& activity : f.trace.gpuActivities()) {
             const auto call = calls.find(*f.trace.correlations().find(activity.slice));
             if (call != calls.end()) {
                 least = std::min(least,
                                  f.ts(activity.slice) - f.ts(call->second) - f.dur(call->second));
             }
         }
         return number(least);
     }},
    {"tracks with their types", "select type, count(*) from track group by type order by type",
     [](const Facts& f) {
         std::map<std::string, std::size_t> types;
         for (const Track& track : f.trace.tracks()) {
             ++types[track.kind == TrackKind::Async ? "process_track" : "thread_track"];
         }
         if (!f.trace.counterSeries().empty()) {
             types["counter_track"] = f.trace.counterSeries().size();
         }
         TextRows rows;
         for (const auto& [type, count] : types) {
             rows.push_back(fmt::format("{}|{}", type, count));
         }
         return rows;
     }},
    {"processes by pid", "select pid from process where pid > 100 order by pid",
     [](const Facts& /*facts*/) { return TextRows{"434"}; }},
    {"slices around a slice", "select count(*) from ancestor_slice(20000)",
     [](const Facts& f) {
         std::int64_t count = 0;
         for (SliceId at = f.trace.slices().parent(SliceId(20'000)); at.isValid();
              at = f.trace.slices().parent(at)) {
             ++count;
         }
         return number(count);
     }},
    {"histogram of durations",
     "select dur / 100000 as bucket, count(*), sum(dur) from slice where cat = 'cpu_op' group by "
     "bucket order by cast(bucket as text)",
     [](const Facts& f) {
         return totalsOf(f.sums([&](SliceId id) { return std::to_string(f.dur(id) / 100'000); },
                                [&](SliceId id) { return f.category(id) == "cpu_op"; }));
     }},
    {"the slices of a part of the trace",
     "select name, count(*), sum(dur) from slice where ts >= trace_start() + 100000000 and ts < "
     "trace_start() + 200000000 group by name having count(*) > 5 order by name",
     [](const Facts& f) {
         const std::int64_t begin = ns(f.trace.range().begin) + 100'000'000;
         auto sums = f.sums(
             [&](SliceId id) { return f.name(id); },
             [&](SliceId id) { return f.ts(id) >= begin && f.ts(id) < begin + 100'000'000; });
         std::erase_if(sums, [](const auto& one) { return one.second.count <= 5; });
         return totalsOf(sums);
     }},
};

class WebQueries : public testing::TestWithParam<WebQuery> {};

TEST_P(WebQueries, GiveWhatLoopsGive) {
    const QueryData data(test::recordedSession("flux2_before_eager"));
    const TextRows rows = test::rowsOf(data, GetParam().sql);
    EXPECT_EQ(rows, GetParam().expected(Facts(data.trace())));
    EXPECT_FALSE(rows.empty());
}

INSTANTIATE_TEST_SUITE_P(All, WebQueries, testing::ValuesIn(kQueries));

static_assert(std::size(kQueries) == 25);

}  // namespace
}  // namespace gaplight
