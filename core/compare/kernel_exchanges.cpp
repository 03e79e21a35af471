// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/kernel_exchanges.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/base/text_hash.h"
#include "core/compare/sequence_match.h"

namespace gaplight {
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
