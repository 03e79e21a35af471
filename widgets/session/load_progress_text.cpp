// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/load_progress_text.h"

#include <algorithm>

#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {

QString loadProgressText(const LoadProgress& progress) {
    switch (progress.stage) {
        case LoadStage::Reading:
        case LoadStage::ReadingRemote:
            break;
        case LoadStage::Reconnecting:
            return QStringLiteral("the connection broke; connecting again");
        case LoadStage::Receiving:
            return QStringLiteral("received %1").arg(bytesText(progress.bytesRead));
        case LoadStage::Sorting:
            return QStringLiteral("sorting %1").arg(countText(progress.slices, "slice", "slices"));
        case LoadStage::Analyzing:
            return QStringLiteral("measuring %1")
                .arg(countText(progress.slices, "slice", "slices"));
    }
    const QString read =
        (progress.stage == LoadStage::ReadingRemote ? QStringLiteral("reading there %1")
                                                    : QStringLiteral("reading %1"))
            .arg(progress.bytesTotal == 0 ? bytesText(progress.bytesRead)
                                          : bytesOfText(progress.bytesRead, progress.bytesTotal));
    return QStringLiteral("%1 · %2").arg(read, countText(progress.slices, "slice", "slices"));
}

double shareRead(const LoadProgress& progress) {
    return progress.bytesTotal == 0 ? -1
                                    : std::min(1.0, static_cast<double>(progress.bytesRead) /
                                                        static_cast<double>(progress.bytesTotal));
}

}  // namespace gaplight::ui
