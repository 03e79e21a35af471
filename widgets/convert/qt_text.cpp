// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/qt_text.h"

#include "core/base/quantity_text.h"
#include "core/report/text/escaped_text.h"
#include "core/scene/layout/track_groups.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

QString codeSpansHtml(std::string_view text) {
    QString html;
    for (const TextRun& run : codeSpans(text)) {
        const QString escaped = unbroken(toQString(run.text).toHtmlEscaped());
        html += run.code ? QStringLiteral("<code>%1</code>").arg(escaped) : escaped;
    }
    return html;
}

QString unbroken(QString text) {
    constexpr QChar kThinSpace(u'\u2009');
    constexpr QChar kNarrowNoBreakSpace(u'\u202f');
    return text.replace(kThinSpace, kNarrowNoBreakSpace);
}

QString withoutCodeSpans(std::string_view text) {
    QString plain;
    for (const TextRun& run : codeSpans(text)) {
        plain += toQString(run.text);
    }
    return plain;
}

QString dateText(const QDateTime& time, const QDateTime& now) {
    if (!time.isValid()) {
        return {};
    }
    const qint64 days = time.date().daysTo(now.date());
    if (days == 0 || days == 1) {
        return (days == 0 ? QStringLiteral("today ") : QStringLiteral("yesterday ")) +
               time.time().toString(QStringLiteral("HH:mm"));
    }
    return time.date().toString(Qt::ISODate);
}

namespace {

constexpr char16_t kThinSpace = u'\u2009';

QString withUnit(const QString& number, const char* unit) {
    return number + QChar(kThinSpace) + QString::fromUtf8(unit);
}

}  // namespace

QString durationText(Duration duration) {
    return toQString(gaplight::durationText(duration));
}

QString percentText(double share) {
    return toQString(gaplight::percentText(share));
}

QString exactDurationText(Duration duration) {
    const std::int64_t length = ns(duration);
    const std::uint64_t size =
        length < 0 ? 0 - static_cast<std::uint64_t>(length) : static_cast<std::uint64_t>(length);
    const QString sign = length < 0 ? QStringLiteral("\u2212") : QString();
    const auto decimal = [&](std::uint64_t unit, int decimals, const char* name) {
        const QString rest = QString::number(size % unit).rightJustified(decimals, u'0');
        return withUnit(sign + countText(size / unit) + u'.' + rest, name);
    };
    if (size >= 1'000'000'000) {
        return decimal(1'000'000'000, 9, "s");
    }
    if (size >= 1'000'000) {
        return decimal(1'000'000, 6, "ms");
    }
    if (size >= 1'000) {
        return decimal(1'000, 3, "µs");
    }
    return withUnit(sign + QString::number(size), "ns");
}

QString bytesText(std::uint64_t bytes) {
    return toQString(gaplight::bytesText(bytes));
}

QString bytesOfText(std::uint64_t part, std::uint64_t whole) {
    return toQString(gaplight::bytesOfText(part, whole));
}

QString countText(std::uint64_t count) {
    return toQString(gaplight::countText(count));
}

QString countText(std::uint64_t count, const char* one, const char* many) {
    return toQString(gaplight::countText(count, one, many));
}

QString trackText(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.index()];
    if (track.kind == TrackKind::Stream && track.gpu && track.stream) {
        return QStringLiteral("%1 · stream %2")
            .arg(toQString(trace.gpuLabel(*track.gpu)))
            .arg(*track.stream);
    }
    const Process& process = trace.processes()[track.process.index()];
    const std::string around =
        process.gpu ? trace.gpuLabel(*process.gpu) : processLabel(trace, track.process);
    return toQString(around + " · " + trackTitle(trace, id));
}

}  // namespace gaplight::ui
