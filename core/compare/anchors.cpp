// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/anchors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/id.h"
#include "core/base/text_hash.h"
#include "core/compare/alignment.h"
#include "core/compare/measures.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinMatchedPercent = 50;

// The properties of two anchors that must be equal for a match.
enum class Similarity : std::uint8_t { NameAndShape, Name, Kind, AnyKernel };

class KeyInterner {
public:
    std::uint32_t of(const std::string& text) {
        return m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size()))
            .first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t, TextHash> m_numbers;
};

// Keys and labels of anchors, computed once per name of a trace.
class Names {
public:
    Names(const Trace& trace, KeyInterner& shown)
        : m_trace(trace), m_kinds(trace), m_groups(trace), m_shown(shown) {}

    [[nodiscard]] std::uint32_t shown(SliceId slice) {
        const std::uint32_t name = m_trace.slices().name(slice).value;
        const auto [at, isNew] = m_shownOfName.try_emplace(name, 0);
        if (isNew) {
            at->second = m_shown.of(m_trace.kind(slice) == SliceKind::Kernel
                                        ? shortKernelName(m_trace.name(slice))
                                        : std::string(m_trace.name(slice)));
        }
        return at->second;
    }

    // 0 if the slice is no anchor. Equal keys in both runs: a match.
    [[nodiscard]] std::uint64_t keyOf(SliceId slice, Similarity similarity) {
        const SliceKind kind = m_trace.kind(slice);
        if (kind == SliceKind::Memcpy) {
            return copyKey(slice, similarity);
        }
        if (kind != SliceKind::Kernel) {
            return 0;
        }
        const KernelGroup group = m_groups.of(slice);
        const bool isAnchor = group == KernelGroup::Matmul || group == KernelGroup::Attention ||
                              group == KernelGroup::Collective;
        if (!isAnchor && similarity != Similarity::AnyKernel) {
            return 0;
        }
        if (similarity == Similarity::Kind) {
            return mixed(kKindSeed, static_cast<std::uint64_t>(group));
        }
        std::uint64_t key = mixed(kNameSeed, shown(slice));
        const KernelConfig* config = m_trace.kernelConfigs().find(slice);
        if (similarity == Similarity::NameAndShape && config != nullptr) {
            for (const std::uint32_t blocks : config->grid) {
                key = mixed(key, blocks);
            }
        }
        return key;
    }

private:
    static constexpr std::uint64_t kKindSeed = 1;
    static constexpr std::uint64_t kNameSeed = 2;
    static constexpr std::uint64_t kCopySeed = 3;

    // A step of FNV-1a over 64-bit words; collisions among a few thousand keys are negligible.
    [[nodiscard]] static std::uint64_t mixed(std::uint64_t key, std::uint64_t value) {
        constexpr std::uint64_t kPrime = 0x100000001B3ULL;
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;
        return ((key ^ (value * kSpread)) * kPrime) | 1U;
    }

    [[nodiscard]] std::uint64_t copyKey(SliceId slice, Similarity similarity) {
        const auto direction = static_cast<std::uint64_t>(m_kinds.of(slice).direction);
        const CopyFacts* facts = m_trace.copyFacts().find(slice);
        const bool isSized = similarity == Similarity::NameAndShape && facts != nullptr;
        return mixed(mixed(kCopySeed, direction),
                     isSized ? static_cast<std::uint64_t>(facts->bytes) : 0);
    }

    const Trace& m_trace;
    CopyKinds m_kinds;
    KernelGroups m_groups;
    KeyInterner& m_shown;
    std::unordered_map<std::uint32_t, std::uint32_t, IdHash> m_shownOfName;
};

// Part of a run: the activities of one GPU in one step, by start.
using Part = std::vector<ActivityId>;
// By (step pair, GPU by order).
using Parts = std::map<std::pair<std::size_t, std::size_t>, Part>;

Parts partsOf(const ComparedTrace& run, std::span<const StepPair> pairs, bool isA) {
    const std::vector<TimeRange>& hosts = run.steps().markers.host;
    std::vector<std::optional<std::size_t>> pairOf(hosts.size());
    for (std::size_t at = 0; at < pairs.size(); ++at) {
        pairOf[isA ? pairs[at].a : pairs[at].b] = at;
    }
    Parts parts;
    for (std::size_t device = 0; device < run.analysis.devices.size(); ++device) {
        for (const ActivityId id : run.analysis.devices[device].byStart) {
            if (pairs.empty()) {
                parts[{0, device}].push_back(id);
                continue;
            }
            const SliceId launch = run.launches.launchOf(id);
            if (!launch.isValid()) {
                continue;
            }
            const Time time = run.trace.slices().start(launch);
            const auto after = std::upper_bound(
                hosts.begin(), hosts.end(), time,
                [](Time wanted, const TimeRange& step) { return wanted < step.begin; });
            if (after == hosts.begin() || time >= (after - 1)->end) {
                continue;
            }
            const auto pair = pairOf[static_cast<std::size_t>(after - hosts.begin()) - 1];
            if (pair) {
                parts[{*pair, device}].push_back(id);
            }
        }
    }
    return parts;
}

class Matching {
public:
    Matching(const ComparedTrace& a, const ComparedTrace& b, std::span<const StepPair> steps,
             std::stop_token stop)
        : m_a(a.trace),
          m_b(b.trace),
          m_steps(steps),
          m_stop(std::move(stop)),
          m_namesA(m_a, m_shown),
          m_namesB(m_b, m_shown) {}

