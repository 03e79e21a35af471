// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/trace/slice_kind.h"

namespace gaplight {

// "cudaLaunchKernel_v7000" is cudaLaunchKernel.
[[nodiscard]] std::string_view withoutVersion(std::string_view name);

// How a range of NVTX or ROCTX appears in a trace.
struct MarkerLabel {
    std::string_view name;  // of the text
    std::string category;
    SliceKind kind = SliceKind::UserAnnotation;
};
// An annotation in the category `library` ("nvtx"), or "nvtx DOMAIN"; but an operator where
// torch.autograd.profiler.emit_nvtx wrote "aten::add, op_id = 5" or, with or without "::", a
// sequence number: "FlashAttnFunc, seq = 3, op_id = 5". These numbers are no part of an
// annotation's name either: "nccl:all_reduce, op_id = 7".
[[nodiscard]] MarkerLabel labelMarker(std::string_view text, std::string_view library,
                                      std::string_view domain);

}  // namespace gaplight
