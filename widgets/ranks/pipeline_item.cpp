// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/pipeline_item.h"

#include <algorithm>

#include "core/base/quantity_text.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rank_set_chart.h"
#include "core/report/ranks/rank_tables.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr float kNames = 150;
constexpr float kMaxNamesShare = 0.35F;  // of the width

}  // namespace

void PipelineItem::setRanks(RankSetObject* ranks) {
    if (!replaceSource(m_ranks, ranks)) {
        return;
    }
    connect(ranks, &RankSetObject::changed, this, &PipelineItem::takeSet);
    connect(ranks, &RankSetObject::currentChanged, this, &PipelineItem::takeRank);
    takeSet();
    Q_EMIT ranksChanged();
}

const PipelineTimes* PipelineItem::shown() const {
    return m_pipeline < m_pipelines.size() ? &m_pipelines[m_pipeline] : nullptr;
}

void PipelineItem::takeSet() {
    m_pipelines = m_ranks && m_ranks->active() ? pipelineTimes(m_ranks->set()->analysis)
                                               : std::vector<PipelineTimes>{};
    m_pipeline = 0;
    m_step = m_pipelines.empty() ? -1 : static_cast<int>(m_pipelines.front().stepToShow());
    updateChart();
    takeRank();
    Q_EMIT pipelineChanged();
    Q_EMIT stepChanged();
}

void PipelineItem::takeRank() {
    const auto rank = static_cast<std::size_t>(m_ranks ? m_ranks->current() : -1);
    const auto found =
        std::find_if(m_pipelines.begin(), m_pipelines.end(), [&](const PipelineTimes& pipeline) {
            return std::any_of(pipeline.stages.begin(), pipeline.stages.end(),
                               [&](const StageTimes& stage) { return stage.rank == rank; });
        });
    if (found != m_pipelines.end() &&
        found != m_pipelines.begin() + static_cast<std::ptrdiff_t>(m_pipeline)) {
        m_pipeline = static_cast<std::size_t>(found - m_pipelines.begin());
        m_step = std::min(m_step, stepCount() - 1);
        updateChart();
        Q_EMIT pipelineChanged();
        Q_EMIT stepChanged();
    }
    polish();
}

void PipelineItem::updateChart() {
    setHovered(std::nullopt);
    m_chart = shown() != nullptr && m_step >= 0 && m_step < stepCount()
                  ? chartOfPipeline(*m_ranks->set(), m_ranks->chart(), *shown(),
                                    static_cast<std::size_t>(m_step))
                  : RankChart{};
    polish();
}

void PipelineItem::setStep(int step) {
    const int wanted = std::clamp(step, std::min(0, stepCount() - 1), std::max(0, stepCount() - 1));
    if (wanted != m_step) {
        m_step = wanted;
        updateChart();
        Q_EMIT stepChanged();
    }
}

int PipelineItem::stepCount() const {
    return shown() == nullptr ? 0 : static_cast<int>(shown()->steps.size());
}

QString PipelineItem::stepName() const {
    if (m_step < 0 || m_step >= stepCount()) {
        return {};
    }
    const int step = shown()->steps[static_cast<std::size_t>(m_step)].step;
    return toQString(stepLabel(*m_ranks->set(), step));
}

QString PipelineItem::sentence() const {
    return shown() == nullptr ? QString() : toQString(pipelineSentence(*m_ranks->set(), *shown()));
}

RankLanesInput PipelineItem::input() const {
    RankLanesInput input{m_chart, m_chart.range.begin};
    input.width = listWidth();
    input.height = std::min(listHeight(), fullRankLanesHeight(m_chart.lanes.size()));
    input.namesWidth = std::min(kNames, input.width * kMaxNamesShare);
    input.nsPerPixel =
        std::max(1.0, static_cast<double>(m_chart.range.length().count()) /
                          static_cast<double>(std::max(1.0F, input.width - input.namesWidth)));
    for (std::size_t stage = 0; stage < m_chart.lanes.size(); ++stage) {
        if (static_cast<int>(shown()->stages[stage].rank) == m_ranks->current()) {
            input.current = static_cast<std::uint32_t>(stage);
        }
    }
    return input;
}

bool PipelineItem::draw(DisplayList& list) {
    if (m_chart.lanes.empty()) {
        return false;
    }
    buildRankLanes(input(), measure(), list);
    return true;
}

std::optional<std::size_t> PipelineItem::hit(QPointF at) const {
    if (m_chart.lanes.empty()) {
        return std::nullopt;
    }
    const auto stage =
        hitTestRankLanes(input(), static_cast<float>(at.x()), static_cast<float>(at.y())).lane;
    return stage && *stage < shown()->stages.size() ? std::optional<std::size_t>(*stage)
                                                    : std::nullopt;
}

QString PipelineItem::tip(std::size_t at) const {
    const PipelineStep& step = shown()->steps[static_cast<std::size_t>(m_step)];
    if (at >= step.stages.size()) {
        return {};
    }
    const StageStep& stage = step.stages[at];
    return toQString(
        m_chart.lanes[at].label + " computes " + durationText(stage.compute) + ", bubbles " +
        durationText(stage.bubble) + " of " + durationText(stage.range.length()) +
        (stage.entry > Duration{}
             ? "; it waited " + durationText(stage.entry) + " for its first micro-batch"
             : ""));
}

void PipelineItem::press(std::optional<std::size_t> stage) {
    if (stage) {
        m_ranks->goToRange(m_chart.range);
        m_ranks->chooseRank(static_cast<int>(shown()->stages[*stage].rank));
    }
}

}  // namespace gaplight::ui
