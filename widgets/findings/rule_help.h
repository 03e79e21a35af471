// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/detectors/engine/own_rules.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A help page compiled into the program: of a rule, or listed in the menu.
class RuleHelp : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // A rule's id, "overlays" or "timeline"; empty: no page is open.
    Q_PROPERTY(QString rule READ rule WRITE setRule NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(QString question READ question NOTIFY changed)
    // The page as rich text, without its title; empty if there is none.
    Q_PROPERTY(QString page READ page NOTIFY changed)

public:
    // `session` must outlive it.
    explicit RuleHelp(const SessionObject& session) : m_session(session) {}

    QString rule() const { return m_rule; }
    void setRule(const QString& rule);
    QString name() const;
    QString question() const;
    QString page() const { return pageOf(m_rule); }
    // That of any rule.
    Q_INVOKABLE QString pageOf(const QString& rule) const;

Q_SIGNALS:
    void changed();

private:
    const OwnRules* ownRules() const;

    const SessionObject& m_session;
    QString m_rule;
};

}  // namespace gaplight::ui
