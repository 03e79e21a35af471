// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// The properties of every GPU of a trace, found once: for lists of GPUs, of which a hostile file
// may have thousands. The trace must outlive it.
class DevicePropertiesTable {
public:
    // O((tracks + recorded properties) log GPUs).
    explicit DevicePropertiesTable(const Trace& trace);
    // As propertiesOf(). O(log GPUs).
    const DeviceProperties* of(GpuId gpu) const;

private:
    std::map<GpuId, const DeviceProperties*> m_byGpu;
};

// The recorded properties of a GPU; null if the file does not have them.
//
// ROCm numbers the activities of a GPU by its HSA node, which counts CPU sockets too (GPU 2 of a
// host with two of them), but its properties by HIP device (0). A number without properties of its
// own is mapped to those of its source that no number in use names: if these are alike (GPUs of one
// kind), to the first; else, if there are as many of them as such numbers, in ascending order.
// O(devices) where the number has properties, else O(tracks log GPUs): for many GPUs make a table.
[[nodiscard]] const DeviceProperties* propertiesOf(const Trace& trace, GpuId gpu);

}  // namespace gaplight
