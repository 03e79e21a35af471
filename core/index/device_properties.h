// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/gpu_id.h"
#include "core/trace/trace.h"

namespace gaplight {

// The recorded properties of a GPU; null if the file does not have them.
//
// ROCm numbers the activities of a GPU by its HSA node, which counts CPU sockets too (GPU 2 of a
// host with two of them), but its properties by HIP device (0). A number without properties of its
// own is mapped to those of its source that no number in use names: if these are alike (GPUs of one
// kind), to the first; else, if there are as many of them as such numbers, in ascending order.
// O(devices) where the number has properties, else O(tracks log tracks).
[[nodiscard]] const DeviceProperties* propertiesOf(const Trace& trace, GpuId gpu);

}  // namespace gaplight
