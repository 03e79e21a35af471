// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/session_figure.h"

namespace gaplight {

// What a figure of `range` says; callouts stand for evidence on tracks of `layout`.
[[nodiscard]] FigureWords figureWords(const Session& session, const FigureRequest& request,
                                      TimeRange range, const TrackLayout& layout);

}  // namespace gaplight
