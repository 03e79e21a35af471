// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/serving_tables.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/report/facts/report_sections.h"

namespace gaplight {
namespace {

constexpr std::size_t kGroupsInLine = 3;
constexpr std::size_t kPercentile = 99;

// "full graph"; where they differ, the less frequent too: "full graph, 2 eager".
std::string modeText(const ServingIterations& serving, std::span<const std::size_t> rows) {
    std::array<std::size_t, kLaunchModes> counts{};
    for (const std::size_t at : rows) {
        ++counts.at(static_cast<std::size_t>(serving.rows[at].mode));
    }
    std::array<std::size_t, kLaunchModes> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return counts.at(a) > counts.at(b); });
    std::string text;
    for (const std::size_t mode : order) {
        if (counts.at(mode) > 0) {
            const std::string count = text.empty() ? "" : countText(counts.at(mode)) + " ";
            appendItem(text, count + std::string(launchModeName(static_cast<LaunchMode>(mode))));
        }
    }
    return text;
}

void measureGroup(const ReportSubject& subject, IterationGroup& group) {
    const ServingIterations& serving = *subject.analysis.serving;
    const std::span<const StepRow> steps = subject.analysis.steps.rows;
    std::vector<Duration> times;
    Duration busy{};
    Duration idle{};
    double padding = 0;
    std::size_t padded = 0;
    std::int64_t tokens = 0;
    bool areTokensKnown = true;
    for (const std::size_t at : group.rows) {
        const ServingIteration& row = serving.rows[at];
        times.push_back(steps[at].span.length());
        busy += steps[at].gpuBusy;
        idle += steps[at].gpuIdle;
        if (const auto share = paddingOf(row)) {
            padding += *share;
            ++padded;
        }
        areTokensKnown = areTokensKnown && row.name.tokens.has_value();
        tokens += row.name.tokens.value_or(0);
    }
    const auto rowOf = [&](std::size_t at) -> const ServingIteration& { return serving.rows[at]; };
    group.time = std::accumulate(times.begin(), times.end(), Duration::zero());
    group.p99 = percentile(times, kPercentile);
    group.median = lowerMedian(times);
    group.requests =
        lowerMedianOf(group.rows, [&](std::size_t at) { return rowOf(at).name.requests; });
    group.hostGap = lowerMedianOf(group.rows, [&](std::size_t at) { return rowOf(at).hostGap; });
    group.mode = modeText(serving, group.rows);
    if (areTokensKnown) {
        group.tokens =
            lowerMedianOf(group.rows, [&](std::size_t at) { return *rowOf(at).name.tokens; });
        if (group.time > Duration::zero()) {
            group.tokensPerSecond =
                static_cast<double>(tokens) * 1e9 / static_cast<double>(group.time.count());
        }
    }
    if (padded > 0) {
        group.padding = padding / static_cast<double>(padded);
    }
    if (busy + idle > Duration::zero()) {
        group.busy = static_cast<double>(busy.count()) / static_cast<double>((busy + idle).count());
    }
}

std::string kindOf(const IterationGroup& group) {
    const std::string phase(servingPhaseName(group.phase));
    return group.bucket ? phase + ":" + std::to_string(*group.bucket) : phase;
}

// The idle time of the GPUs between the work of one iteration and that of the next, as a share of
// the time from the first to the last; empty where nothing ran.
std::optional<ShareValue> idleBetween(const ReportSubject& subject) {
    const ServingIterations& serving = *subject.analysis.serving;
    std::vector<TimeRange> between;
    TimeRange all{};
    Time done = Time::min();
    for (const ServingIteration& row : serving.rows) {
        if (row.gpu.length() == Duration::zero()) {
            continue;
        }
        if (done == Time::min()) {
            all.begin = row.gpu.begin;
        } else if (row.gpu.begin > done) {
            between.push_back({done, row.gpu.begin});
        }
        all.end = done = std::max(done, row.gpu.end);
    }
    Duration idle{};
    std::size_t gpus = 0;
    for (const DeviceAnalysis* device : shownDevices(subject)) {
        ++gpus;
        auto gap = device->gaps.begin();
        for (const TimeRange& range : between) {
            while (gap != device->gaps.end() && gap->end <= range.begin) {
                ++gap;
            }
            for (auto at = gap; at != device->gaps.end() && at->begin < range.end; ++at) {
                idle += commonPart(range, {at->begin, at->end}).length();
            }
        }
    }
    const Duration whole = all.length() * static_cast<std::int64_t>(gpus);
    return whole > Duration::zero() ? std::optional(shareOf(idle, whole)) : std::nullopt;
}

