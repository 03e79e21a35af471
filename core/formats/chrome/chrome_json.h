// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/format.h"

namespace gaplight {

// Chrome's trace-event format
// (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU) and PyTorch's dialect
// of it, in object and array form.
[[nodiscard]] bool sniffChromeJson(std::string_view head);
[[nodiscard]] Result<OpenedTrace> openChromeJson(TraceInput input, TraceBuilder& builder,
                                                 const ReadOptions& options);

}  // namespace gaplight
