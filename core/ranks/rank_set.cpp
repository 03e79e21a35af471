// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_set.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/quantity_text.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/runs_of_captures.h"

namespace gaplight {
namespace {

// Bytes of memory that loading takes for each byte of a file on disk, at most: a compressed trace
// inflates to some 15 times its size, its tables take half of that.
constexpr std::uintmax_t kMemoryPerByte = 12;
constexpr std::size_t kProcessorsPerFile = 2;  // the stages of one load keep this many busy

std::size_t concurrentLoads(std::span<const std::string> files, std::size_t wanted) {
    if (wanted > 0) {
        return wanted;
    }
    std::uintmax_t largest = 1;
    for (const std::string& file : files) {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(file, error);
        largest = std::max(largest, error ? 1 : size);
    }
    const auto pages = static_cast<std::uintmax_t>(std::max(0L, ::sysconf(_SC_AVPHYS_PAGES)));
    const auto page = static_cast<std::uintmax_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
    const std::uintmax_t byMemory = pages * page / 2 / kMemoryPerByte / largest;
    const std::size_t byProcessors =
        std::max<std::size_t>(1, std::thread::hardware_concurrency() / kProcessorsPerFile);
    return static_cast<std::size_t>(
        std::clamp<std::uintmax_t>(byMemory, 1, std::min(byProcessors, files.size())));
}

using Opened = std::optional<Result<std::shared_ptr<const Session>>>;

// Loads files on several threads; each load is parallel in itself.
class ParallelLoad {
public:
    ParallelLoad(std::span<const std::string> files, const RankSetOptions& options)
        : m_files(files), m_options(options), m_opened(files.size()) {}

