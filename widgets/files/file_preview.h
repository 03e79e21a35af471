// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// Facts of a file, read on another thread: its format by its first bytes, and for a file of up to
// kMaxBytes what is in it. Another file cancels the reading.
class FilePreview : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the file chooser")
    // Lines of text; empty without a file.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(QString path READ path NOTIFY changed)
    Q_PROPERTY(bool loading READ loading NOTIFY changed)

public:
    // Largest file that is previewed, on disk; a trace of this size loads in about a second.
    static constexpr qint64 kMaxBytes = 16'000'000;

    explicit FilePreview(QObject* parent = nullptr);
    ~FilePreview() override;

    // Empty: no file.
    void setPath(const QString& path);
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] bool loading() const { return m_isLoading; }

Q_SIGNALS:
    void changed();

private:
    QString m_path;
    QString m_text;
    bool m_isLoading = false;
    std::stop_source m_stop;
    PoolWork<QString> m_work;
};

}  // namespace gaplight::ui