    Anchors match(const Parts& a, const Parts& b, Similarity similarity) {
        Anchors anchors;
        for (const auto& [where, partA] : a) {
            m_warmsUp = where.first < m_steps.size() && m_steps[where.first].warmsUp;
            const auto partB = b.find(where);
            matchPart(partA, partB == b.end() ? Part{} : partB->second, similarity, anchors);
        }
        for (const auto& [where, partB] : b) {
            if (!a.contains(where)) {
                m_warmsUp = where.first < m_steps.size() && m_steps[where.first].warmsUp;
                matchPart({}, partB, similarity, anchors);
            }
        }
        return anchors;
    }

private:
    struct KeyedAnchors {
        std::vector<std::uint32_t> keys;     // of the anchors
        std::vector<std::size_t> positions;  // in the part
    };

    static SliceId sliceOf(const Trace& trace, ActivityId id) {
        return trace.gpuActivities()[id.index()].slice;
    }

    KeyedAnchors keyed(const Trace& trace, Names& names, const Part& part, Similarity similarity) {
        KeyedAnchors result;
        for (std::size_t at = 0; at < part.size(); ++at) {
            const std::uint64_t key = names.keyOf(sliceOf(trace, part[at]), similarity);
            if (key != 0) {
                result.keys.push_back(
                    m_keys.try_emplace(key, static_cast<std::uint32_t>(m_keys.size()))
                        .first->second);
                result.positions.push_back(at);
            }
        }
        return result;
    }

    void matchPart(const Part& a, const Part& b, Similarity similarity, Anchors& anchors) {
        if (m_stop.stop_requested()) {
            return;
        }
        ++m_part;
        const KeyedAnchors keyedA = keyed(m_a, m_namesA, a, similarity);
        const KeyedAnchors keyedB = keyed(m_b, m_namesB, b, similarity);
        anchors.countA += keyedA.keys.size();
        anchors.countB += keyedB.keys.size();
        std::size_t nextA = 0;
        std::size_t nextB = 0;
        for (const MatchRun& run : matchSequences(keyedA.keys, keyedB.keys)) {
            for (std::size_t at = 0; at < run.length; ++at) {
                const std::size_t atA = keyedA.positions[run.a + at];
                const std::size_t atB = keyedB.positions[run.b + at];
                addDifference(a, nextA, atA, b, nextB, atB, anchors);
                anchors.pairs.push_back({a[atA], b[atB]});
                nextA = atA + 1;
                nextB = atB + 1;
            }
        }
        addDifference(a, nextA, a.size(), b, nextB, b.size(), anchors);
    }

    void addDifference(const Part& a, std::size_t beginA, std::size_t endA, const Part& b,
                       std::size_t beginB, std::size_t endB, Anchors& anchors) {
        if (beginA == endA && beginB == endB) {
            return;
        }
        AnchorDifference difference;
        difference.a.assign(a.begin() + offset(beginA), a.begin() + offset(endA));
        difference.b.assign(b.begin() + offset(beginB), b.begin() + offset(endB));
        difference.part = m_part;
        difference.warmsUp = m_warmsUp;
        const bool isSame = std::equal(
            difference.a.begin(), difference.a.end(), difference.b.begin(), difference.b.end(),
            [&](ActivityId ofA, ActivityId ofB) {
                return m_namesA.shown(sliceOf(m_a, ofA)) == m_namesB.shown(sliceOf(m_b, ofB));
            });
        if (!isSame) {
            anchors.differences.push_back(std::move(difference));
        }
    }

    [[nodiscard]] static std::ptrdiff_t offset(std::size_t at) {
        return static_cast<std::ptrdiff_t>(at);
    }

    const Trace& m_a;
    const Trace& m_b;
    std::span<const StepPair> m_steps;
    std::stop_token m_stop;
    bool m_warmsUp = false;  // of the part at hand
    std::size_t m_part = 0;  // its number
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_keys;
    KeyInterner m_shown;
    Names m_namesA;
    Names m_namesB;
};

}  // namespace

std::size_t Anchors::matchedPercent() const {
    const std::size_t fewer = std::min(countA, countB);
    return fewer == 0 ? 0 : 100 * pairs.size() / fewer;
}

Anchors matchAnchors(const ComparedTrace& a, const ComparedTrace& b,
                     std::span<const StepPair> steps, const std::stop_token& stop) {
    const Parts partsA = partsOf(a, steps, true);
    const Parts partsB = partsOf(b, steps, false);
    Matching matching(a, b, steps, stop);
    Anchors best;
    for (const Similarity similarity :
         {Similarity::NameAndShape, Similarity::Name, Similarity::Kind, Similarity::AnyKernel}) {
        Anchors anchors = matching.match(partsA, partsB, similarity);
        const bool isFallback = similarity == Similarity::AnyKernel;
        if (isFallback && best.matchedPercent() > 0) {
            break;
        }
        if (similarity == Similarity::NameAndShape ||
            anchors.matchedPercent() > best.matchedPercent()) {
            best = std::move(anchors);
            best.byName = similarity != Similarity::Kind;
        }
        if (best.matchedPercent() >= kMinMatchedPercent) {
            break;
        }
    }
    return best;
}

}  // namespace gaplight
