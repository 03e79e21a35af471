// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "widgets/convert/row_list_model.h"
#include "widgets/input/action.h"

namespace gaplight::ui {

// Actions whose title, section or keys contain all words of a filter, the best match first; all
// actions without a filter.
class CommandListModel : public RowListModel<const ActionRow*> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged)
    Q_PROPERTY(int count READ count NOTIFY filterChanged)

public:
    explicit CommandListModel(QObject* parent = nullptr);

    [[nodiscard]] QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    Q_INVOKABLE gaplight::ui::Action actionAt(int row) const;

Q_SIGNALS:
    void filterChanged();

private:
    void match();

    QString m_filter;
};

}  // namespace gaplight::ui
