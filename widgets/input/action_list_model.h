// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>

#include "widgets/convert/row_list_model.h"
#include "widgets/input/action.h"

namespace gaplight::ui {

// The table of actions, for the help page and the start page.
class ActionListModel : public RowListModel<const ActionRow*> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    explicit ActionListModel(QObject* parent = nullptr);
};

}  // namespace gaplight::ui
