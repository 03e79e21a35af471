// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/kernel_changes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/place.h"
#include "core/base/text_hash.h"
#include "core/compare/alignment.h"
#include "core/compare/step_scope.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kUnwanted = 0xFFFFFFFFU;

// "path: function" of a frame; empty for what is none.
std::string functionName(std::string_view frame) {
    const FunctionKey key = functionKey(shortFrame(frame));
    return key.path.empty() ? std::string{}
                            : std::string(key.path) + ": " + std::string(key.function);
}

bool isWanted(const std::string& name, const std::string& wanted) {
    return name == wanted || (name.size() > wanted.size() + 2 && name.ends_with(wanted) &&
                              name[name.size() - wanted.size() - 1] == ' ');
}

}  // namespace

std::vector<std::string> functionsOfFindings(std::span<const ComparedTrace> runs) {
    std::set<std::string> names;
    for (const ComparedTrace& run : runs) {
        for (const Finding& finding : run.findings) {
            std::string name = functionName(finding.where.python);
            if (!name.empty()) {
                names.insert(std::move(name));
            }
        }
    }
    return {names.begin(), names.end()};
}

std::vector<FunctionTotals> functionTotals(const Trace& trace,
                                           std::span<const std::string> wanted) {
    std::vector<FunctionTotals> totals(wanted.size());
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        totals[at].name = wanted[at];
    }
    std::vector<std::uint32_t> wantedOfName(trace.strings().size(), kUnwanted);
    for (std::size_t text = 0; text < wantedOfName.size() && !wanted.empty(); ++text) {
        const std::string name = functionName(trace.text(StringId(text)));
        for (std::size_t at = 0; at < wanted.size() && !name.empty(); ++at) {
            if (isWanted(name, wanted[at])) {
                wantedOfName[text] = static_cast<std::uint32_t>(at);
                break;
            }
        }
    }
    const SliceTable& slices = trace.slices();
    const auto numberOf = [&](SliceId slice) { return wantedOfName[slices.name(slice).index()]; };
    const std::vector<SliceId> calls = scanSlices(trace, [&](SliceId slice) {
        if (numberOf(slice) == kUnwanted || trace.kind(slice) != SliceKind::PythonFunction) {
            return false;
        }
        for (SliceId around = slices.parent(slice); around.isValid();
             around = slices.parent(around)) {
            if (numberOf(around) == numberOf(slice)) {
                return false;
            }
        }
        return true;
    });
    for (const SliceId call : calls) {
        FunctionTotals& row = totals[numberOf(call)];
        ++row.count;
        row.total += slices.duration(call);
        if (!row.longest.isValid() || slices.duration(call) > slices.duration(row.longest)) {
            row.longest = call;
        }
    }
    return totals;
}

namespace {

void addSelfTimes(const Trace& trace, KernelSum SelfTimeChange::*sum,
                  SliceId SelfTimeChange::*longest,
                  std::map<std::string, SelfTimeChange>& changes) {
    const HostSelfTimes times = hostSelfTimes(trace, std::numeric_limits<std::size_t>::max());
    for (const NameSelfTime& one : times.longest) {
        const std::string function = functionName(trace.text(one.name));
        const std::string name = function.empty() ? std::string(trace.text(one.name)) : function;
        SelfTimeChange& change = changes[name];
        (change.*sum).count += one.count;
        (change.*sum).time += one.self;
        // The names of one function come by self time, the longest first.
        if (!(change.*longest).isValid()) {
            change.*longest = one.longest;
        }
    }
}

}  // namespace

std::vector<SelfTimeChange> selfTimeChanges(const Trace& a, const Trace& b) {
    std::map<std::string, SelfTimeChange> changes;
    addSelfTimes(a, &SelfTimeChange::a, &SelfTimeChange::longestA, changes);
    addSelfTimes(b, &SelfTimeChange::b, &SelfTimeChange::longestB, changes);
    std::vector<SelfTimeChange> list;
    list.reserve(changes.size());
    for (auto& [name, change] : changes) {
        change.name = name;
        list.push_back(std::move(change));
    }
    std::ranges::stable_sort(list, std::ranges::greater(), [](const SelfTimeChange& change) {
        return std::chrono::abs(change.b.time - change.a.time);
    });
    return list;
}

