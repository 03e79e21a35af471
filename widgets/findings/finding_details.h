// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/findings/occurrence_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// All properties of one finding: texts, values and occurrences. Texts with code spans are rich
// text, in which names from the trace are escaped.
class FindingDetails : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Index into the session's findings; -1: none.
    Q_PROPERTY(int finding READ finding WRITE setFinding NOTIFY changed)
    Q_PROPERTY(QString rule READ rule NOTIFY changed)
    Q_PROPERTY(QString severity READ severity NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(QString figures READ figures NOTIFY changed)
    Q_PROPERTY(QString why READ why NOTIFY changed)
    Q_PROPERTY(QString fix READ fix NOTIFY changed)
    Q_PROPERTY(QString where READ where NOTIFY changed)
    // "module.py:12" of the finding's frame; empty without one.
    Q_PROPERTY(QString source READ source NOTIFY changed)
    Q_PROPERTY(QString confidence READ confidence NOTIFY changed)
    // The largest occurrence, shown first; -1 without any.
    Q_PROPERTY(int largest READ largest NOTIFY changed)
    Q_PROPERTY(gaplight::ui::OccurrenceListModel* occurrences READ occurrences CONSTANT)

public:
    // `session` must outlive it.
    explicit FindingDetails(const SessionObject& session, QObject* parent = nullptr);

    [[nodiscard]] int finding() const { return m_finding; }
    void setFinding(int finding);
    [[nodiscard]] QString rule() const;  // its id
    [[nodiscard]] QString severity() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString figures() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] QString fix() const;
    [[nodiscard]] QString where() const;
    [[nodiscard]] QString source() const;
    [[nodiscard]] QString confidence() const;
    [[nodiscard]] int largest() const;
    [[nodiscard]] OccurrenceListModel* occurrences() { return &m_occurrences; }

Q_SIGNALS:
    void changed();

private:
    void reload();
    [[nodiscard]] const Finding* shown() const;

    const SessionObject& m_session;
    LoadedTrace m_trace;
    int m_finding = -1;
    OccurrenceListModel m_occurrences;
};

}  // namespace gaplight::ui
