// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/rank_set_load.h"

#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "tests/bench/inputs/trace_repeater.h"
#include "tests/bench/loading/session_load.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/timing/value_or_throw.h"

namespace gaplight::bench {
namespace {

constexpr std::string_view kRank = "\"rank\": ";
constexpr std::string_view kRanks = "\"Process Group Ranks\": \"";

std::string textOf(const std::string& path) {
    const auto source = valueOrThrow(openByteSource(path));
    std::string text;
    constexpr std::size_t kStep = 4U << 20U;
    for (std::size_t got = 1; got > 0;) {
        const std::size_t used = text.size();
        text.resize(used + kStep);
        got = valueOrThrow(source->readNext({text.data() + used, kStep}));
        text.resize(used + got);
    }
    return text;
}

// Replaces what lies between each `begin` and the `end` that follows; the first alone, or all.
void replaceBetween(std::string& text, std::string_view begin, std::string_view end,
                    const std::string& by, bool isAll) {
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
        at += begin.size();
        text.replace(at, text.find(end, at) - at, by);
        if (!isAll) {
            return;
        }
    }
}

// A trace of rank `rank` of `count`, of one that was recorded in a smaller run.
void writeRank(const std::string& recorded, const std::string& path, std::size_t rank,
               std::size_t count, std::uint64_t bytes) {
    std::string ranks = "[0";
    for (std::size_t other = 1; other < count; ++other) {
        ranks += ", " + std::to_string(other);
    }
    ranks += "]";
    std::string text = textOf(recorded);
    replaceBetween(text, kRank, ",", std::to_string(rank), false);
    replaceBetween(text, "\"world_size\": ", ",", std::to_string(count), false);
    replaceBetween(text, kRanks, "\"", ranks, true);
    replaceBetween(text, "\"Group size\": ", ",", std::to_string(count), true);
    const std::string small = path + ".small.json";
    std::ofstream(small, std::ios::binary) << text;
    text = {};
    const auto repeater = valueOrThrow(TraceRepeater::read(small));
    valueOrThrow(repeater.write(path, bytes));
    std::filesystem::remove(small);
}

std::vector<double> loadSet(const std::vector<std::string>& files) {
    PeakMemory peak;
    const auto before = static_cast<double>(anonymousBytes());
    const double processor = processorSeconds();
    const Stopwatch watch;
    const auto set = valueOrThrow(openRankSet(files));
    const double seconds = watch.seconds();
    const double used = processorSeconds() - processor;
    const double held = static_cast<double>(anonymousBytes()) - before;
    const double most = static_cast<double>(peak.stop()) - before;
    if (set->ranks.size() != files.size()) {
        throw std::runtime_error("a rank was left out: " + set->unread.front().error.message);
    }
    double slices = 0;
    double strings = 0;
    for (const RankSession& rank : set->ranks) {
        slices += static_cast<double>(rank.session->trace->slices().size());
        strings += static_cast<double>(rank.session->trace->strings().memoryBytes());
    }
    return {seconds,
            used,
            held,
            most,
            slices,
            strings,
            static_cast<double>(set->analysis.collectives.size())};
}

}  // namespace

RankSetLoad measureRankSet(const std::string& recorded, const std::string& folder,
                           std::size_t count, std::uint64_t bytes) {
    const std::array<std::string, 1> named{recorded};
    const std::vector<std::string> models = valueOrThrow(traceFilesIn(named));
    RankSetLoad load;
    std::vector<std::string> files;
    for (std::size_t rank = 0; rank < count; ++rank) {
        files.push_back(folder + "/rank" + std::to_string(rank) + ".json");
        valueOrThrow(isolatedRun("making a rank's trace", [&] {
            writeRank(models[rank % models.size()], files.back(), rank, count, bytes);
            return std::vector<double>{1};
        }));
        load.fileBytes += static_cast<double>(std::filesystem::file_size(files.back()));
    }
    const SessionLoad one = loadSession(files.front());
    load.oneSeconds = one.seconds;
    load.oneProcessor = one.cpuSeconds;
    const std::vector<double> set =
        valueOrThrow(isolatedRun("loading all ranks", [&] { return loadSet(files); }));
    load.setSeconds = set.at(0);
    load.setProcessor = set.at(1);
    load.anonymousBytes = set.at(2);
    load.peakBytes = set.at(3);
    load.slices = set.at(4);
    load.stringBytes = set.at(5);
    load.collectives = set.at(6);
    for (const std::string& file : files) {
        std::filesystem::remove(file);
    }
    return load;
}

}  // namespace gaplight::bench
