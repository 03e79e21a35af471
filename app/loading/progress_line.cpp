// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/progress_line.h"

#include <cstdio>
#include <string>

#include "core/base/quantity_text.h"

namespace gaplight::ui {
namespace {

constexpr const char* kWipe = "\r\x1b[K";

std::string textOf(const LoadProgress& progress) {
    switch (progress.stage) {
        case LoadStage::Sorting:
            return "sorting " + countText(progress.slices, "slice", "slices");
        case LoadStage::Analyzing:
            return "analyzing " + countText(progress.slices, "slice", "slices");
        case LoadStage::Reconnecting:
            return "connecting again";
        case LoadStage::Receiving:
            return "received " + bytesText(progress.bytesRead);
        case LoadStage::Reading:
        case LoadStage::ReadingRemote:
            break;
    }
    const std::string read = progress.bytesTotal == 0
                                 ? bytesText(progress.bytesRead)
                                 : bytesOfText(progress.bytesRead, progress.bytesTotal);
    return (progress.stage == LoadStage::ReadingRemote ? "reading there " : "reading ") + read +
           " · " + countText(progress.slices, "slice", "slices");
}

}  // namespace

ProgressLine::~ProgressLine() {
    if (m_isShown) {
        std::fputs(kWipe, stderr);
    }
}

void ProgressLine::show(const LoadProgress& progress) {
    std::fprintf(stderr, "%s%s", kWipe, textOf(progress).c_str());
    m_isShown = true;
}

}  // namespace gaplight::ui
