// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/trace_summary.h"

#include <cstdint>

#include "core/index/device_properties.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {

TraceSummary::TraceSummary(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &TraceSummary::changed);
}

const Session* TraceSummary::shown() const {
    return m_session.trace() ? &m_session.trace()->session() : nullptr;
}

QString TraceSummary::hardware() const {
    const Session* session = shown();
    if (session == nullptr || !session->isAnalyzed) {
        return {};
    }
    // Those that did something; the file lists all that the machine has.
    const auto& used = session->analysis.devices;
    if (used.empty()) {
        return QStringLiteral("no GPU activity");
    }
    const GpuId first = used.front().totals.gpu;
    const DeviceProperties* device = propertiesOf(*session->trace, first);
    if (device == nullptr || device->name.empty()) {
        return used.size() == 1 ? toQString(session->trace->gpuLabel(first))
                                : QStringLiteral("%1 GPUs").arg(countText(used.size()));
    }
    const QString name = toQString(device->name);
    return used.size() == 1 ? name : QStringLiteral("%1 × %2").arg(countText(used.size()), name);
}

QString TraceSummary::busy() const {
    std::int64_t busy = 0;
    std::int64_t window = 0;
    if (const Session* session = shown()) {
        for (const DeviceAnalysis& device : session->analysis.devices) {
            busy += ns(device.totals.busy);
            window += ns(device.totals.window.length());
        }
    }
    return window == 0 ? QString()
                       : QStringLiteral("busy %1").arg(
                             percentText(static_cast<double>(busy) / static_cast<double>(window)));
}

QString TraceSummary::duration() const {
    return shown() == nullptr ? QString() : durationText(shown()->trace->range().length());
}

QString TraceSummary::slices() const {
    return shown() == nullptr ? QString()
                              : countText(shown()->trace->slices().size(), "slice", "slices");
}

QString TraceSummary::memory() const {
    if (shown() == nullptr) {
        return {};
    }
    const Trace& trace = *shown()->trace;
    return bytesText(trace.memoryBytes() + trace.strings().memoryBytes());
}

}  // namespace gaplight::ui
