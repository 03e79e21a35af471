// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/date_string.h"

namespace gaplight::ui {

QString dateText(const QDateTime& time, const QDateTime& now) {
    if (!time.isValid()) {
        return {};
    }
    const qint64 days = time.date().daysTo(now.date());
    if (days == 0 || days == 1) {
        return (days == 0 ? QStringLiteral("today ") : QStringLiteral("yesterday ")) +
               time.time().toString(QStringLiteral("HH:mm"));
    }
    return time.date().toString(Qt::ISODate);
}

}  // namespace gaplight::ui
