// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_settings.h"

#include <string>

#include <QSettings>

#include "core/detectors/engine/rules.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

QString compactKey() {
    return QStringLiteral("timeline/compactRows");
}
QString timeFormatKey() {
    return QStringLiteral("timeline/timeFormat");
}
QString namesWidthKey() {
    return QStringLiteral("timeline/namesWidth");
}
QString ruleKey(const QString& rule) {
    return QStringLiteral("rules/") + rule;
}

}  // namespace

void restoreSettings(TimelineView& view) {
    const QSettings settings;
    view.changeTracks([&](TrackLayout& tracks) {
        tracks.setCompact(settings.value(compactKey(), false).toBool());
    });
    if (const double width = settings.value(namesWidthKey()).toDouble(); width > 0) {
        view.setNamesWidth(static_cast<float>(width));
    }
    const int format = settings.value(timeFormatKey(), 0).toInt();
    if (format >= 0 && format <= static_cast<int>(TimeFormat::Step)) {
        view.setTimeFormat(static_cast<TimeFormat>(format));
    }
    for (const Detector* rule : detectors()) {
        const QVariant shown = settings.value(ruleKey(toQString(rule->id)));
        if (shown.isValid()) {
            view.setRuleShown(std::string(rule->id), shown.toBool());
        }
    }
}

void saveCompactRows(bool compact) {
    QSettings().setValue(compactKey(), compact);
}

void saveTimeFormat(TimeFormat format) {
    QSettings().setValue(timeFormatKey(), static_cast<int>(format));
}

void saveNamesWidth(float width) {
    QSettings().setValue(namesWidthKey(), static_cast<double>(width));
}

void saveRuleShown(const QString& rule, bool shown) {
    QSettings().setValue(ruleKey(rule), shown);
}

}  // namespace gaplight::ui
