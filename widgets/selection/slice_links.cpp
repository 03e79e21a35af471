// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/slice_links.h"

#include <algorithm>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

class LinkCollector {
public:
    LinkCollector(const SceneData& data, SliceId slice)
        : m_session(data.session()),
          m_names(*data.model().names),
          m_trace(*m_session.trace),
          m_slice(slice) {}

    [[nodiscard]] SliceLinks collect() {
        addLaunches();
        addFlows();
        return std::move(m_links);
    }

private:
    void addLaunches() {
        const LaunchIndex& launches = m_session.indexes->launches;
        if (const SliceId launch = launches.launchOf(m_slice); launch.isValid()) {
            addPreceding(QStringLiteral("launch"), launch);
            m_links.launchDelay = delayBetween(launch, m_slice);
        }
        const auto launched = launches.activitiesOf(m_slice);
        for (const ActivityId activity : launched.first(std::min(launched.size(), kMaxLinks))) {
            addFollowing(QStringLiteral("launched"),
                         m_trace.gpuActivities()[activity.index()].slice);
        }
        addMoreRow(m_links.following, launched.size());
    }

    void addFlows() {
        const auto outgoing = m_session.indexes->flows.from(m_trace, m_slice);
        for (const Flow& flow : outgoing.first(std::min(outgoing.size(), kMaxLinks))) {
            addFollowing(toQString(m_trace.text(flow.category)), flow.to);
        }
        addMoreRow(m_links.following, outgoing.size());
        const auto incoming = m_session.indexes->flows.to(m_trace, m_slice);
        for (const FlowId id : incoming.first(std::min(incoming.size(), kMaxLinks))) {
            const Flow& flow = m_trace.flows()[id.index()];
            addPreceding(toQString(m_trace.text(flow.category)), flow.from);
        }
        addMoreRow(m_links.preceding, incoming.size());
    }

    // "launch, 5.24 µs before". A GPU activity may start before its launch call ends.
    void addPreceding(const QString& kind, SliceId slice) {
        const Duration delay = delayBetween(slice, m_slice);
        const QString when = delay < Duration(0) ? QStringLiteral("%1, ends %2 later")
                                                 : QStringLiteral("%1, %2 before");
        addRow(m_links.preceding, when.arg(kind, durationText(abs(delay))), slice);
    }
    void addFollowing(const QString& kind, SliceId slice) {
        const Duration delay = delayBetween(m_slice, slice);
        const QString when = delay < Duration(0) ? QStringLiteral("%1, %2 before the end")
                                                 : QStringLiteral("%1, %2 later");
        addRow(m_links.following, when.arg(kind, durationText(abs(delay))), slice);
    }
    void addRow(std::vector<DetailRow>& rows, const QString& when, SliceId slice) const {
        const SliceTable& slices = m_trace.slices();
        rows.push_back({when,
                        toQString(m_names.label(slices.name(slice))) + QStringLiteral(" · ") +
                            durationText(slices.duration(slice)),
                        static_cast<qint64>(slice.index())});
    }
    [[nodiscard]] Duration delayBetween(SliceId before, SliceId after) const {
        return m_trace.slices().start(after) - m_trace.slices().end(before);
    }

    const Session& m_session;
    const NameTable& m_names;
    const Trace& m_trace;
    SliceId m_slice;
    SliceLinks m_links;
};

}  // namespace

SliceLinks sliceLinks(const SceneData& data, SliceId slice) {
    return LinkCollector(data, slice).collect();
}

void addMoreRow(std::vector<DetailRow>& rows, std::size_t count) {
    if (count > kMaxLinks) {
        rows.push_back(
            {QString(), QStringLiteral("and %1 more").arg(countText(count - kMaxLinks)), -1});
    }
}

}  // namespace gaplight::ui
