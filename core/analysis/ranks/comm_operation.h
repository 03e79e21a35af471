// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gaplight {

// The operator that PyTorch records with each call of torch.distributed.
inline constexpr std::string_view kCommOperator = "record_param_comms";
// The range in which PyTorch carries out several communications together.
inline constexpr std::string_view kCoalescedRange = "nccl:coalesced";

// What a slice of the host is to communications, by its name alone.
enum class CommRole : std::uint8_t {
    None,
    Call,        // record_param_comms, or a function of NCCL or RCCL that communicates
    Coalesced,   // "nccl:coalesced"
    GroupStart,  // ncclGroupStart
    GroupEnd,    // ncclGroupEnd
    Range        // another range of PyTorch's ProcessGroupNCCL: "nccl:all_reduce"
};
[[nodiscard]] CommRole commRoleOf(std::string_view name);

// Operations have the names that PyTorch gives them in record_param_comms: "allreduce",
// "_allgather_base", "_reduce_scatter_base", "broadcast", "all_to_all", "send", "recv". The results
// are texts of static storage or parts of the argument.

// Of a communication whose operation is not recorded, and whose kernel does not say.
inline constexpr std::string_view kUnknownOperation = "communication";

// What a function of NCCL or RCCL does: "ncclAllReduce", also "ncclAllReduce_impl" (RCCL's own
// ranges). Empty: the function does not communicate.
[[nodiscard]] std::string_view operationOfFunction(std::string_view name);

// What a range of PyTorch's ProcessGroupNCCL does: "nccl:all_reduce", "nccl:send 0->1". Empty: the
// range is none of these, or has several communications ("nccl:coalesced").
[[nodiscard]] std::string_view operationOfRange(std::string_view name);

// The rank that such a range sends to or receives from, as its group numbers ranks: 1 for
// "nccl:send 0->1" and for "nccl:recv 0<-1"; -1 for other ranges.
[[nodiscard]] int peerOfRange(std::string_view name);

// What a kernel that communicates does: "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)". "send_recv"
// for kernels that may be a send, a receive or an all-to-all; kUnknownOperation where the name does
// not say.
[[nodiscard]] std::string_view operationOfKernel(std::string_view name);

}  // namespace gaplight
