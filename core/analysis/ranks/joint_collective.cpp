// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_collective.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/ranks/comm_operation.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr std::string_view kUnevenAllToAll = "all_to_allv";
constexpr std::string_view kSendReceive = "send_recv";

std::string describe(const CommCall& call) {
    std::string text(call.operation);
    if (call.inputs >= 0) {
        text += " of " + countText(static_cast<std::uint64_t>(call.inputs), "element", "elements");
    }
    return call.type.empty() ? text : text + " (" + std::string(call.type) + ")";
}

bool isUnknown(std::string_view text) {
    return text.empty() || text == kUnknownOperation;
}
bool isUnknown(std::int64_t elements) {
    return elements < 0;
}

// Whether two ranks state the same. What one of them lacks equals anything; it becomes known then.
template <class Value>
bool agree(Value& known, Value value) {
    if (isUnknown(known)) {
        known = value;
    }
    return isUnknown(value) || known == value;
}

// `known`: what the ranks before say of their call.
bool areAlike(CommCall& known, const CommCall& call) {
    if (!agree(known.operation, call.operation) || !agree(known.type, call.type)) {
        return false;
    }
    return known.operation == kUnevenAllToAll ||
           (agree(known.inputs, call.inputs) && agree(known.outputs, call.outputs));
}

RankPart partOf(std::size_t rank, std::size_t call) {
    RankPart part;
    part.rank = rank;
    part.call = call;
    return part;
}

class CallMatching {
public:
    CallMatching(std::span<const CommCalls> calls, std::span<const int> ranks)
        : m_calls(calls), m_ranks(ranks) {}

    MatchedCalls take() {
        for (std::size_t rank = 0; rank < m_calls.size(); ++rank) {
            std::vector<std::size_t>& of = m_communicatorOf.emplace_back();
            for (const CommGroup& group : m_calls[rank].groups) {
                of.push_back(isWhole(group) ? communicator(group, rank) : 0);
            }
        }
        for (std::size_t rank = 0; rank < m_calls.size(); ++rank) {
            for (std::size_t at = 0; at < m_calls[rank].groups.size(); ++at) {
                if (const CommGroup& group = m_calls[rank].groups[at]; !isWhole(group)) {
                    m_communicatorOf[rank][at] = communicatorLike(group, rank);
                }
            }
        }
        for (std::size_t rank = 0; rank < m_calls.size(); ++rank) {
            sortCalls(rank);
        }
        for (std::size_t at = 0; at < m_matched.communicators.size(); ++at) {
            matchCollectives(at);
        }
        matchSends();
        return std::move(m_matched);
    }

private:
    using Positions = std::vector<std::size_t>;       // of calls of one rank
    using Route = std::tuple<std::size_t, int, int>;  // communicator, sender, receiver

    void sortCalls(std::size_t rank) {
        for (std::size_t at = 0; at < m_calls[rank].calls.size(); ++at) {
            const CommCall& call = m_calls[rank].calls[at];
            const std::size_t of = m_communicatorOf[rank][call.group];
            if (m_matched.communicators[of].isInferred && isOfUnknownPeer(call)) {
                m_matched.unmatched += call.kernel.isValid() ? 1 : 0;
            } else if (call.kind == CommKind::Collective) {
                m_ofRank[of][rank].push_back(at);
            } else if (call.kind == CommKind::Send) {
                m_sends[{of, m_ranks[rank], peerOf(call, rank)}].emplace_back(rank, at);
            } else {
                m_receives[{of, peerOf(call, rank), m_ranks[rank]}].emplace_back(rank, at);
            }
        }
    }

    // In an inferred group a peer's number may be one in any group, and kernels of sends name no
    // peer: known only where there is one other rank.
    bool isOfUnknownPeer(const CommCall& call) const {
        return (call.kind != CommKind::Collective || call.operation == kSendReceive) &&
               m_calls.size() != 2;
    }

