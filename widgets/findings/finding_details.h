// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/detectors/engine/finding.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Of each finding the places of it and of those that are the same on other GPUs, together; where no
// place is kept, as many as are counted. O(findings² + evidence log evidence).
[[nodiscard]] std::vector<std::uint64_t> occurrencesOnGpus(std::span<const Finding> findings);

// The places of one finding in time order, one row each (findingPlaces).
class OccurrenceListModel : public LazyListModel<const Evidence&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    // What all rows would say alike, and none does: "host: named_modules · GPU 0".
    Q_PROPERTY(QString common READ common NOTIFY countChanged)

public:
    explicit OccurrenceListModel(QObject* parent = nullptr);

    // `finding` is one of `trace`; null: no rows. `onAllGpus`: occurrencesOnGpus() of it.
    void show(LoadedTrace trace, const Finding* finding, std::uint64_t onAllGpus = 0);
    int count() const final;
    QString common() const;

    // Position in Finding::evidence of a row, for TimelineItem::showFinding.
    Q_INVOKABLE int evidenceOf(int row) const;
    // The row of the place that a piece of evidence belongs to; -1 for none.
    Q_INVOKABLE int rowOf(int evidence) const;
    // "Occurrence 3 of 1,234"; of row -1 "1,234 occurrences". Of a finding that is the same on
    // several GPUs "Occurrence 3 of 6 on GPU 0"; of row -1 "6 of 48 occurrences: GPU 0".
    Q_INVOKABLE QString positionText(int row) const;

Q_SIGNALS:
    void countChanged();

private:
    const Evidence& row(int index) const final {
        return m_finding->evidence[m_places[static_cast<std::size_t>(index)]];
    }

    // What a place says for itself, without what all begin with.
    QString noteOf(const Evidence& evidence) const;
    void measureNotes();
    // The name of the finding's GPU where others have the same; else empty.
    QString gpuOfSeveral() const;

    LoadedTrace m_trace;
    const Finding* m_finding = nullptr;
    std::vector<std::size_t> m_places;
    std::uint64_t m_onAllGpus = 0;
    Duration m_longest{1};
    Duration m_resolution{};  // of `when`
    Duration m_total{};
    bool m_notesDiffer = false;
    QString m_common;           // what notes that differ begin with
    qsizetype m_noteBegin = 0;  // of what differs in them
    bool m_tracksDiffer = false;
};

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
    // The finding on each GPU where it is the same: {finding, name: "GPU 3"}; empty: on one.
    Q_PROPERTY(QVariantList gpus READ gpus NOTIFY changed)
    // The largest occurrence, shown first; -1 without any.
    Q_PROPERTY(int largest READ largest NOTIFY changed)
    Q_PROPERTY(gaplight::ui::OccurrenceListModel* occurrences READ occurrences CONSTANT)

public:
    // `session` must outlive it.
    explicit FindingDetails(const SessionObject& session, QObject* parent = nullptr);

    int finding() const { return m_finding; }
    void setFinding(int finding);
    QString rule() const;  // its id
    QString severity() const;
    QString title() const;
    QString figures() const;
    QString why() const;
    QString fix() const;
    QString where() const;
    QString source() const;
    QString confidence() const;
    int largest() const;
    QVariantList gpus() const;
    OccurrenceListModel* occurrences() { return &m_occurrences; }

Q_SIGNALS:
    void changed();

private:
    void reload();
    void showOccurrences();
    const Finding* shown() const;

    const SessionObject& m_session;
    LoadedTrace m_trace;
    int m_finding = -1;
    OccurrenceListModel m_occurrences;
};

}  // namespace gaplight::ui
