// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// Whether a name is of a call that returns once something happens, or time is over: of the
// operating system, or of Python as Kineto and VizTracer name it.
[[nodiscard]] bool isNamedAsWait(std::string_view name);

}  // namespace gaplight
