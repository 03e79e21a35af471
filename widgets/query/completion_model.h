// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QString>

#include "core/query/query_completion.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// What may stand at the cursor of a query. Roles: `label`, `insertion`, `kind` ("column"),
// `detail`.
class CompletionModel : public RowListModel<QueryCompletion> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY changed)
    // Characters [from, to) of the query are replaced.
    Q_PROPERTY(int from READ from NOTIFY changed)
    Q_PROPERTY(int to READ to NOTIFY changed)

public:
    explicit CompletionModel(QObject* parent = nullptr);

    int from() const { return m_from; }
    int to() const { return m_to; }
    void show(std::vector<QueryCompletion> items, int from, int to);
    Q_INVOKABLE void clear() { show({}, 0, 0); }
    Q_INVOKABLE QString insertion(int row) const { return value(row, "insertion").toString(); }

Q_SIGNALS:
    void changed();

private:
    int m_from = 0;
    int m_to = 0;
};

}  // namespace gaplight::ui
