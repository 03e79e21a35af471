// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/analysis/range_tables.h"
#include "core/index/flame_tree.h"
#include "core/provenance/gpu_time_tree.h"
#include "core/report/facts/gpu_time_shares.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/selection/gpu_time_tree_model.h"
#include "widgets/selection/kernel_tree_model.h"
#include "widgets/selection/range_grouping.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {

// One GPU in a range, with the parts of its time there; none where its graphs were not recorded.
struct RangeGpuShares {
    RangeGpu gpu;
    std::vector<GpuTimeShare> shares;
};

// Busy and idle time of each GPU in a range, as text and as segments of a bar.
class RangeGpuModel : public RowListModel<RangeGpuShares> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)

public:
    explicit RangeGpuModel(QObject* parent = nullptr);

    void setGpus(std::vector<RangeGpuShares> gpus);

Q_SIGNALS:
    void rowsChanged();
};

// What the flame graphs of ranges are compared with: a range of the same run, or of the other one.
struct FlameBase {
    LoadedTrace trace;  // null: nothing
    TrackRange range;   // exists
    QString name;       // "step 12, the median"
};

// Measures of the selected range; of a trace without GPU work, of all of it while no range is
// selected. Computed on a pool thread while the pane is visible; a change of
// the range cancels the running computation.
class RangeDetails : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::TrackRange range READ range WRITE setRange NOTIFY rangeChanged)
    Q_PROPERTY(bool hasRange READ hasRange NOTIFY rangeChanged)
    // The pane is visible.
    Q_PROPERTY(bool watched READ watched WRITE setWatched NOTIFY watchedChanged)
    Q_PROPERTY(bool measuring READ measuring NOTIFY measured)
    Q_PROPERTY(QString summary READ summary NOTIFY measured)
    // The slices by name, or by what is chosen.
    Q_PROPERTY(gaplight::ui::RangeGrouping* grouping READ grouping CONSTANT)
    Q_PROPERTY(gaplight::ui::RangeGpuModel* gpus READ gpus CONSTANT)
    Q_PROPERTY(gaplight::ui::GpuTimeTreeModel* gpuTime READ gpuTime CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelTreeModel* kernels READ kernels CONSTANT)
    // GPU time and kernels are of what ran in the range, not launched there. Chosen by the kind
    // of the range's tracks until the user sets it: streams alone run.
    Q_PROPERTY(bool ranHere READ ranHere WRITE setRanHere NOTIFY measured)
    // Name of what the flame graph is compared with; empty: nothing.
    Q_PROPERTY(QString base READ base NOTIFY baseChanged)
    // The range is a step, and there are others to compare it with.
    Q_PROPERTY(bool isStep READ isStep NOTIFY rangeChanged)

public:
    // Measures of one range; immutable.
    struct Measured {
        LoadedTrace trace;
        RangeTables tables;
        std::vector<RangeGpuShares> gpus;  // of tables.gpus
        std::vector<RangeNameUse> uses;    // of tables.names
        std::vector<TrackId> tracks;
        FlameTree hostFlame;  // of threads
        FlameTree gpuFlame;   // of streams
        QString base;         // that both are compared with; empty: nothing
        GpuTimeTree gpuTime;
        KernelTree kernels;
        KernelTreeModel::Shapes shapes;
        ActivityScope gpuScope = ActivityScope::Launched;
    };

    // `session` must outlive it.
    explicit RangeDetails(const SessionObject& session, QObject* parent = nullptr);
    ~RangeDetails() override;

    const TrackRange& range() const { return m_range; }
    void setRange(const TrackRange& range);
    bool hasRange() const { return m_range.exists() || isWhole(); }
    bool watched() const { return m_watched; }
    void setWatched(bool watched);
    bool measuring() const { return m_measuring; }
    // "5.30 ms over 3 tracks · 12,345 slices, 4 of them cut at the edges".
    QString summary() const;
    RangeGrouping* grouping() { return &m_grouping; }
    TableModel* names() { return m_grouping.rows(); }
    // The slices of the row, or of the column of a histogram, that was chosen last; null: none.
    HistogramObject::Lit lit();
    void unlight();
    RangeGpuModel* gpus() { return &m_gpus; }
    GpuTimeTreeModel* gpuTime() { return &m_gpuTime; }
    KernelTreeModel* kernels() { return &m_kernels; }
    bool ranHere() const { return m_result && m_result->gpuScope == ActivityScope::Ran; }
    void setRanHere(bool ranHere);
    QString base() const { return m_base.trace ? m_base.name : QString(); }
    bool isStep() const { return medianStep().has_value(); }
    Q_INVOKABLE void compareWithNothing() { compareWith({}); }
    // With the median of the steps of the kind of this one (medianStepLike()).
    Q_INVOKABLE void compareWithMedianStep();
    // Other ranges with this one.
    Q_INVOKABLE void compareWithThis();
    void compareWith(FlameBase base);
    // Compares with nothing if it was another run: that one is closed, and its memory is given
    // back.
    void forgetOtherRun();
    // Null before the first result.
    const std::shared_ptr<const Measured>& result() const { return m_result; }

Q_SIGNALS:
    void rangeChanged();
    void baseChanged();
    void watchedChanged();
    void measured();
    void litChanged();

private:
    bool isWhole() const {
        return !m_range.exists() && m_session.hasTrace() && !m_session.hasGpu();
    }
    // Of the range, where it is a step.
    std::optional<std::size_t> medianStep() const;
    void updateTrace();
    void update();
    std::array<HistogramObject*, 3> histograms() {
        return {m_grouping.histogram(), m_kernels.histogram(), m_gpuTime.histogram()};
    }
    void followLit(HistogramObject& one);
    void receive(std::shared_ptr<const Measured> result);

    const SessionObject& m_session;
    TrackRange m_range;
    FlameBase m_base;
    bool m_watched = false;
    bool m_isCurrent = false;  // the shown or running measures are of m_range
    bool m_measuring = false;
    std::stop_source m_stop;
    std::shared_ptr<const Measured> m_result;
    RangeGrouping m_grouping;
    RangeGpuModel m_gpus;
    GpuTimeTreeModel m_gpuTime;
    KernelTreeModel m_kernels;
    std::optional<ActivityScope> m_scope;  // chosen by the user, for this range
    PoolWork<std::shared_ptr<const Measured>> m_work;
};

}  // namespace gaplight::ui