std::optional<std::size_t> largestGroup(const std::vector<IterationGroup>& groups,
                                        ServingPhase phase) {
    std::optional<std::size_t> largest;
    for (std::size_t at = 0; at < groups.size(); ++at) {
        if (groups[at].phase == phase && (!largest || groups[at].time > groups[*largest].time)) {
            largest = at;
        }
    }
    return largest;
}

// "5.3 ms at batch 35".
std::string groupText(const IterationGroup& group) {
    std::string text = durationText(group.median);
    if (group.phase == ServingPhase::Decode) {
        text += " at batch " + countText(static_cast<std::uint64_t>(group.requests));
    } else if (group.tokens) {
        text += " for " + countText(static_cast<std::uint64_t>(*group.tokens)) + " tokens";
    }
    return text;
}

// " in a graph of 64 (45 % padding)", ", launched one by one" or empty.
std::string launchText(const IterationGroup& group) {
    if (group.bucket && group.padding && *group.padding > 0) {
        return " in a graph of " + countText(static_cast<std::uint64_t>(*group.bucket)) + " (" +
               percentText(*group.padding) + " padding)";
    }
    return group.mode == launchModeName(LaunchMode::Eager) ? ", launched one by one" : "";
}

}  // namespace

std::vector<IterationGroup> iterationGroups(const ReportSubject& subject) {
    std::vector<IterationGroup> groups;
    if (subject.analysis.serving == nullptr) {
        return groups;
    }
    const ServingIterations& serving = *subject.analysis.serving;
    std::map<std::pair<ServingPhase, std::optional<std::int64_t>>, IterationGroup> byKind;
    for (std::size_t at = 0; at < serving.rows.size(); ++at) {
        const ServingIteration& row = serving.rows[at];
        IterationGroup& group = byKind[{row.name.phase, row.bucket}];
        group.phase = row.name.phase;
        group.bucket = row.bucket;
        group.isBucketInferred = group.isBucketInferred || row.isBucketInferred;
        group.rows.push_back(at);
    }
    for (auto& [kind, group] : byKind) {
        measureGroup(subject, group);
        groups.push_back(std::move(group));
    }
    return groups;
}

Table iterationGroupsTable(const std::vector<IterationGroup>& groups) {
    return tableOf(
        groups,
        column("phase", "phase", Unit::Text,
               [](auto& group) { return servingPhaseName(group.phase); }),
        column("bucket", "", Unit::Count, &IterationGroup::bucket),
        column("bucket_inferred", "", Unit::Text,
               [](auto& group) { return Json(group.isBucketInferred); }),
        column("", "graph of", Unit::Text,
               [](auto& group) {
                   return knownIf(group.bucket.has_value(),
                                  std::to_string(group.bucket.value_or(0)) +
                                      (group.isBucketInferred ? " (inferred)" : ""));
               }),
        column("mode", "launched as", Unit::Text, &IterationGroup::mode),
        column("count", "count", Unit::Count, [](auto& group) { return group.rows.size(); }),
        column("median_ns", "median", Unit::Nanoseconds, &IterationGroup::median),
        column("p99_ns", "p99", Unit::Nanoseconds, &IterationGroup::p99),
        column("requests", "requests", Unit::Count, &IterationGroup::requests),
        column("tokens", "tokens", Unit::Count, &IterationGroup::tokens),
        column("tokens_per_s", "tokens/s", Unit::Figure,
               [](auto& group) {
                   const double rate = group.tokensPerSecond.value_or(0);
                   return knownIf(group.tokensPerSecond.has_value(),
                                  FigureValue{rate, countText(static_cast<std::uint64_t>(rate))});
               }),
        column("padding_share", "padding", Unit::Share, &IterationGroup::padding),
        column("host_gap_ns", "host gap", Unit::Nanoseconds, &IterationGroup::hostGap),
        column("gpu_busy_share", "GPU busy", Unit::Share, &IterationGroup::busy));
}

