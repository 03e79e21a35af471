// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_report_object.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "core/base/exhaustion.h"
#include "core/formats/open_kernel_report.h"
#include "core/formats/open_trace.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

Result<LoadedKernels> loadKernels(const std::string& path, const Trace& trace,
                                  const std::stop_token& stop) {
    return failOnExhaustion(path, [&]() -> Result<LoadedKernels> {
        Result<KernelReport> report = openKernelReport(path, {}, stop);
        if (!report) {
            return tl::unexpected<Error>(report.error());
        }
        Result<KernelMatches> matches = matchKernels(*report, trace);
        if (!matches) {
            return fail(matches.error().code, path + ": " + matches.error().message);
        }
        return std::make_shared<const MatchedKernels>(
            MatchedKernels{*std::move(report), *std::move(matches)});
    });
}

QString matchesText(const MatchedKernels& kernels) {
    const KernelMatches& matches = kernels.matches;
    QString text = QObject::tr("%1 of %2 found in the trace, %3 of %4")
                       .arg(countText(matches.matchedKernels),
                            countText(kernels.report.kernels.size(), "kernel", "kernels"),
                            countText(matches.launches.size()),
                            countText(matches.allLaunches, "launch", "launches"));
    if (matches.ambiguousKernels > 0) {
        text += QObject::tr(", %1 ambiguous").arg(countText(matches.ambiguousKernels));
    }
    return text;
}

}  // namespace

KernelReportObject::KernelReportObject(SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work([this](const Result<LoadedKernels>& result) { receive(result); }) {
    connect(&session, &SessionObject::traceChanged, this, &KernelReportObject::followTrace);
    connect(&session, &SessionObject::opened, this, [this] {
        if (!m_awaited.isEmpty()) {
            open(std::exchange(m_awaited, {}));
        }
    });
}

KernelReportObject::~KernelReportObject() {
    m_stop.request_stop();
}

bool KernelReportObject::isReportFile(const QString& path) {
    if (!QFileInfo(path).isFile()) {
        return false;
    }
    const auto source = openByteSource(toStdString(path));
    const Result<std::string> head =
        source ? readHead(**source, kKernelReportHeadBytes) : fail(ErrorCode::NotReadable, {});
    return head && isKernelReport(*head);
}

void KernelReportObject::open(const QString& path) {
    if (!m_session.trace()) {
        return;
    }
    close();
    m_path = path;
    m_trace = m_session.trace()->session().trace;
    m_stop = std::stop_source();
    setState(Loading, tr("reading %1").arg(withoutBidiMarks(QFileInfo(path).fileName())));
    m_work.start([path = toStdString(path), trace = m_trace, stop = m_stop.get_token()] {
        return loadKernels(path, *trace, stop);
    });
}

bool KernelReportObject::openDropped(const QList<QUrl>& urls) {
    const auto report = std::find_if(urls.begin(), urls.end(), [](const QUrl& url) {
        return url.isLocalFile() && isReportFile(url.toLocalFile());
    });
    const auto other = std::find_if(urls.begin(), urls.end(), [&](const QUrl& url) {
        return report != urls.end() && url != *report;
    });
    if (report == urls.end() || (other == urls.end() && !m_session.trace())) {
        return false;
    }
    if (other == urls.end()) {
        open(report->toLocalFile());
    } else {
        openAfterTrace(report->toLocalFile());
        m_session.openUrl(*other);
    }
    return true;
}

void KernelReportObject::close() {
    m_stop.request_stop();
    m_work.drop();
    m_data.reset();
    m_trace.reset();
    m_path.clear();
    setState(Empty, {});
}

void KernelReportObject::receive(const Result<LoadedKernels>& result) {
    if (!result) {
        return setState(Failed, toQString(result.error().message));
    }
    m_data = *result;
    const QString name = withoutBidiMarks(QFileInfo(m_path).fileName());
    setState(Ready, name + QStringLiteral(": ") + matchesText(*m_data));
}

void KernelReportObject::followTrace() {
    const LoadedTrace& shown = m_session.trace();
    if (m_state != Empty && (!shown || shown->session().trace != m_trace)) {
        close();
    }
}

void KernelReportObject::setState(State state, const QString& text) {
    m_state = state;
    m_statusText = text;
    Q_EMIT changed();
}

}  // namespace gaplight::ui
