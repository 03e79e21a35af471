// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// A frame of a call chain as the name of a slice: its function; where the profiler found no symbol
// for the address, the file name of its module in brackets: "[libcuda.so.1]".
[[nodiscard]] std::string frameName(std::string_view symbol, std::string_view module,
                                    bool isUnresolved);

// The same in a list of frames, as Nsight Systems writes it: "libcudart.so.12!cudaMalloc".
[[nodiscard]] std::string frameText(std::string_view symbol, std::string_view module);

}  // namespace gaplight
