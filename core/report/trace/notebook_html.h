// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/report/facts/report_subject.h"
#include "core/scene/display/theme.h"

namespace gaplight {

// A trace in a cell of a notebook: its name, the verdict, a bar of the time of its GPUs, the first
// findings. A fragment of HTML without scripts, styles of a document or network; texts have the
// color of the page around it, which may be light or dark. `theme`: of the bar.
[[nodiscard]] std::string notebookHtml(const ReportSubject& subject, const Theme& theme);

}  // namespace gaplight