    // Number of the other rank. Where the members of a group are not recorded, its ranks are in
    // ascending order in it, as PyTorch, Megatron and MPI make groups.
    int peerOf(const CommCall& call, std::size_t rank) const {
        const Communicator& communicator =
            m_matched.communicators[m_communicatorOf[rank][call.group]];
        std::vector<int> members = communicator.members;
        for (const std::size_t one : communicator.ranks) {
            if (communicator.members.empty()) {
                members.push_back(m_ranks[one]);
            }
        }
        if (call.peer < 0 && members.size() == 2) {
            return members[members[0] == m_ranks[rank] ? 1 : 0];
        }
        const auto peer = static_cast<std::size_t>(std::max(call.peer, 0));
        const bool isPosition = m_calls[rank].groups[call.group].members.empty() &&
                                call.peer >= 0 && peer < members.size();
        return isPosition ? members[peer] : call.peer;
    }

    static bool isWhole(const CommGroup& group) {
        return group.isInferred || (!group.name.empty() && !group.ranks.empty());
    }

    // Of a group whose name or ranks a call lacks: the only one of the rank that agrees.
    std::size_t communicatorLike(const CommGroup& group, std::size_t rank) {
        std::vector<std::size_t> alike;
        for (const auto& [key, at] : m_known) {
            const auto& [name, ranks, isInferred] = key;
            const std::vector<int>& members = m_matched.communicators[at].members;
            if (!isInferred && (group.name.empty() || group.name == name) &&
                (group.ranks.empty() || group.ranks == ranks) &&
                std::ranges::find(members, m_ranks[rank]) != members.end()) {
                alike.push_back(at);
            }
        }
        if (alike.size() != 1) {
            return communicator(group, rank);
        }
        addRank(m_matched.communicators[alike.front()], rank);
        return alike.front();
    }

    static void addRank(Communicator& communicator, std::size_t rank) {
        const auto place = std::ranges::lower_bound(communicator.ranks, rank);
        if (place == communicator.ranks.end() || *place != rank) {
            communicator.ranks.insert(place, rank);
        }
    }

    std::size_t communicator(const CommGroup& group, std::size_t rank) {
        const auto [known, isNew] = m_known.try_emplace({group.name, group.ranks, group.isInferred},
                                                        m_matched.communicators.size());
        if (isNew) {
            Communicator& communicator = m_matched.communicators.emplace_back();
            communicator.name = group.name;
            communicator.members = group.members;
            communicator.dimension = parallelDimension(group.description);
            communicator.isInferred = group.isInferred;
            m_ofRank.emplace_back(m_calls.size());
        }
        addRank(m_matched.communicators[known->second], rank);
        return known->second;
    }

    void matchCollectives(std::size_t at) {
        Communicator& communicator = m_matched.communicators[at];
        const std::vector<Positions>& ofRank = m_ofRank[at];
        std::size_t most = 0;
        for (const std::size_t rank : communicator.ranks) {
            most = std::max(most, ofRank[rank].size());
        }
        for (std::size_t ordinal = 0; ordinal < most; ++ordinal) {
            if (!areConsistent(at, ordinal)) {
                for (const std::size_t rank : communicator.ranks) {
                    m_matched.unmatched +=
                        ofRank[rank].size() - std::min(ordinal, ofRank[rank].size());
                }
                return;
            }
            addCollective(at, ordinal);
        }
    }

    bool areConsistent(std::size_t at, std::size_t ordinal) {
        const Communicator& communicator = m_matched.communicators[at];
        std::optional<CommCall> known;
        for (const std::size_t rank : communicator.ranks) {
            if (const CommCall* call = callOf(at, rank, ordinal); call != nullptr) {
                known = known.value_or(*call);
            }
        }
        bool isConsistent = true;
        for (const std::size_t rank : communicator.ranks) {
            const CommCall* call = callOf(at, rank, ordinal);
            if (call != nullptr && areAlike(*known, *call)) {
                continue;
            }
            isConsistent = false;
            if (!communicator.isInferred) {
                m_matched.problems.push_back({at, ordinal, rank, describe(*known),
                                              call == nullptr ? std::string{} : describe(*call)});
            }
        }
        return isConsistent;
    }

    const CommCall* callOf(std::size_t communicator, std::size_t rank, std::size_t ordinal) const {
        const Positions& positions = m_ofRank[communicator][rank];
        return ordinal < positions.size() ? &m_calls[rank].calls[positions[ordinal]] : nullptr;
    }