namespace {

using Sums = std::unordered_map<std::uint32_t, KernelSum>;  // by StringId

Sums sumsOf(const ComparedTrace& run, const StepScope& scope) {
    Sums sums;
    for (const DeviceAnalysis& device : run.analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
            if (run.trace.kind(slice) != SliceKind::Kernel) {
                continue;
            }
            if (scope.contains(run, run.launches.launchOf(id))) {
                KernelSum& sum = sums[run.trace.slices().name(slice).value];
                ++sum.count;
                sum.time += run.trace.slices().duration(slice);
            }
        }
    }
    return sums;
}

using Changes = std::map<std::string, KernelChange>;

void addSums(const Trace& trace, const Sums& sums, KernelSum KernelChange::*side,
             std::array<KernelSum, kKernelGroups>& groups, Changes& changes) {
    for (const auto& [name, sum] : sums) {
        const std::string_view text = trace.text(StringId(name));
        KernelChange& change = changes[shortKernelName(text)];
        change.group = kernelGroupOf(text);
        (change.*side).count += sum.count;
        (change.*side).time += sum.time;
        KernelSum& group = groups[static_cast<std::size_t>(change.group)];
        group.count += sum.count;
        group.time += sum.time;
    }
}

bool isBeyond(double ratio, double noiseFloor) {
    return ratio > 1 + noiseFloor || ratio < 1 - noiseFloor;
}

}  // namespace

std::string_view kernelChangeName(KernelChangeKind kind) {
    switch (kind) {
        case KernelChangeKind::Appeared:
            return "appeared";
        case KernelChangeKind::Vanished:
            return "vanished";
        case KernelChangeKind::Slower:
            return "slower";
        case KernelChangeKind::Faster:
            return "faster";
        case KernelChangeKind::FewerCalls:
            return "fewer_calls";
        case KernelChangeKind::MoreCalls:
            return "more_calls";
        case KernelChangeKind::Longer:
            return "longer";
        case KernelChangeKind::Shorter:
            return "shorter";
        case KernelChangeKind::Same:
            break;
    }
    return "same";
}

double KernelChange::callRatio(double clock) const {
    if (a.count == 0 || b.count == 0 || a.time == Duration::zero() || b.time == Duration::zero()) {
        return 1;
    }
    const double meanA = static_cast<double>(a.time.count()) / static_cast<double>(a.count);
    const double meanB = static_cast<double>(b.time.count()) / static_cast<double>(b.count);
    return meanB / meanA / (group == KernelGroup::Collective ? 1 : clock);
}

KernelChangeKind KernelChange::kind(double noiseFloor, double clock) const {
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? KernelChangeKind::Appeared : KernelChangeKind::Vanished;
    }
    const double calls = static_cast<double>(b.count) / static_cast<double>(a.count);
    const double time = callRatio(clock);
    if (isBeyond(calls, noiseFloor)) {
        return calls < 1 ? KernelChangeKind::FewerCalls : KernelChangeKind::MoreCalls;
    }
    if (!isBeyond(time, noiseFloor)) {
        return KernelChangeKind::Same;
    }
    if (group == KernelGroup::Collective) {
        return time > 1 ? KernelChangeKind::Longer : KernelChangeKind::Shorter;
    }
    return time > 1 ? KernelChangeKind::Slower : KernelChangeKind::Faster;
}

KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                            const Alignment& alignment) {
    constexpr auto kSteady = StepScope::With::SteadySteps;
    KernelChanges result;
    Changes changes;
    addSums(a.trace, sumsOf(a, StepScope(a.steps(), alignment.steps, true, kSteady)),
            &KernelChange::a, result.groupsA, changes);
    addSums(b.trace, sumsOf(b, StepScope(b.steps(), alignment.steps, false, kSteady)),
            &KernelChange::b, result.groupsB, changes);
    for (auto& [name, change] : changes) {
        change.name = name;
        result.kernels.push_back(std::move(change));
    }
    std::stable_sort(result.kernels.begin(), result.kernels.end(),
                     [](const KernelChange& x, const KernelChange& y) {
                         return std::chrono::abs(x.a.time - x.b.time) >
                                std::chrono::abs(y.a.time - y.b.time);
                     });
    result.exchanges = kernelExchanges(a.trace, b.trace, alignment.anchors);
    return result;
}

namespace {

// One activity of a difference. Names are numbers that both runs share.
struct ExchangedKernel {
    std::uint32_t name = 0;  // as recorded
    std::uint32_t shortName = 0;
    KernelGroup group = KernelGroup::Other;
    Duration duration{};

