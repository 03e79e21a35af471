// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include <cstdint>

#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/trace_verdict.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Facts of the open trace for the header and the status bar.
class TraceSummary : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString hardware READ hardware NOTIFY changed)
    Q_PROPERTY(QString busy READ busy NOTIFY changed)
    Q_PROPERTY(QString duration READ duration NOTIFY changed)
    Q_PROPERTY(QString slices READ slices NOTIFY changed)
    Q_PROPERTY(QString memory READ memory NOTIFY changed)

public:
    // `session` must outlive it.
    explicit TraceSummary(const SessionObject& session, QObject* parent = nullptr);

    // "NVIDIA H200", "2 × NVIDIA H200", "no GPU activity"; empty while that is not known yet.
    QString hardware() const;
    // "busy 9.8 %": of the windows of all GPUs together, without what they run from before the
    // capture; empty without GPU work.
    QString busy() const;
    QString duration() const;
    QString slices() const;
    // Memory of the trace, its texts and its indexes.
    QString memory() const;

Q_SIGNALS:
    void changed();

private:
    const Session* shown() const;

    const SessionObject& m_session;
};

// A part of the verdict that is a link, or one word of the text around links, so that lines break
// between words.
struct VerdictRow {
    TraceVerdictPart part;
    int clause = 0;  // number of its sentence, of what a semicolon ends, or of parts of one weight
    QString kind;    // of a finding that has a part of the bar, that part's
    // Only: the part has one text. Whole, Brief: it has a long and a short one (TraceVerdictPart::
    // brief); this row is of the one named, and the header shows one of the two.
    enum class Form : std::uint8_t { Only, Whole, Brief } form = Form::Only;
};

// The verdict on the open trace: text (without spaces and punctuation at its end), end (that
// punctuation), spaceAfter, finding (-1: none), name (of slices; empty: none), clause, weight
// (VerdictWeight), kind (of the finding's part of the bar; empty: none), form (VerdictRow::Form).
class VerdictModel : public RowListModel<VerdictRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString sentence READ sentence NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit VerdictModel(const SessionObject& session, QObject* parent = nullptr);

    // All parts together; empty without a trace.
    QString sentence() const { return m_sentence; }

Q_SIGNALS:
    void contentChanged();

private:
    void reload();

    const SessionObject& m_session;
    QString m_sentence;
};

// The time of all GPUs of the open trace by part, for a stacked bar: kind (of PatternItem), label,
// explanation, length, share, isApart, percent, finding (-1: none). Empty without GPU work. The
// order is the same for all traces, so that the bars of two can be compared. As in the verdict, or
// inside a range.
class GpuTimeModel : public RowListModel<GpuTimeShare> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    // "GPU 7", where it is judged alone of several; else empty.
    Q_PROPERTY(QString ofGpu READ ofGpu NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit GpuTimeModel(const SessionObject& session, QObject* parent = nullptr);

    // The parts of at least a share, and those apart, as maps of their roles and their place in the
    // bar, the largest first.
    Q_INVOKABLE QVariantList bySize(double minShare) const;
    // Empty: all of the trace.
    void setRange(std::optional<TimeRange> range);
    QString ofGpu() const { return m_ofGpu; }

Q_SIGNALS:
    void contentChanged();

private:
    void reload();

    const SessionObject& m_session;
    std::optional<TimeRange> m_range;
    QString m_ofGpu;
};

}  // namespace gaplight::ui
