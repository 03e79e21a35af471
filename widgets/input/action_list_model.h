// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>

#include "widgets/input/action.h"

namespace gaplight::ui {

// The table of actions, for the help page and the start page.
class ActionListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    enum ItemRole { SectionRole = Qt::UserRole, KeysRole, TitleRole };

    explicit ActionListModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

private:
    std::vector<const ActionRow*> m_rows;
};

}  // namespace gaplight::ui
