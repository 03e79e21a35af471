// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/report/facts/gpu_time_shares.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The time of all GPUs of the open trace by part, for a stacked bar: kind (of PatternItem), label,
// explanation, length, share, percent, finding (-1: none). Empty without GPU work.
class GpuTimeModel : public RowListModel<GpuTimeShare> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit GpuTimeModel(const SessionObject& session, QObject* parent = nullptr);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();

    const SessionObject& m_session;
};

}  // namespace gaplight::ui
