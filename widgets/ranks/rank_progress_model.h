// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <QQmlEngine>
#include <QString>

#include "core/session/session.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

struct RankProgress {
    QString name;  // of the file
    LoadProgress progress;
};

// Files of a set while they are read: name, text ("12.3 of 40 MB"), share (0 to 1; -1: unknown).
class RankProgressModel : public RowListModel<RankProgress> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    explicit RankProgressModel(QObject* parent = nullptr);

    // One row for each; empty: none.
    void begin(std::span<const std::string> files);
    // `files`: progress of each file.
    void receive(std::span<const LoadProgress> files);

Q_SIGNALS:
    void countChanged();
};

}  // namespace gaplight::ui
