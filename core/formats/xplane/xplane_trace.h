// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/format.h"

namespace gaplight {

// XSpace, which JAX, TensorFlow and PyTorch/XLA write as `.xplane.pb`. Unlike the JSON made of it,
// it has all events.
//
// By content: the first message begins as a plane with a readable name.
[[nodiscard]] bool sniffXplane(std::string_view head);
// The whole source is in memory while it is read, since the names of a plane may follow its events.
// Errors also: TooLarge (over 4 GiB; protobuf's own limit is 2).
[[nodiscard]] Result<OpenedTrace> openXplane(TraceInput input, TraceBuilder& builder,
                                             const ReadOptions& options);

}  // namespace gaplight
