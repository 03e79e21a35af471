// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/scene_data.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/steps/annotation_forest.h"
#include "core/analysis/torch/kernel_meaning.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"
#include "core/index/main_range.h"
#include "core/session/provenance_of.h"
#include "core/session/thread_loads.h"

namespace gaplight {
namespace {

std::vector<QueueCurve> queueCurves(const Session& session) {
    std::vector<QueueCurve> curves;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        QueueLead lead = queueLead(*session.trace, session.indexes->launches, device.byStart);
        if (!lead.empty()) {
            curves.push_back(
                QueueCurve::build(device.totals.gpu, std::move(lead.times), lead.lead));
        }
    }
    return curves;
}

// One for each GPU, of its part of the extents.
std::vector<AnnotationRows> mirroredAnnotations(const Session& session) {
    const std::vector<AnnotationExtent> extents = annotationExtents(
        *session.trace, session.indexes->launches, session.analysis.annotationSlices);
    std::vector<AnnotationRows> all;
    for (std::size_t at = 0; at < extents.size();) {
        const GpuId gpu = extents[at].gpu;
        std::vector<AnnotationSpan> spans;
        for (; at < extents.size() && extents[at].gpu == gpu; ++at) {
            spans.push_back({extents[at].annotation, extents[at].range});
        }
        all.push_back(AnnotationRows::build(gpu, spans));
    }
    return all;
}

}  // namespace

// What follows from the analysis.
void SceneData::buildMeasures(const Session& from, const std::stop_token& stop) {
    const auto unlessStopped = [&](const auto& make) {
        if (!stop.stop_requested()) {
            make();
        }
    };
    parallelInvoke(
        [&] {
            unlessStopped([&] { m_overlays = sessionOverlays(from); });
            unlessStopped([&] { m_rules = overlayRules(m_overlays, from.findings); });
        },
        [&] {
            unlessStopped([&] { m_busy = busyProfiles(from); });
            unlessStopped([&] { m_queues = queueCurves(from); });
            unlessStopped([&] { m_annotations = mirroredAnnotations(from); });
        });
}

std::shared_ptr<const SceneData> SceneData::build(std::shared_ptr<const Session> session,
                                                  const std::stop_token& stop,
                                                  std::span<const CounterCurve> added) {
    std::shared_ptr<SceneData> data(new SceneData());
    const auto parts = std::make_shared<TraceParts>();
    const Session& from = *session;
    const auto unlessStopped = [&](const auto& make) {
        if (!stop.stop_requested()) {
            make();
        }
    };
    parallelInvoke(
        [&] {
            unlessStopped([&] { parts->names = NameTable::build(*from.trace, kernelRowLabel); });
        },
        [&] {
            unlessStopped([&] { parts->counters = counterCurves(*from.trace); });
            parts->counters.insert(parts->counters.end(), added.begin(), added.end());
            unlessStopped([&] { parts->instants = InstantIndex::build(*from.trace); });
            parts->mainRange = mainRange(*from.trace);
            if (from.trace->gpuActivities().empty()) {
                unlessStopped([&] { parts->threads = threadLoads(from); });
            }
        },
        [&] { data->buildMeasures(from, stop); });
    if (stop.stop_requested()) {
        return nullptr;
    }
    data->m_parts = parts;
    data->m_session = std::move(session);
    return data;
}

std::shared_ptr<const SceneData> SceneData::analyzed(std::shared_ptr<const Session> session,
                                                     const std::stop_token& stop) const {
    std::shared_ptr<SceneData> data(new SceneData());
    data->m_parts = m_parts;
    data->buildMeasures(*session, stop);
    if (stop.stop_requested()) {
        return nullptr;
    }
    data->m_session = std::move(session);
    return data;
}

SceneModel SceneData::model() const {
    SceneModel model;
    model.trace = m_session->trace.get();
    model.rows = &m_session->indexes->rows;
    model.launches = &m_session->indexes->launches;
    model.flows = &m_session->indexes->flows;
    model.names = &m_parts->names;
    model.overlays = &m_overlays;
    model.counters = m_parts->counters;
    model.busy = m_busy;
    model.queues = m_queues;
    model.threads = m_parts->threads;
    model.annotations = m_annotations;
    model.steps = m_session->analysis.steps.markers.host;
    model.mainRange = m_parts->mainRange;
    model.instants = &m_parts->instants;
    return model;
}

Role idleColor(IdleClass idleClass) {
    constexpr std::array<Role, static_cast<std::size_t>(IdleClass::Count_)> kColors{
        Role::IdleLaunch, Role::IdleHost, Role::IdleData,
        Role::IdleSync,   Role::IdleRank, Role::IdleOther};
    return kColors.at(static_cast<std::size_t>(idleClass));
}

Role idleColor(const GapReason& reason) {
    return reason.isFirstUse() ? Role::IdleFirstUse : idleColor(reason.idleClass());
}

std::vector<ColorRef> gapColors(const Session& session, std::size_t device) {
    const DeviceAnalysis& of = session.analysis.devices[device];
    const IdleExplanations* at = explanationsOf(session.findings.explanations, of);
    std::vector<ColorRef> colors(of.gaps.size(), Role::IdleOther);
    if (at == nullptr) {
        return colors;
    }
    for (std::size_t gap = 0; gap < of.gaps.size(); ++gap) {
        colors[gap] = idleColor(at->mainReason(gap, of.gaps[gap]));
    }
    return colors;
}

}  // namespace gaplight
