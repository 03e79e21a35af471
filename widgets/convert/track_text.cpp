// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/track_text.h"

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

QString processText(const Trace& trace, const Process& process) {
    if (process.gpu) {
        return toQString(trace.gpuLabel(*process.gpu));
    }
    const QString pid = toQString(trace.text(process.pid));
    const QString name = toQString(trace.text(process.name));
    const QString source =
        trace.sources().size() > 1
            ? toQString(sourceLabel(trace.sources(), process.source)) + QStringLiteral(" · ")
            : QString();
    return source + (name.isEmpty() ? pid : QStringLiteral("%1 %2").arg(name, pid));
}

}  // namespace

QString trackText(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.index()];
    if (track.kind == TrackKind::Stream && track.gpu && track.stream) {
        return QStringLiteral("%1 · stream %2")
            .arg(toQString(trace.gpuLabel(*track.gpu)))
            .arg(*track.stream);
    }
    const QString name = toQString(trace.text(track.name));
    const QString tid = toQString(trace.text(track.tid));
    return processText(trace, trace.processes()[track.process.index()]) + QStringLiteral(" · ") +
           (name.isEmpty() ? tid : name);
}

}  // namespace gaplight::ui
