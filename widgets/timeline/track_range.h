// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QQmlEngine>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight::ui {

// A range over tracks, as a value for QML.
struct TrackRange {
    Q_GADGET
    QML_VALUE_TYPE(trackRange)
    Q_PROPERTY(bool exists READ exists)

public:
    std::optional<TimeRange> range;
    std::vector<TrackId> tracks;  // empty: all

    bool exists() const { return range.has_value(); }
    friend bool operator==(const TrackRange&, const TrackRange&) = default;
};

}  // namespace gaplight::ui
