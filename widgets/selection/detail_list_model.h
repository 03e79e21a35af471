// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A key with its value, as texts.
struct DetailRow {
    QString key;
    QString value;
    qint64 slice = -1;  // selected by a click on the row; -1: none
};

// Key-value rows of the details pane.
class DetailListModel : public RowListModel<DetailRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    explicit DetailListModel(QObject* parent = nullptr);

    void setRows(std::vector<DetailRow> rows);

Q_SIGNALS:
    void countChanged();
};

}  // namespace gaplight::ui
