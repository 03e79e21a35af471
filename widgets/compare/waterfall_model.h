// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/compare/waterfall.h"
#include "widgets/compare/comparison_object.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// The waterfall from A's time to B's: label, detail, length ("20.9 ms", "−15.8 ms"), begin and end
// (shares of the longest bar's reach, 0 to 1, begin <= end), kind ("total", "less", "more").
class WaterfallModel : public RowListModel<WaterfallBar> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    // `comparison` must outlive it.
    explicit WaterfallModel(const ComparisonObject& comparison, QObject* parent = nullptr);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    [[nodiscard]] double shareOf(Duration at) const;

    const ComparisonObject& m_comparison;
    Duration m_reach{1};
};

}  // namespace gaplight::ui
