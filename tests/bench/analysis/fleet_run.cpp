// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/analysis/fleet_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "core/fleet/fleet.h"
#include "core/fleet/rank_summary.h"
#include "core/fleet/ranks_to_open.h"
#include "core/fleet/summary_folder.h"
#include "core/report/fleet/fleet_report.h"
#include "core/session/session.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/timing/value_or_throw.h"
#include "tests/support/traces/made_fleet.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kRanksPerLate = 100;
constexpr std::size_t kCallsOfModel = 27;
constexpr Duration kDelay = std::chrono::milliseconds(12);

// One rank in kRanksPerLate, each into another call.
std::vector<test::PlantedDelay> plantedDelays(std::size_t count) {
    std::vector<test::PlantedDelay> delays;
    for (std::size_t rank = kRanksPerLate / 2; rank < count; rank += kRanksPerLate) {
        const std::size_t call = 1 + 2 * delays.size() % (kCallsOfModel - 1);
        delays.push_back({static_cast<int>(rank), call, kDelay, false});
    }
    return delays;
}

double writeSummaries(const std::string& recorded, const std::string& folder, std::size_t count) {
    const auto session = valueOrThrow(openSession(recorded));
    const auto content = fileContentOf(recorded);
    if (!content) {
        throw std::runtime_error("cannot be read: " + recorded);
    }
    const RankSummary model = valueOrThrow(summarizeSession(*session, *content));
    if (model.record.calls.calls.size() < kCallsOfModel) {
        throw std::runtime_error("too few collectives in " + recorded);
    }
    double bytes = 0;
    for (const RankSummary& summary :
         test::madeFleet(model, static_cast<int>(count), plantedDelays(count))) {
        const std::string file =
            folder + "/" + std::to_string(*summary.trace.rank) + std::string(kSummaryEnding);
        bytes += static_cast<double>(valueOrThrow(writeSummary(file, summary)));
    }
    return bytes;
}

std::vector<double> combine(const std::string& folder, std::size_t count) {
    PeakMemory peak;
    const Stopwatch watch;
    const Fleet fleet = valueOrThrow(openFleet(valueOrThrow(summaryFilesIn(folder))));
    const FleetMeasures measures = measureFleet(fleet);
    const std::vector<RankToOpen> toOpen = ranksToOpen(fleet, measures);
    const std::string report = fleetJson({fleet, measures, toOpen});
    const double seconds = watch.seconds();
    const double most = static_cast<double>(peak.stop());
    const std::vector<test::PlantedDelay> delays = plantedDelays(count);
    double found = 0;
    for (const LateRank& late : measures.late) {
        const int number = fleet.analysis.ranks[late.rank];
        found += std::any_of(delays.begin(), delays.end(),
                             [&](const test::PlantedDelay& delay) { return delay.rank == number; })
                     ? 1
                     : 0;
    }
    const auto named = static_cast<double>(measures.late.size());
    return {static_cast<double>(fleet.ranks.size()), seconds, most, found, named - found};
}

}  // namespace

FleetRun measureFleetRun(const std::string& recorded, const std::string& folder,
                         std::size_t count) {
    const std::string summaries = folder + "/summaries";
    std::filesystem::create_directories(summaries);
    FleetRun run;
    run.planted = static_cast<double>(plantedDelays(count).size());
    const std::vector<double> written = valueOrThrow(isolatedRun("writing summaries", [&] {
        return std::vector<double>{writeSummaries(recorded, summaries, count)};
    }));
    run.bytes = written.at(0);
    const std::vector<double> figures =
        valueOrThrow(isolatedRun("combining summaries", [&] { return combine(summaries, count); }));
    run.files = figures.at(0);
    run.seconds = figures.at(1);
    run.peakBytes = figures.at(2);
    run.found = figures.at(3);
    run.invented = figures.at(4);
    std::filesystem::remove_all(summaries);
    return run;
}

}  // namespace gaplight::bench
