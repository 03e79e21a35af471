// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/comm_operation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <utility>

namespace gaplight {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

template <class Matches>
std::string_view operationIn(std::span<const Name> names, std::string_view otherwise,
                             Matches matches) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const Name& name) { return matches(name.first); });
    return found == names.end() ? otherwise : found->second;
}

constexpr std::array kFunctions{
    Name{"ncclAllReduce", "allreduce"},
    Name{"ncclAllReduceWithBias", "allreduce"},
    Name{"ncclAllGather", "_allgather_base"},
    Name{"ncclReduceScatter", "_reduce_scatter_base"},
    Name{"ncclBroadcast", "broadcast"},
    Name{"ncclBcast", "broadcast"},
    Name{"ncclReduce", "reduce"},
    Name{"ncclGather", "gather"},
    Name{"ncclScatter", "scatter"},
    Name{"ncclAlltoAll", "all_to_all"},
    Name{"ncclAllToAll", "all_to_all"},
    Name{"ncclAllToAllv", "all_to_allv"},
    Name{"ncclSend", "send"},
    Name{"ncclRecv", "recv"},
};

// Where ProcessGroupNCCL's title of a range differs from its name of the operation.
constexpr std::array kRanges{
    Name{"all_reduce", "allreduce"},
    Name{"_all_gather_base", "_allgather_base"},
};

constexpr std::array kKernels{
    Name{"AllReduce", "allreduce"},
    Name{"AllGather", "_allgather_base"},
    Name{"ReduceScatter", "_reduce_scatter_base"},
    Name{"Broadcast", "broadcast"},
    Name{"SendRecv", "send_recv"},
    Name{"AllToAll", "all_to_all"},
};

}  // namespace

CommRole commRoleOf(std::string_view name) {
    if (!name.starts_with("nccl")) {
        return name == kCommOperator ? CommRole::Call : CommRole::None;
    }
    return name == kCoalescedRange              ? CommRole::Coalesced
           : name == "ncclGroupStart"           ? CommRole::GroupStart
           : name == "ncclGroupEnd"             ? CommRole::GroupEnd
           : !operationOfFunction(name).empty() ? CommRole::Call
           : !operationOfRange(name).empty()    ? CommRole::Range
                                                : CommRole::None;
}

std::string_view operationOfFunction(std::string_view name) {
    constexpr std::string_view kImplementation = "_impl";
    if (name.ends_with(kImplementation)) {
        name.remove_suffix(kImplementation.size());
    }
    return operationIn(kFunctions, {}, [&](std::string_view function) { return name == function; });
}

std::string_view operationOfRange(std::string_view name) {
    constexpr std::string_view kPrefix = "nccl:";
    if (!name.starts_with(kPrefix) || name == kCoalescedRange) {
        return {};
    }
    name.remove_prefix(kPrefix.size());
    const std::string_view word = name.substr(0, name.find(' '));
    return operationIn(kRanges, word, [&](std::string_view range) { return word == range; });
}

int peerOfRange(std::string_view name) {
    const std::size_t arrow = std::min(name.find("->"), name.find("<-"));
    if (arrow == std::string_view::npos) {
        return -1;
    }
    const std::string_view digits = name.substr(arrow + 2);
    int peer = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), peer);
    return std::max(peer, -1);
}

std::string_view operationOfKernel(std::string_view name) {
    return operationIn(kKernels, kUnknownOperation, [&](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    });
}

}  // namespace gaplight