    bool isLibrary() const {
        return group == KernelGroup::Matmul || group == KernelGroup::Attention ||
               group == KernelGroup::Collective;
    }
};

using Kernels = std::vector<ExchangedKernel>;

struct Difference {
    Kernels a;
    Kernels b;
};

// Numbers of names, shared by both runs.
class NameNumbers {
public:
    std::uint32_t of(std::string_view text) {
        const auto [at, isNew] =
            m_numbers.try_emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
        if (isNew) {
            m_texts.emplace_back(text);
        }
        return at->second;
    }
    const std::string& text(std::uint32_t number) const { return m_texts[number]; }

private:
    std::unordered_map<std::string, std::uint32_t, TextHash> m_numbers;
    std::vector<std::string> m_texts;
};

// The kernels of one run's activities; each name is looked up once.
class KernelReader {
public:
    KernelReader(const Trace& trace, NameNumbers& numbers) : m_trace(trace), m_numbers(numbers) {}

    // Without copies and memsets, which no kernel takes in.
    Kernels read(const std::vector<ActivityId>& activities) {
        Kernels kernels;
        for (const ActivityId id : activities) {
            const SliceId slice = m_trace.gpuActivities()[id.index()].slice;
            if (m_trace.kind(slice) == SliceKind::Kernel) {
                kernels.push_back(kernelOf(m_trace.slices().name(slice)));
                kernels.back().duration = m_trace.slices().duration(slice);
            }
        }
        return kernels;
    }

private:
    const ExchangedKernel& kernelOf(StringId name) {
        const auto [at, isNew] = m_known.try_emplace(name.value, ExchangedKernel{});
        if (isNew) {
            const std::string_view text = m_trace.text(name);
            at->second.name = m_numbers.of(text);
            at->second.shortName = m_numbers.of(shortKernelName(text));
            at->second.group = kernelGroupOf(text);
        }
        return at->second;
    }

    const Trace& m_trace;
    NameNumbers& m_numbers;
    std::unordered_map<std::uint32_t, ExchangedKernel> m_known;  // by StringId
};

Kernels partOf(const Kernels& kernels, std::size_t begin, std::size_t end) {
    return {kernels.begin() + static_cast<std::ptrdiff_t>(begin),
            kernels.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Cuts a difference at the kernels of equal name.
void cutAtEqualNames(const Difference& whole, std::vector<Difference>& pieces) {
    const auto namesOf = [](const Kernels& kernels) {
        std::vector<std::uint32_t> names;
        for (const ExchangedKernel& kernel : kernels) {
            names.push_back(kernel.name);
        }
        return names;
    };
    std::size_t nextA = 0;
    std::size_t nextB = 0;
    const auto addPiece = [&](std::size_t endA, std::size_t endB) {
        if (nextA < endA || nextB < endB) {
            pieces.push_back({partOf(whole.a, nextA, endA), partOf(whole.b, nextB, endB)});
        }
    };
    for (const MatchRun& run : matchSequences(namesOf(whole.a), namesOf(whole.b))) {
        addPiece(run.a, run.b);
        nextA = run.a + run.length;
        nextB = run.b + run.length;
    }
    addPiece(whole.a.size(), whole.b.size());
}

// Takes library kernels that both runs have in these differences out of them.
void dropMovedKernels(std::span<Difference> pieces) {
    std::unordered_map<std::uint32_t, std::array<std::size_t, 2>> counts;
    for (const Difference& piece : pieces) {
        for (const ExchangedKernel& kernel : piece.a) {
            counts[kernel.name][0] += kernel.isLibrary() ? 1U : 0U;
        }
        for (const ExchangedKernel& kernel : piece.b) {
            counts[kernel.name][1] += kernel.isLibrary() ? 1U : 0U;
        }
    }
    for (auto& [name, count] : counts) {
        count.fill(std::min(count[0], count[1]));
    }
    for (Difference& piece : pieces) {
        std::erase_if(piece.a, [&](const ExchangedKernel& kernel) {
            std::size_t& left = counts[kernel.name][0];
            return left > 0 && left-- > 0;
        });
        std::erase_if(piece.b, [&](const ExchangedKernel& kernel) {
            std::size_t& left = counts[kernel.name][1];
            return left > 0 && left-- > 0;
        });
    }
}

bool hasGroup(const Kernels& kernels, KernelGroup group) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const ExchangedKernel& kernel) { return kernel.group == group; });
}

