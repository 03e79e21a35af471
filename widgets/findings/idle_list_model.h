// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>

#include "core/scene/model/overlay_table.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// GPU gaps and blocking calls, as shown by overlays. Sorted by length, gaps come before calls: the
// length of a wait is no measure of its cost.
class IdleListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    Q_PROPERTY(int gapCount READ gapCount NOTIFY contentChanged)
    Q_PROPERTY(bool longestFirst READ longestFirst WRITE setLongestFirst NOTIFY contentChanged)

public:
    enum ItemRole {
        IsGapRole = Qt::UserRole,
        WhenRole,  // since the trace's start
        LengthRole,
        ShareRole,    // of the longest one of its kind, 0..1
        WhatRole,     // "GPU 0 idle", "cudaStreamSynchronize"
        CauseRole,    // why; where, for a blocking call
        OverlayRole,  // number in the overlay table, for gaps
        SliceRole,    // for blocking calls; -1 for gaps
    };

    // `session` must outlive it.
    explicit IdleListModel(const SessionObject& session, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int gapCount() const { return m_gapCount; }
    [[nodiscard]] bool longestFirst() const { return m_longestFirst; }
    void setLongestFirst(bool longestFirst);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    void sort();
    [[nodiscard]] const Overlay& overlay(int row) const;
    [[nodiscard]] QString what(const Overlay& overlay) const;
    [[nodiscard]] QString cause(const Overlay& overlay) const;

    const SessionObject& m_session;
    std::vector<OverlayId> m_rows;
    LoadedTrace m_trace;
    const OverlayTable* m_overlays = nullptr;
    Duration m_longestGap{1};
    Duration m_longestCall{1};
    int m_gapCount = 0;
    bool m_longestFirst = true;
};

}  // namespace gaplight::ui
