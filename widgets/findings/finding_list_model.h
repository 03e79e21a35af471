// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QVariant>

#include "core/detectors/engine/checklist.h"
#include "core/detectors/engine/finding_set.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The findings of a trace, one row each; one for those that are the same on several GPUs, which
// stands for the first. Findings are identified by their index in the session's list, which the
// timeline uses too, independent of the order of rows.
class FindingListModel : public RowListModel<std::size_t> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(Order order READ order WRITE setOrder NOTIFY orderChanged)
    Q_PROPERTY(QString summary READ summary NOTIFY contentChanged)
    Q_PROPERTY(QString checked READ checked NOTIFY contentChanged)
    Q_PROPERTY(QVariantList notApplicable READ notApplicable NOTIFY contentChanged)

public:
    enum Order { BySeverity, BySaving, ByRule, ByCount };
    Q_ENUM(Order)
    // `session` must outlive it.
    explicit FindingListModel(const SessionObject& session, QObject* parent = nullptr);

    Order order() const { return m_order; }
    void setOrder(Order order);
    // "7 findings · together 30 ms (1.0 %)".
    QString summary() const;
    // One sentence about the rules checked and the findings; rules that could not run are apart.
    QString checked() const;
    // Rules that could not run: {rule: id, name, reason}.
    QVariantList notApplicable() const;

    // Row of a finding, its own or that of the same on another GPU; finding of a row; -1: none.
    Q_INVOKABLE int rowOf(int finding) const;
    Q_INVOKABLE int findingAt(int row) const;
    // Copies a finding, or all, to the clipboard as Markdown.
    Q_INVOKABLE void copy(int finding) const;
    Q_INVOKABLE void copyAll() const;

Q_SIGNALS:
    void contentChanged();
    void orderChanged();

private:
    void reload();
    std::vector<std::size_t> sorted() const;
    const FindingSet& set() const;
    const Finding& at(std::size_t number) const;
    // Whether a saving is known, without which the row has a text in its place.
    bool hasSaving(std::size_t number) const;

    const SessionObject& m_session;
    LoadedTrace m_trace;
    std::vector<std::size_t> m_first;          // firstCopies()
    std::vector<std::size_t> m_gpus;           // of each row's finding: it and its copies
    std::vector<std::uint64_t> m_occurrences;  // of it and its copies, as their lists have them
    Order m_order = BySeverity;
};

// The title as plain text, without the saving.
[[nodiscard]] QString findingTitle(const Finding& finding);
// The name of a rule, "Host sync"; its id if it has none.
[[nodiscard]] QString ruleName(std::string_view id, const OwnRules* own = nullptr);

// The checklist: questions about a trace, each with a value and a status.
class ChecklistModel : public RowListModel<ChecklistItem> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(int unhealthy READ unhealthy NOTIFY countChanged)

public:
    // `session` must outlive it.
    explicit ChecklistModel(const SessionObject& session, QObject* parent = nullptr);

    int unhealthy() const;

Q_SIGNALS:
    void countChanged();

private:
    void reload();

    const SessionObject& m_session;
};

}  // namespace gaplight::ui
