// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/format.h"

namespace gaplight {

// Perfetto's protobuf format (github.com/google/perfetto, protos/perfetto/trace/trace.proto), as
// PyTorch, rocprofv3, Chrome and Android write it.
//
// By content: the bytes are packets whose fields have the numbers and types of a TracePacket.
[[nodiscard]] bool sniffPerfetto(std::string_view head);
[[nodiscard]] Result<OpenedTrace> openPerfetto(TraceInput input, TraceBuilder& builder,
                                               const ReadOptions& options);

}  // namespace gaplight