// Library kernels and all others apart.
std::array<Difference, 2> withLibraryApart(Difference piece) {
    const bool isAttention =
        (hasGroup(piece.a, KernelGroup::Matmul) && hasGroup(piece.b, KernelGroup::Attention)) ||
        (hasGroup(piece.b, KernelGroup::Matmul) && hasGroup(piece.a, KernelGroup::Attention));
    std::array<Difference, 2> apart;
    if (isAttention) {
        apart[0] = std::move(piece);
        return apart;
    }
    for (Kernels Difference::*side : {&Difference::a, &Difference::b}) {
        for (const ExchangedKernel& kernel : piece.*side) {
            (apart[kernel.isLibrary() ? 1 : 0].*side).push_back(kernel);
        }
    }
    return apart;
}

// Counts exchanges by the kernels on both sides.
class ExchangeList {
public:
    void add(const Difference& piece) {
        std::unordered_map<std::uint32_t, std::ptrdiff_t> more;  // in A than in B, by short name
        for (const ExchangedKernel& kernel : piece.a) {
            ++more[kernel.shortName];
        }
        for (const ExchangedKernel& kernel : piece.b) {
            --more[kernel.shortName];
        }
        std::vector<std::uint32_t> onlyA;
        std::vector<std::uint32_t> onlyB;
        Duration timeA{};
        Duration timeB{};
        for (const ExchangedKernel& kernel : piece.a) {
            if (std::ptrdiff_t& left = more[kernel.shortName]; left > 0) {
                --left;
                onlyA.push_back(kernel.shortName);
                timeA += kernel.duration;
            }
        }
        for (const ExchangedKernel& kernel : piece.b) {
            if (std::ptrdiff_t& left = more[kernel.shortName]; left < 0) {
                ++left;
                onlyB.push_back(kernel.shortName);
                timeB += kernel.duration;
            }
        }
        if (onlyA.empty() || onlyB.empty() || onlyA.size() == onlyB.size()) {
            return;
        }
        std::sort(onlyA.begin(), onlyA.end());
        std::sort(onlyB.begin(), onlyB.end());
        KernelExchange& exchange = m_found[{std::move(onlyA), std::move(onlyB)}];
        ++exchange.times;
        exchange.timeA += timeA;
        exchange.timeB += timeB;
    }

    std::vector<KernelExchange> take(const NameNumbers& numbers) {
        const auto namesOf = [&](const std::vector<std::uint32_t>& list) {
            std::vector<std::string> names;
            for (const std::uint32_t number : list) {
                names.push_back(numbers.text(number));
            }
            std::sort(names.begin(), names.end());
            return names;
        };
        std::vector<KernelExchange> list;
        for (auto& [names, exchange] : m_found) {
            exchange.a = namesOf(names.first);
            exchange.b = namesOf(names.second);
            list.push_back(std::move(exchange));
        }
        std::sort(list.begin(), list.end(), [](const KernelExchange& x, const KernelExchange& y) {
            const Duration changeX = std::chrono::abs(x.timeA - x.timeB);
            const Duration changeY = std::chrono::abs(y.timeA - y.timeB);
            return changeX != changeY ? changeX > changeY : x.a != y.a ? x.a < y.a : x.b < y.b;
        });
        return list;
    }

private:
    using NameLists = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

    std::map<NameLists, KernelExchange> m_found;
};

}  // namespace

std::vector<KernelExchange> kernelExchanges(const Trace& a, const Trace& b,
                                            const Anchors& anchors) {
    NameNumbers numbers;
    KernelReader readerA(a, numbers);
    KernelReader readerB(b, numbers);
    ExchangeList exchanges;
    const std::vector<AnchorDifference>& all = anchors.differences;
    for (std::size_t begin = 0; begin < all.size();) {
        std::vector<Difference> pieces;
        std::size_t end = begin;
        for (; end < all.size() && all[end].part == all[begin].part; ++end) {
            if (!all[end].warmsUp) {
                cutAtEqualNames({readerA.read(all[end].a), readerB.read(all[end].b)}, pieces);
            }
        }
        dropMovedKernels(pieces);
        for (Difference& piece : pieces) {
            for (const Difference& part : withLibraryApart(std::move(piece))) {
                exchanges.add(part);
            }
        }
        begin = end;
    }
    return exchanges.take(numbers);
}

}  // namespace gaplight
