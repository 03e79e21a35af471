// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QString>

#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A trace that is installed with the program.
struct Sample {
    QString path;
    QString title;    // "LLM decoding"
    QString summary;  // what it shows, one sentence
};

// The installed sample traces in the order of the start page. Samples whose file is missing are not
// listed.
class SampleListModel : public RowListModel<Sample> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count CONSTANT)

public:
    // `directory`: folder of the files; empty: no samples.
    explicit SampleListModel(const QString& directory, QObject* parent = nullptr);

    // Whether a path is that of a sample.
    bool contains(const QString& path) const;
};

}  // namespace gaplight::ui
