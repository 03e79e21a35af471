// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "core/analysis/range_tables.h"

namespace gaplight::ui {

// Busy and idle time of each GPU in a range, as text and as segments of a bar.
class RangeGpuModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)

public:
    enum ItemRole {
        TitleRole = Qt::UserRole,  // "GPU 0: busy 61.2 % of 5.30 ms"
        PartsRole,   // {kind: a pattern of PatternItem, share: 0..1, text: "host late 1.20 ms"}
        CausesRole,  // "in 12 gaps, mostly: python 1.02 ms, sync 300 µs"; empty without idle time
    };

    using QAbstractListModel::QAbstractListModel;

    void setGpus(std::vector<RangeGpu> gpus);
    [[nodiscard]] int count() const { return static_cast<int>(m_gpus.size()); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void rowsChanged();

private:
    std::vector<RangeGpu> m_gpus;
};

}  // namespace gaplight::ui
