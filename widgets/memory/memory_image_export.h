// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/memory/memory_item.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// Saves what a view of a snapshot shows as an image, on another thread.
class MemoryImageExport : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // "Saved as …", or why not; empty: nothing was saved.
    Q_PROPERTY(QString outcome READ outcome NOTIFY changed)
    Q_PROPERTY(bool failed READ failed NOTIFY changed)

public:
    // Both must outlive it.
    MemoryImageExport(const MemoryObject& memory, const ThemeObject& theme,
                      QObject* parent = nullptr);

    // An SVG or PDF by the ending of `path`, else a PNG, as wide and high as the view.
    void save(const MemoryItem& view, const QString& path);

    QString outcome() const { return m_outcome; }
    bool failed() const { return m_isFailed; }

Q_SIGNALS:
    void changed();

private:
    void show(const QString& outcome, bool isFailed);

    const MemoryObject& m_memory;
    const ThemeObject& m_theme;
    QString m_outcome;
    bool m_isFailed = false;
    PoolWork<Result<QString>> m_work;  // the path
};

}  // namespace gaplight::ui
