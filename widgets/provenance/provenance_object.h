// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/session/added_file_object.h"

namespace gaplight::ui {

// Files that say where the kernels of the shown trace come from: a trace of the capture of its
// graphs, and a log of torch.compile. The trace is then shown again with what they say, and its
// findings with the reasons of the log.
class ProvenanceObject : public AddedFileObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // `session` must outlive it.
    explicit ProvenanceObject(SessionObject& session, QObject* parent = nullptr);

    // A log.
    void open(const QString& path) override { open({}, path); }
    // Onto the shown trace; either may be empty. No effect without a trace.
    void open(const QString& capture, const QString& log);
    // The same once the next trace is shown.
    void openAfterTrace(const QString& capture, const QString& log);

private:
    bool hasContent() const override { return !foundText().isEmpty(); }
    void drop() override {}
};

}  // namespace gaplight::ui
