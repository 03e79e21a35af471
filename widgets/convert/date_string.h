// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

namespace gaplight::ui {

// "today 10:54", "yesterday 18:02", "2026-11-03"; empty for an invalid time.
[[nodiscard]] QString dateText(const QDateTime& time, const QDateTime& now);

}  // namespace gaplight::ui
