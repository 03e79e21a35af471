// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QPointer>
#include <QQmlEngine>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/scene/ranks/rank_lanes_scene.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/render/plot_item.h"

namespace gaplight::ui {

// Stages of a pipeline by time, in one of its steps; of several pipelines the one with the shown
// rank. Click on a stage: the step is shown on its rank.
class PipelineItem : public PlotItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::RankSetObject* ranks READ ranks WRITE setRanks NOTIFY ranksChanged REQUIRED)
    // Ranks send to each other.
    Q_PROPERTY(bool hasStages READ hasStages NOTIFY pipelineChanged)
    // Position of the shown step among those with messages; -1: none.
    Q_PROPERTY(int step READ step WRITE setStep NOTIFY stepChanged)
    Q_PROPERTY(int stepCount READ stepCount NOTIFY pipelineChanged)
    // "step 2"
    Q_PROPERTY(QString stepName READ stepName NOTIFY stepChanged)
    // Imbalance and bubbles.
    Q_PROPERTY(QString sentence READ sentence NOTIFY pipelineChanged)

public:
    using PlotItem::PlotItem;

    RankSetObject* ranks() const { return m_ranks; }
    void setRanks(RankSetObject* ranks);
    bool hasStages() const { return !m_pipelines.empty(); }
    int step() const { return m_step; }
    // Clamped to the steps.
    void setStep(int step);
    int stepCount() const;
    QString stepName() const;
    QString sentence() const;

Q_SIGNALS:
    void ranksChanged();
    void pipelineChanged();
    void stepChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t stage) const override;
    void press(std::optional<std::size_t> stage) override;

private:
    void takeSet();
    void takeRank();
    void updateChart();
    const PipelineTimes* shown() const;
    RankLanesInput input() const;

    QPointer<RankSetObject> m_ranks;
    std::vector<PipelineTimes> m_pipelines;
    std::size_t m_pipeline = 0;  // into m_pipelines
    int m_step = -1;
    RankChart m_chart;
};

}  // namespace gaplight::ui