    void addCollective(std::size_t at, std::size_t ordinal) {
        JointCollective joint;
        joint.communicator = at;
        joint.ordinal = ordinal;
        const Communicator& communicator = m_matched.communicators[at];
        for (const std::size_t rank : communicator.ranks) {
            const std::size_t position = m_ofRank[at][rank][ordinal];
            const CommCall& call = m_calls[rank].calls[position];
            agree(joint.operation, call.operation);
            agree(joint.type, call.type);
            joint.parts.push_back(partOf(rank, position));
        }
        add(std::move(joint));
    }

    void matchSends() {
        for (const auto& [route, sends] : m_sends) {
            const auto& receives = m_receives[route];
            const std::size_t count = std::min(sends.size(), receives.size());
            for (std::size_t ordinal = 0; ordinal < count; ++ordinal) {
                addSend(std::get<0>(route), ordinal, sends[ordinal], receives[ordinal]);
            }
            m_matched.unmatched += sends.size() - count;
        }
        for (const auto& [route, receives] : m_receives) {
            m_matched.unmatched +=
                receives.size() - std::min(receives.size(), m_sends[route].size());
        }
    }

    using RankCall = std::pair<std::size_t, std::size_t>;  // position of a rank, of its call

    void addSend(std::size_t communicator, std::size_t ordinal, RankCall send, RankCall receive) {
        JointCollective joint;
        joint.isSendReceive = true;
        joint.operation = kSendReceive;
        joint.communicator = communicator;
        joint.ordinal = ordinal;
        joint.sender = send.first;
        joint.receiver = receive.first;
        for (const auto& [rank, call] : {send, receive}) {
            agree(joint.type, m_calls[rank].calls[call].type);
            joint.parts.push_back(partOf(rank, call));
        }
        std::sort(joint.parts.begin(), joint.parts.end(),
                  [](const RankPart& a, const RankPart& b) { return a.rank < b.rank; });
        add(std::move(joint));
    }

    // Counted as unmatched where a kernel is missing: it was not recorded.
    void add(JointCollective joint) {
        const auto hasKernel = [&](const RankPart& part) {
            return m_calls[part.rank].calls[part.call].kernel.isValid();
        };
        if (joint.parts.size() < 2 || joint.parts[0].rank == joint.parts[1].rank ||
            !std::all_of(joint.parts.begin(), joint.parts.end(), hasKernel)) {
            m_matched.unmatched += static_cast<std::uint64_t>(
                std::count_if(joint.parts.begin(), joint.parts.end(), hasKernel));
            return;
        }
        const std::int64_t size = bytesOfType(joint.type);
        for (RankPart& part : joint.parts) {
            const std::int64_t inputs = m_calls[part.rank].calls[part.call].inputs;
            part.bytes = inputs >= 0 && size > 0 ? inputs * size : -1;
        }
        ++m_matched.communicators[joint.communicator].calls;
        m_matched.collectives.push_back(std::move(joint));
    }

    std::span<const CommCalls> m_calls;
    std::span<const int> m_ranks;
    MatchedCalls m_matched;
    std::map<std::tuple<std::string, std::string, bool>, std::size_t> m_known;
    std::vector<std::vector<std::size_t>> m_communicatorOf;  // per rank and group
    std::vector<std::vector<Positions>> m_ofRank;            // per communicator and rank
    std::map<Route, std::vector<RankCall>> m_sends;
    std::map<Route, std::vector<RankCall>> m_receives;
};

}  // namespace

MatchedCalls matchCalls(std::span<const CommCalls> calls, std::span<const int> ranks) {
    return CallMatching(calls, ranks).take();
}

std::vector<std::vector<std::size_t>> collectivesOfRanks(
    std::span<const JointCollective> collectives, std::size_t ranks) {
    std::vector<std::vector<std::size_t>> ofRanks(ranks);
    for (std::size_t at = 0; at < collectives.size(); ++at) {
        for (const RankPart& part : collectives[at].parts) {
            ofRanks[part.rank].push_back(at);
        }
    }
    return ofRanks;
}

}  // namespace gaplight
