// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <QQmlEngine>

#include "core/detectors/engine/finding.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The places of one finding in time order, one row each (findingPlaces).
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

    // Position in Finding::evidence of a row, for TimelineItem::showFinding.
    Q_INVOKABLE int evidenceOf(int row) const;
    // The row of the place that a piece of evidence belongs to; -1 for none.
    Q_INVOKABLE int rowOf(int evidence) const;
    // "Occurrence 3 of 1,234"; of row -1 "1,234 occurrences".
    Q_INVOKABLE QString positionText(int row) const;

Q_SIGNALS:
    void countChanged();

private:
    [[nodiscard]] const Evidence& row(int index) const final {
        return m_finding->evidence[m_places[static_cast<std::size_t>(index)]];
    }

    LoadedTrace m_trace;
    const Finding* m_finding = nullptr;
    std::vector<std::size_t> m_places;
    Duration m_longest{1};
};

}  // namespace gaplight::ui