Table iterationsTable(const ReportSubject& subject) {
    const ServingIterations& serving = *subject.analysis.serving;
    const Time begin = subject.trace.range().begin;
    std::vector<std::size_t> rows(serving.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto rowOf = [&](std::size_t at) -> const ServingIteration& { return serving.rows[at]; };
    const auto stepOf = [&](std::size_t at) -> const StepRow& {
        return subject.analysis.steps.rows[at];
    };
    return tableOf(
        rows,
        column("begin_ns", "at", Unit::SinceStart,
               [&](std::size_t at) { return rowOf(at).host.begin - begin; }),
        column("name", "name", Unit::Code,
               [&](std::size_t at) { return subject.trace.name(rowOf(at).annotation); }),
        column("phase", "phase", Unit::Text,
               [&](std::size_t at) { return servingPhaseName(rowOf(at).name.phase); }),
        column("mode", "launched as", Unit::Text,
               [&](std::size_t at) { return launchModeName(rowOf(at).mode); }),
        column("bucket", "graph of", Unit::Count, [&](std::size_t at) { return rowOf(at).bucket; }),
        column("bucket_inferred", "", Unit::Text,
               [&](std::size_t at) { return Json(rowOf(at).isBucketInferred); }),
        column("requests", "requests", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.requests; }),
        column("tokens", "tokens", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.tokens; }),
        column("context_requests", "", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.contextRequests; }),
        column("context_tokens", "", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.contextTokens; }),
        column("generation_requests", "", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.generationRequests; }),
        column("generation_tokens", "", Unit::Count,
               [&](std::size_t at) { return rowOf(at).name.generationTokens; }),
        column("time_ns", "time", Unit::Nanoseconds,
               [&](std::size_t at) { return stepOf(at).span.length(); }),
        column("gpu_span_ns", "on the GPU", Unit::Nanoseconds,
               [&](std::size_t at) { return rowOf(at).gpu.length(); }),
        column("gpu_busy_ns", "GPU busy", Unit::Nanoseconds,
               [&](std::size_t at) { return rowOf(at).gpuBusy; }),
        column("host_gap_ns", "host gap", Unit::Nanoseconds,
               [&](std::size_t at) { return rowOf(at).hostGap; }));
}

void writeServing(const ReportSubject& subject, ReportPage& page) {
    const std::vector<IterationGroup> groups = iterationGroups(subject);
    if (groups.empty()) {
        return;
    }
    page.heading("Iterations");
    page.line(countText(subject.analysis.serving->rows.size(), "iteration", "iterations") +
              " of a server, by the names of annotations; times to the next one's begin");
    page.table(pageTable(iterationGroupsTable(groups)));
}

std::string servingLine(const ReportSubject& subject) {
    std::vector<IterationGroup> groups = iterationGroups(subject);
    if (groups.empty()) {
        return {};
    }
    std::ranges::stable_sort(groups, std::ranges::greater{}, &IterationGroup::time);
    std::string line;
    for (std::size_t at = 0; at < std::min(groups.size(), kGroupsInLine); ++at) {
        appendItem(line,
                   kindOf(groups[at]) + " " + countText(groups[at].rows.size()) + " × " +
                       durationText(groups[at].median),
                   " · ");
    }
    return countText(subject.analysis.serving->rows.size(), "iteration", "iterations") + ": " +
           line + (groups.size() > kGroupsInLine ? " · …" : "");
}

Json jsonServing(const ReportSubject& subject) {
    if (subject.analysis.serving == nullptr) {
        return nullptr;
    }
    return {{"iterations", subject.analysis.serving->rows.size()},
            {"by_phase", tableJson(iterationGroupsTable(iterationGroups(subject)))},
            {"rows", tableJson(iterationsTable(subject))}};
}

std::vector<ServingClause> servingClauses(const ReportSubject& subject) {
    const std::vector<IterationGroup> groups = iterationGroups(subject);
    std::vector<ServingClause> clauses;
    for (const ServingPhase phase : {ServingPhase::Decode, ServingPhase::Mixed,
                                     ServingPhase::Prefill, ServingPhase::Diffusion}) {
        if (const auto group = largestGroup(groups, phase)) {
            const std::string text =
                std::string(servingPhaseName(phase)) + " " + groupText(groups[*group]);
            const std::string launches = launchText(groups[*group]);
            clauses.push_back({text + launches, launches.empty() ? "" : text});
        }
    }
    if (clauses.empty()) {
        return clauses;
    }
    if (const auto idle = idleBetween(subject); idle && idle->part > 0) {
        const std::string part = percentText(Duration(idle->part), Duration(idle->whole));
        clauses.push_back({"between iterations the GPU is idle " + part + " of the time",
                           "idle " + part + " between iterations"});
    }
    for (ServingClause& clause : clauses) {
        const std::string end = &clause == &clauses.back() ? ". " : "; ";
        for (std::string* words : {&clause.text, &clause.brief}) {
            if (!words->empty()) {
                if (&clause == &clauses.front()) {
                    words->front() = static_cast<char>(words->front() - 'a' + 'A');
                }
                *words += end;
            }
        }
    }
    return clauses;
}

}  // namespace gaplight
