// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight {

// Everything measured on a trace, without opinions (METRICS.md).
struct Analysis {};

}  // namespace gaplight
