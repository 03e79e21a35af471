// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_image_export.h"

#include <utility>

#include <QFileInfo>

#include "core/io/output_writer.h"
#include "core/report/figure/memory_figure.h"
#include "core/scene/display/theme.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/figure/figure_export.h"

namespace gaplight::ui {
namespace {

constexpr double kImageScale = 2;

FigureFormat formatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == u"svg"   ? FigureFormat::Svg
           : ending == u"pdf" ? FigureFormat::Pdf
                              : FigureFormat::Png;
}

MemoryFigureView figureViewOf(const MemoryViewInput& shown) {
    const Viewport& view = shown.viewport;
    const auto clockAt = [&](float x) {
        return ns(view.timeAt(static_cast<double>(x))) + shown.clockNs;
    };
    return {shown.order, std::pair(clockAt(view.timeLeft()), clockAt(view.width)), shown.bytes,
            shown.bottom, shown.originNs};
}

}  // namespace

MemoryImageExport::MemoryImageExport(const MemoryObject& memory, const ThemeObject& theme,
                                     QObject* parent)
    : QObject(parent),
      m_memory(memory),
      m_theme(theme),
      m_work([this](const Result<QString>& saved) {
          show(saved ? QStringLiteral("Saved as %1").arg(*saved) : toQString(saved.error().message),
               !saved);
      }) {
    connect(&memory, &MemoryObject::dataChanged, this, [this] { show({}, false); });
}

void MemoryImageExport::save(const MemoryItem& view, const QString& path) {
    const LoadedMemory data = m_memory.data();
    const Result<Theme> theme = builtInTheme(m_theme.dark());
    if (!data || !theme) {
        return show(
            theme ? QStringLiteral("No snapshot is open") : toQString(theme.error().message), true);
    }
    show(QStringLiteral("Saving…"), false);
    const MemoryFigureSize size{static_cast<float>(view.width()),
                                static_cast<float>(view.height())};
    m_work.start([data, size, path, theme = *theme, shown = figureViewOf(view.input()),
                  device = data->model(m_memory.deviceIndex()).device]() -> Result<QString> {
        const MemorySubject subject{data->snapshot(), data->assessment(), device,
                                    data->placement()};
        const FigureJob job{memoryFigurePlan(subject, size, {}, shown, ""), theme, formatOf(path),
                            kImageScale};
        return figureBytes(job)
            .and_then([&](const QByteArray& bytes) {
                return writeOutputFile(toStdString(path),
                                       {bytes.constData(), static_cast<std::size_t>(bytes.size())});
            })
            .map([&] { return path; });
    });
}

void MemoryImageExport::show(const QString& outcome, bool isFailed) {
    m_outcome = outcome;
    m_isFailed = isFailed;
    Q_EMIT changed();
}

}  // namespace gaplight::ui
