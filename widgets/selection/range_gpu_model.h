// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/range_tables.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// Busy and idle time of each GPU in a range, as text and as segments of a bar.
class RangeGpuModel : public RowListModel<RangeGpu> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)

public:
    explicit RangeGpuModel(QObject* parent = nullptr);

    void setGpus(std::vector<RangeGpu> gpus);

Q_SIGNALS:
    void rowsChanged();
};

}  // namespace gaplight::ui