    std::vector<Opened> run() {
        {
            std::vector<std::jthread> threads;
            for (std::size_t at = concurrentLoads(m_files, m_options.concurrent); at > 1; --at) {
                threads.emplace_back([this] { loadAll(); });
            }
            loadAll();
        }
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        return std::move(m_opened);
    }

private:
    void loadAll() {
        try {
            for (std::size_t at = m_next++; at < m_files.size(); at = m_next++) {
                m_opened[at] = load(at);
            }
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
    }

    Result<std::shared_ptr<const Session>> load(std::size_t file) {
        OpenOptions options;
        options.stop = m_options.stop;
        options.settings = m_options.settings;
        options.inflation = m_options.inflation;
        if (m_options.onProgress) {
            options.onProgress = [this, file](const LoadProgress& progress) {
                const std::lock_guard lock(m_mutex);
                m_options.onProgress(file, progress);
            };
        }
        options.finishEarly = m_options.finishEarly;
        return m_options.open ? m_options.open(m_files[file], options)
                              : openSession(m_files[file], options);
    }

    std::span<const std::string> m_files;
    const RankSetOptions& m_options;
    std::vector<Opened> m_opened;
    std::atomic<std::size_t> m_next{0};
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

using Numbers = std::vector<std::optional<int>>;

bool areDistinct(const Numbers& numbers) {
    std::set<int> seen;
    return std::all_of(numbers.begin(), numbers.end(), [&](const std::optional<int>& number) {
        return number && seen.insert(*number).second;
    });
}

// A rank that several files record; empty if there is none.
std::optional<int> sharedRank(const RankSet& set) {
    std::set<int> seen;
    for (const RankSession& rank : set.ranks) {
        const std::optional<int> recorded = rank.session->trace->facts().rank;
        if (recorded && !seen.insert(*recorded).second) {
            return recorded;
        }
    }
    return std::nullopt;
}

// Ranks of several replicas as one row of numbers; empty where a replica has a rank twice, or there
// is only one.
Numbers numbersOfReplicas(const Numbers& ranks, std::span<const NamedPlace> places) {
    std::set<std::pair<int, int>> seen;
    std::set<int> replicas;
    int size = 0;
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        if (!ranks[at] || !places[at].replica ||
            !seen.insert({*places[at].replica, *ranks[at]}).second) {
            return {};
        }
        replicas.insert(*places[at].replica);
        size = std::max(size, *ranks[at] + 1);
    }
    if (replicas.size() < 2) {
        return {};
    }
    Numbers numbers;
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        numbers.push_back(*places[at].replica * size + *ranks[at]);
    }
    return numbers;
}

void numberRanks(RankSet& set) {
    Numbers recorded;
    Numbers named;
    std::vector<std::string> paths;
    for (const RankSession& rank : set.ranks) {
        recorded.push_back(rank.session->trace->facts().rank);
        paths.push_back(rank.session->trace->facts().path);
    }
    const std::vector<NamedPlace> places = namedPlaces(paths);
    for (const NamedPlace& place : places) {
        named.push_back(place.rank);
    }
    Numbers numbers = recorded;
    const Numbers* inReplica = nullptr;
    if (!areDistinct(recorded)) {
        const auto replicas = [&](const Numbers& ranks) {
            numbers = numbersOfReplicas(ranks, places);
            inReplica = &ranks;
            return !numbers.empty();
        };
        const bool areReplicas = replicas(recorded) || (!areDistinct(named) && replicas(named));
        set.numbering = areReplicas          ? RankNumbering::Replicas
                        : areDistinct(named) ? RankNumbering::FileNames
                                             : RankNumbering::Order;
        numbers = areReplicas ? numbers : named;
    }
    for (std::size_t at = 0; at < set.ranks.size(); ++at) {
        RankSession& rank = set.ranks[at];
        rank.rank = set.numbering == RankNumbering::Order ? static_cast<int>(at) : *numbers[at];
        if (set.numbering == RankNumbering::Replicas) {
            rank.replica = places[at].replica;
            rank.rankInReplica = *(*inReplica)[at];
        }
    }
    std::stable_sort(set.ranks.begin(), set.ranks.end(),
                     [](const RankSession& a, const RankSession& b) { return a.rank < b.rank; });
}

// "rank 3 begins 45.9 min after rank 0 ends", of the first two of different runs; empty: all are of
// one.
std::string differentRunsText(const RankSet& set) {
    std::vector<CaptureFacts> captures;
    for (const RankSession& rank : set.ranks) {
        captures.push_back(captureFacts(*rank.session->trace));
        captures.back().rank = rank.rank;
    }
    const std::vector<std::size_t> runs = runsOf(captures);
    const auto other = std::find_if(runs.begin(), runs.end(),
                                    [&](std::size_t run) { return run != runs.front(); });
    if (other == runs.end()) {
        return {};
    }
    const CaptureFacts& a = captures.front();
    const CaptureFacts& b = captures[static_cast<std::size_t>(other - runs.begin())];
    const auto nameOf = [&](const CaptureFacts& one) {
        return rankName(set, static_cast<std::size_t>(&one - captures.data()));
    };
    if (a.worldSize && b.worldSize && *a.worldSize != *b.worldSize) {
        return fmt::format("{} is of {} ranks, {} of {}", nameOf(a), *a.worldSize, nameOf(b),
                           *b.worldSize);
    }
    if (!a.recorded || !b.recorded) {
        return nameOf(a) + " and " + nameOf(b);
    }
    const bool isBefore = a.recorded->begin < b.recorded->begin;
    return fmt::format("{} begins {} after {} ends", nameOf(isBefore ? b : a),
                       durationText(isBefore ? b.recorded->begin - a.recorded->end
                                             : a.recorded->begin - b.recorded->end),
                       nameOf(isBefore ? a : b));
}

// Why the files are not the ranks of one run; empty: they may be.
std::string otherRunsText(const RankSet& set) {
    const bool isOrdered = set.numbering == RankNumbering::Order && set.ranks.size() > 1;
    if (const std::optional<int> shared = sharedRank(set); isOrdered && shared) {
        return "several of the files are of rank " + std::to_string(*shared) +
               ": they are of several runs; name the files of one run; replicas of a server are "
               "told apart by names such as dp1_…_rank0, …-TP-0-DP-1 or dp_rank_1/…";
    }
    if (const std::string difference = differentRunsText(set); !difference.empty()) {
        return "the files are of several runs: " + difference +
               "; name the files of one run, or compare two runs";
    }
    return isOrdered && set.analysis.collectives.empty()
               ? "these files are not ranks of one run: none records a rank, and no communication "
                 "of two matches; open them one at a time"
               : std::string();
}

// The files of ranks, then those of a server's frontends. Frontends alone are ranks like any.
struct RankFiles {
    std::vector<std::string> all;
    std::size_t ranks = 0;
};
RankFiles sortedByRole(std::span<const std::string> files) {
    const std::vector<NamedPlace> places = namedPlaces(files);
    RankFiles sorted;
    for (const bool isFrontend : {false, true}) {
        for (std::size_t at = 0; at < files.size(); ++at) {
            if (places[at].isFrontend == isFrontend) {
                sorted.all.push_back(files[at]);
            }
        }
        sorted.ranks = isFrontend && sorted.ranks > 0 ? sorted.ranks : sorted.all.size();
    }
    return sorted;
}

void placeFrontends(RankSet& set) {
    std::vector<std::shared_ptr<const Session>> ranks;
    for (const RankSession& rank : set.ranks) {
        ranks.push_back(rank.session);
    }
    for (FrontendSession& frontend : set.frontends) {
        frontend.axis = axisOfFrontend(*frontend.session->trace, ranks, set.analysis.clocks);
    }
}

void finish(RankSet& set, std::stop_token stop) {
    numberRanks(set);
    set.worldSize =
        static_cast<int>(set.ranks.size() + static_cast<std::size_t>(std::ranges::count(
                                                set.unread, false, &UnreadRank::isFrontend)));
    for (const RankSession& rank : set.ranks) {
        set.worldSize = std::max(set.worldSize, rank.session->trace->facts().worldSize.value_or(0));
    }
    set.analysis = analyzeRanks(rankTraces(set), std::move(stop));
    placeFrontends(set);
}

}  // namespace

Result<std::shared_ptr<const RankSet>> openRankSet(std::span<const std::string> files,
                                                   const RankSetOptions& options) {
    auto set = std::make_shared<RankSet>();
    const RankFiles sorted = sortedByRole(files);
    RankSetOptions ofRanks = options;
    if (options.onProgress) {
        ofRanks.onProgress = [&](std::size_t file, const LoadProgress& progress) {
            const auto at = std::ranges::find(files, sorted.all[file]);
            options.onProgress(static_cast<std::size_t>(at - files.begin()), progress);
        };
    }
    std::vector<Opened> opened = ParallelLoad(sorted.all, ofRanks).run();
    for (std::size_t at = 0; at < opened.size(); ++at) {
        if (!*opened[at] && opened[at]->error().code == ErrorCode::Cancelled) {
            return tl::unexpected<Error>(std::move(opened[at]->error()));
        }
        const bool isFrontend = at >= sorted.ranks;
        if (!*opened[at]) {
            set->unread.push_back({sorted.all[at], std::move(opened[at]->error()), isFrontend});
        } else if (isFrontend) {
            set->frontends.push_back({std::move(**opened[at]), {}});
        } else {
            set->ranks.push_back({0, std::move(**opened[at])});
        }
    }
    if (set->ranks.empty()) {
        return set->unread.empty()
                   ? fail(ErrorCode::BadArgument, "no trace was given: name one for each rank")
                   : tl::unexpected<Error>(std::move(set->unread.front().error));
    }
    finish(*set, options.stop);
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    if (std::string doubt = otherRunsText(*set); !doubt.empty()) {
        return fail(ErrorCode::BadArgument, std::move(doubt));
    }
    returnFreeMemory();
    return set;
}

std::shared_ptr<const RankSet> rankSetOf(std::vector<std::shared_ptr<const Session>> sessions,
                                         std::stop_token stop) {
    auto set = std::make_shared<RankSet>();
    for (std::shared_ptr<const Session>& session : sessions) {
        set->ranks.push_back({0, std::move(session)});
    }
    finish(*set, std::move(stop));
    return set;
}

std::string rankName(const RankSet& set, std::size_t position) {
    const RankSession& rank = set.ranks[position];
    const std::string name = "rank " + std::to_string(rank.rank);
    return rank.replica
               ? fmt::format("{} (rank {} of dp {})", name, rank.rankInReplica, *rank.replica)
               : name;
}

std::vector<RankTrace> rankTraces(const RankSet& set) {
    std::vector<RankTrace> traces;
    for (const RankSession& rank : set.ranks) {
        const Session& session = *rank.session;
        traces.push_back({rank.rank, session.trace.get(), &session.indexes->launches,
                          &session.analysis, rank.replica, rank.rank - rank.rankInReplica});
    }
    return traces;
}

std::optional<std::size_t> numberOfStep(const RankSet& set, int step) {
    const auto ordinal = static_cast<std::size_t>(step + 1);
    for (const RankSession& rank : set.ranks) {
        const std::vector<TimeRange>& steps = rank.session->analysis.steps.markers.host;
        if (step >= 0 && ordinal <= steps.size()) {
            return stepNumber(*rank.session->trace, steps[ordinal - 1].begin, ordinal);
        }
    }
    return std::nullopt;
}

std::string stepLabel(const RankSet& set, int step) {
    if (const std::optional<std::size_t> number = numberOfStep(set, step)) {
        return "step " + std::to_string(*number);
    }
    return step < 0 ? "before" : "after";
}

std::vector<std::size_t> lateCollectives(const RankSetAnalysis& set) {
    std::vector<std::size_t> late;
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        if (set.collectives[at].isLate) {
            late.push_back(at);
        }
    }
    std::stable_sort(late.begin(), late.end(), [&](std::size_t a, std::size_t b) {
        return set.collectives[a].lead > set.collectives[b].lead;
    });
    return late;
}

std::size_t nextLateCollective(const RankSetAnalysis& set, int from, int direction) {
    std::vector<std::size_t> places = lateCollectives(set);
    std::sort(places.begin(), places.end());
    if (places.empty()) {
        places.resize(set.collectives.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
    }
    const auto size = static_cast<std::ptrdiff_t>(places.size());
    const auto found =
        std::lower_bound(places.begin(), places.end(), static_cast<std::size_t>(std::max(0, from)));
    const bool isOn = found != places.end() && static_cast<int>(*found) == from;
    const std::ptrdiff_t next = (found - places.begin()) + (direction > 0 ? (isOn ? 1 : 0) : -1);
    return places[static_cast<std::size_t>((next + size) % size)];
}

}  // namespace gaplight
