// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/file_preview.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <QFileInfo>
#include <QStringList>

#include "core/formats/open_trace.h"
#include "core/index/device_properties.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

// Of the inflated bytes: a small hostile file fills no memory.
constexpr InflationLimit kInflation{std::uint64_t{512} << 20U};

// The first bytes of the inflated file.
Result<std::string> headOf(ByteSource& source) {
    std::string head(kSniffBytes, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const Result<std::size_t> read =
            source.readNext({head.data() + filled, head.size() - filled});
        if (!read) {
            return tl::unexpected<Error>(read.error());
        }
        if (*read == 0) {
            break;
        }
        filled += *read;
    }
    head.resize(filled);
    return head;
}

// "kineto-json in zstd".
QString formatText(const QString& name, const ByteSource& source) {
    const QString container = QString::fromUtf8(source.compression());
    return container == QLatin1String("none") ? name
                                              : QStringLiteral("%1 in %2").arg(name, container);
}

// The format as its first bytes show it, or the kind of content that is no trace.
Result<QString> sniffedFormat(const std::string& path) {
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path, kInflation);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    const Result<std::string> head = headOf(**source);
    if (!head) {
        return tl::unexpected<Error>(head.error());
    }
    const auto formats = builtInFormats();
    const auto format = std::find_if(formats.begin(), formats.end(),
                                     [&](const Format& one) { return one.sniff(*head); });
    if (format == formats.end()) {
        return fail(ErrorCode::NotATrace, "not a trace: " + describeContent(*head));
    }
    return formatText(QString::fromUtf8(format->name), **source);
}

QStringList hardwareOf(const Trace& trace) {
    std::set<GpuId> used;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        used.insert(activity.gpu);
    }
    QStringList lines;
    for (const GpuId gpu : used) {
        const DeviceProperties* device = propertiesOf(trace, gpu);
        const QString label = toQString(trace.gpuLabel(gpu));
        lines << (device == nullptr || device->name.empty()
                      ? label
                      : QStringLiteral("%1: %2").arg(label, toQString(device->name)));
    }
    constexpr qsizetype kMaxLines = 4;
    if (lines.size() > kMaxLines) {
        lines = lines.mid(0, kMaxLines)
                << QStringLiteral("%1 GPUs together").arg(countText(used.size()));
    }
    return lines;
}

QStringList contentOf(const Trace& trace) {
    QStringList lines{durationText(trace.range().length()),
                      countText(trace.slices().size(), "slice", "slices"),
                      countText(trace.gpuActivities().size(), "GPU activity", "GPU activities")};
    lines << hardwareOf(trace);
    const TraceFacts& facts = trace.facts();
    if (facts.rank && facts.worldSize) {
        lines << QStringLiteral("rank %1 of %2").arg(*facts.rank).arg(*facts.worldSize);
    }
    if (!facts.host.empty()) {
        lines << toQString(facts.host);
    }
    if (facts.withStack.value_or(false)) {
        lines << QStringLiteral("with call stacks");
    }
    return lines;
}

QString describe(const QString& path, const std::stop_token& stop) {
    const QFileInfo info(path);
    const std::string file = toStdString(path);
    const Result<QString> format = sniffedFormat(file);
    if (!format) {
        return toQString(format.error().message);
    }
    QStringList lines{*format};
    if (info.size() > FilePreview::kMaxBytes) {
        return (lines << QStringLiteral("too large for a preview")).join(u'\n');
    }
    Result<std::unique_ptr<ByteSource>> source = openByteSource(file, kInflation);
    TraceBuilder builder;
    ReadOptions options;
    options.stop = stop;
    Result<OpenedTrace> opened = source ? openTrace(file, **source, builder, options)
                                        : tl::unexpected<Error>(source.error());
    if (!opened) {
        return (lines << toQString(opened.error().message)).join(u'\n');
    }
    const auto trace = builder.finish(std::move(opened->result.facts));
    // With the name of its writer, which the first bytes do not show.
    lines = {formatText(toQString(trace->facts().format), **source)};
    return (lines << contentOf(*trace)).join(u'\n');
}

}  // namespace

FilePreview::FilePreview(QObject* parent)
    : QObject(parent), m_work([this](const QString& text) {
          m_text = text;
          m_isLoading = false;
          Q_EMIT changed();
      }) {}

FilePreview::~FilePreview() {
    m_stop.request_stop();
}

void FilePreview::setPath(const QString& path) {
    if (path == m_path) {
        return;
    }
    m_stop.request_stop();
    m_stop = {};
    m_path = path;
    m_text.clear();
    m_isLoading = !path.isEmpty();
    if (m_isLoading) {
        m_work.start([path, stop = m_stop.get_token()] { return describe(path, stop); });
    } else {
        m_work.drop();
    }
    Q_EMIT changed();
}

}  // namespace gaplight::ui
