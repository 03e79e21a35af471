// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <QQmlEngine>

#include "core/compare/waterfall.h"
#include "core/report/diff/compared_quantities.h"
#include "widgets/compare/comparison_object.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// The waterfall from A's time to B's: label, detail, length ("20.9 ms", "−15.8 ms"), begin and end
// (shares of the longest bar's reach, 0 to 1, begin <= end), kind ("total", "less", "more").
class WaterfallModel : public RowListModel<WaterfallBar> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    // `comparison` must outlive it.
    explicit WaterfallModel(const ComparisonObject& comparison, QObject* parent = nullptr);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    double shareOf(Duration at) const;

    const ComparisonObject& m_comparison;
    Duration m_reach{1};
};

// One quantity of both runs.
struct ComparisonRow {
    std::string heading;  // of its part
    Quantity quantity;
    std::int64_t divisor = 1;  // of the quantity, for display
    bool isComparable = true;
    int change = 0;  // -1 better, 1 worse, 0 within noise, or neither is better
    std::optional<TimeRange> placeA = {};
    std::optional<TimeRange> placeB = {};
    std::string difference = {};  // in words, where one run has none
    SliceId sliceA = {};          // in place of the interval: the longest launch of a kernel
    SliceId sliceB = {};
};

// Differences between runs A and B: measures of the steady step, of pinned slices and of the whole
// run, then steps, annotations, kernels, what they come from where a capture says it, and findings.
// The target of a row with a place is the row itself.
class ComparisonListModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // `comparison` must outlive it.
    explicit ComparisonListModel(const ComparisonObject& comparison, QObject* parent = nullptr);

    // The slice, otherwise the interval, of a target in each run; invalid and empty if it has none.
    SliceId sliceInA(qint64 target) const { return about(target).sliceA; }
    SliceId sliceInB(qint64 target) const { return about(target).sliceB; }
    std::optional<TimeRange> placeInA(qint64 target) const { return about(target).placeA; }
    std::optional<TimeRange> placeInB(qint64 target) const { return about(target).placeB; }

protected:
    QString partOf(const CellRow& row) const override;
    std::string_view titleOfPart() const override;

private:
    void reload();
    void addPart(const ComparedPart& part);
    void addTimes(const std::string& heading, PartKind kind);
    void addSelfTimes();
    void addKernels();
    void addOrigins(OriginKind kind, const std::string& heading);
    void addFindings();
    // ComparisonRow::change from `a` to `b`, sums over `steps` steps of a time that should be
    // short: 0 within the noise floor, and below 1 / kMinShareOfRun of the compared time.
    int changeOf(std::int64_t a, std::int64_t b, std::int64_t steps = 1) const;

    const ComparisonRow& about(qint64 target) const {
        return m_rows[static_cast<std::size_t>(target)];
    }

    const ComparisonObject& m_comparison;
    std::vector<ComparisonRow> m_rows;
};

}  // namespace gaplight::ui
