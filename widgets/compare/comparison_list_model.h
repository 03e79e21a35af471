// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>

#include "widgets/compare/comparison_object.h"

namespace gaplight::ui {

// What changed from A to B, row by row: the steady step and the whole run measure by measure,
// steps, annotations, kernels, findings.
class ComparisonListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    enum ItemRole {
        HeadingRole = Qt::UserRole,  // the row is a heading
        NameRole,
        ARole,
        BRole,
        DeltaRole,
        PercentRole,
        ChangeRole,  // -1 better, 0, 1 worse; times and idle alone are judged
        HasPlaceRole,
    };

    // `comparison` must outlive it.
    explicit ComparisonListModel(const ComparisonObject& comparison, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    // Interval of a row's part in each run; empty if it has none there.
    [[nodiscard]] std::optional<TimeRange> placeInA(int row) const;
    [[nodiscard]] std::optional<TimeRange> placeInB(int row) const;

Q_SIGNALS:
    void contentChanged();

private:
    struct Row {
        bool isHeading = false;
        QString name;
        QString a;
        QString b;
        QString delta;
        QString percent;
        int change = 0;
        std::optional<TimeRange> placeA;
        std::optional<TimeRange> placeB;
    };

    void reload();
    void addHeading(const QString& name);
    void addPart(const ComparedPart& part);
    void addTimes(const QString& heading, PartKind kind);
    void addKernels();
    void addFindings();
    [[nodiscard]] int judged(std::int64_t a, std::int64_t b) const;

    const ComparisonObject& m_comparison;
    std::vector<Row> m_rows;
};

}  // namespace gaplight::ui
