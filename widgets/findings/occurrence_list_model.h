// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/detectors/engine/finding.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The evidence of one finding in time order, one row per interval.
class OccurrenceListModel : public LazyListModel<const Evidence&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    explicit OccurrenceListModel(QObject* parent = nullptr);

    // `finding` is one of `trace`; null: no rows.
    void show(LoadedTrace trace, const Finding* finding);
    [[nodiscard]] int count() const final;

Q_SIGNALS:
    void countChanged();

private:
    [[nodiscard]] const Evidence& row(int index) const final {
        return m_finding->evidence[static_cast<std::size_t>(index)];
    }

    LoadedTrace m_trace;
    const Finding* m_finding = nullptr;
    Duration m_longest{1};
};

}  // namespace gaplight::ui
