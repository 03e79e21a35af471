// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QQmlEngine>

#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/settings.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A threshold of a rule, or its limit for one name.
struct SettingRow {
    const RuleFacts* rule;
    const Threshold* threshold;
    std::string key;     // "min_gap"; of a limit for one name "limit.vae_decode"
    QString error = {};  // of the text that was entered last

    bool isNamed() const { return key != threshold->key; }
};

// The thresholds of all rules, rule by rule. A change is written to gaplight.toml in the
// configuration directory, and the findings of the open trace are updated.
class SettingListModel : public RowListModel<SettingRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(int changedCount READ changedCount NOTIFY contentChanged)
    // Words that rule, key or description of a shown row contain, in any case; empty: all rows.
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY contentChanged)
    // Path of the settings file.
    Q_PROPERTY(QString path READ path CONSTANT)
    // Error of reading or writing that file; empty: none.
    Q_PROPERTY(QString fileError READ fileError NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit SettingListModel(SessionObject& session, QObject* parent = nullptr);

    int changedCount() const { return static_cast<int>(m_own.values().size()); }
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    QString path() const;
    QString fileError() const { return m_fileError; }

    // Parses a value with unit. On a parse error only the role "error" changes.
    Q_INVOKABLE void setValue(int row, const QString& text);
    // Adds a limit for one name, below a row with role "perName".
    Q_INVOKABLE void addName(int row, const QString& name, const QString& text);
    // Resets a threshold to its default; removes a limit for one name.
    Q_INVOKABLE void reset(int row);
    Q_INVOKABLE void resetAll();
    // Reads the files again: they may have been edited elsewhere.
    Q_INVOKABLE void reload();

Q_SIGNALS:
    void contentChanged();

private:
    void buildRows();
    void setError(int row, const QString& error);
    // Saves `settings` as the user's thresholds, updates the findings and the rows.
    void apply(Settings settings);
    QString valueText(const SettingRow& row) const;

    SessionObject& m_session;
    Settings m_own;     // set by the user
    Settings m_beside;  // set by the file beside the trace; takes precedence
    QString m_filter;
    QString m_fileError;
    bool m_isBroken = false;  // the user's file cannot be parsed: it is not overwritten
};

}  // namespace gaplight::ui
