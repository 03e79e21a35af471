// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// What communications are called, by the names that PyTorch gives them in record_param_comms:
// "allreduce", "_allgather_base", "_reduce_scatter_base", "broadcast", "all_to_all", "send",
// "recv". All of these are texts of static storage or parts of the argument.

// What a function of NCCL or RCCL does: "ncclAllReduce", also "ncclAllReduce_impl" (RCCL's own
// ranges). Empty: the function does not communicate.
[[nodiscard]] std::string_view operationOfFunction(std::string_view name);

// What a range of PyTorch's ProcessGroupNCCL does: "nccl:all_reduce", "nccl:send 0->1". Empty: the
// range is none of these, or has several communications ("nccl:coalesced").
[[nodiscard]] std::string_view operationOfRange(std::string_view name);

// The other rank of such a range, in its group: 1 of "nccl:send 0->1" and of "nccl:recv 0<-1". -1:
// none.
[[nodiscard]] int peerOfRange(std::string_view name);

// What a kernel that communicates does: "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)". "send_recv"
// for kernels that may be a send, a receive or an all-to-all; "communication" where the name does
// not say.
[[nodiscard]] std::string_view operationOfKernel(std::string_view name);

}  // namespace gaplight
