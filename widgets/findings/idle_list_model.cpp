// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/idle_list_model.h"

#include <algorithm>
#include <utility>

#include "core/scene/display/theme.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

bool isGap(const Overlay& overlay) {
    return overlay.kind == OverlayKind::IdleGap;
}

}  // namespace

IdleListModel::IdleListModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"isGap", [this](OverlayId id) { return isGap(overlay(id)); }},
           // Since the trace's start.
           {"when",
            [this](OverlayId id) {
                return durationText(overlay(id).range.begin -
                                    m_trace->session().trace->range().begin);
            }},
           {"length", [this](OverlayId id) { return durationText(overlay(id).range.length()); }},
           // Of the longest of its kind, 0 to 1.
           {"share",
            [this](OverlayId id) {
                const Duration longest = isGap(overlay(id)) ? m_longestGap : m_longestCall;
                return static_cast<double>(ns(overlay(id).range.length())) /
                       static_cast<double>(ns(longest));
            }},
           {"pattern",
            [this](OverlayId id) {
                return isGap(overlay(id)) ? toQString(roleName(overlay(id).color.role()))
                                          : QStringLiteral("overlay_sync");
            }},
           {"what", [this](OverlayId id) { return what(overlay(id)); }},
           {"cause", [this](OverlayId id) { return cause(overlay(id)); }},
           // Index in the overlay table.
           {"overlay", [](OverlayId id) { return static_cast<int>(id.index()); }},
           // Of a blocking call; -1 for gaps.
           {"slice",
            [this](OverlayId id) {
                return isGap(overlay(id)) ? qint64{-1}
                                          : static_cast<qint64>(overlay(id).slice.index());
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IdleListModel::reload);
}

void IdleListModel::reload() {
    std::vector<OverlayId> found;
    m_gapCount = 0;
    m_longestGap = m_longestCall = Duration(1);
    m_trace = m_session.trace();
    m_overlays = m_trace ? m_trace->model().overlays : nullptr;
    if (m_overlays != nullptr) {
        const OverlaySpan all = m_overlays->all();
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Overlay& shown = overlay(all.id(at));
            if (!isGap(shown) && shown.kind != OverlayKind::BlockingCall) {
                continue;
            }
            found.push_back(all.id(at));
            Duration& longest = isGap(shown) ? m_longestGap : m_longestCall;
            longest = std::max(longest, shown.range.length());
            m_gapCount += isGap(shown) ? 1 : 0;
        }
    }
    resetRows(sorted(std::move(found)));
    Q_EMIT contentChanged();
}

QString IdleListModel::shorter() const {
    if (!m_trace) {
        return {};
    }
    const Analysis& analysis = m_trace->session().analysis;
    std::uint64_t gaps = 0;
    Duration total{};
    for (const DeviceAnalysis& device : analysis.devices) {
        gaps += device.gaps.size() - device.gapsOverThreshold;
        total += device.totals.idle - device.gapsOverThresholdTotal;
    }
    return gaps == 0 ? QString()
                     : QStringLiteral("shorter than %1: %2, %3")
                           .arg(durationText(analysis.gapThreshold), countText(gaps, "gap", "gaps"),
                                durationText(total));
}

void IdleListModel::setLongestFirst(bool longestFirst) {
    if (longestFirst != m_longestFirst) {
        m_longestFirst = longestFirst;
        resetRows(sorted(rows()));
        Q_EMIT contentChanged();
    }
}

std::vector<OverlayId> IdleListModel::sorted(std::vector<OverlayId> ids) const {
    std::stable_sort(ids.begin(), ids.end(), [&](OverlayId a, OverlayId b) {
        const Overlay& first = overlay(a);
        const Overlay& second = overlay(b);
        if (!m_longestFirst) {
            return first.range.begin < second.range.begin;
        }
        return first.kind != second.kind ? isGap(first)
                                         : first.range.length() > second.range.length();
    });
    return ids;
}

QString IdleListModel::what(const Overlay& overlay) const {
    return isGap(overlay) ? QStringLiteral("%1 idle").arg(
                                toQString(m_trace->session().trace->gpuLabel(overlay.gpu)))
                          : toQString(m_trace->session().trace->name(overlay.slice));
}

QString IdleListModel::cause(const Overlay& overlay) const {
    const QString label = toQString(m_overlays->label(overlay));
    if (isGap(overlay)) {
        return label;
    }
    const QString where = trackText(*m_trace->session().trace, overlay.track);
    return label.isEmpty() ? where : label + QStringLiteral(" · ") + where;
}

}  // namespace gaplight::ui
