// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_report_object.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "core/base/exhaustion.h"
#include "core/base/result.h"
#include "core/formats/open_kernel_report.h"
#include "core/formats/open_trace.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// `trace`: null for a report alone.
Result<LoadedKernels> loadKernels(const std::string& path, const Trace* trace,
                                  const std::stop_token& stop) {
    return failOnExhaustion(path, [&]() -> Result<LoadedKernels> {
        KernelReport report = TRY(openKernelReport(path, {}, stop));
        MatchedKernels kernels;
        if (trace == nullptr) {
            kernels.plot = reportPlotOf(report);
            kernels.list = listKernels(report);
        } else {
            Result<KernelMatches> matches = matchKernels(report, *trace);
            if (!matches) {
                return fail(matches.error().code, path + ": " + matches.error().message);
            }
            kernels.matches = *std::move(matches);
        }
        kernels.report = std::move(report);
        return std::make_shared<const MatchedKernels>(std::move(kernels));
    });
}

QString matchesText(const MatchedKernels& kernels) {
    const KernelMatches& matches = kernels.matches;
    QString text = QStringLiteral("%1 of %2 found in the trace, %3 of %4")
                       .arg(countText(matches.matchedKernels),
                            countText(kernels.report.kernels.size(), "kernel", "kernels"),
                            countText(matches.launches.size()),
                            countText(matches.allLaunches, "launch", "launches"));
    if (matches.ambiguousKernels > 0) {
        text += QStringLiteral(", %1 ambiguous").arg(countText(matches.ambiguousKernels));
    }
    return text;
}

}  // namespace

KernelReportObject::KernelReportObject(SessionObject& session, QObject* parent)
    : AddedFileObject(session, &KernelReportObject::isReportFile, parent),
      m_work([this](const Result<LoadedKernels>& result) { receive(result); }) {}

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
    return head && (isKernelReport(*head) || isCompressedReportName(toStdString(path)));
}

void KernelReportObject::open(const QString& path) {
    m_stop.request_stop();
    m_work.drop();
    const bool wasAlone = isAlone();
    setPlace(path, traceOf(session().trace()));
    if (!isAlone() || !wasAlone) {
        m_data.reset();
    }
    m_stop = std::stop_source();
    setState(Loading, QStringLiteral("reading %1").arg(fileName()));
    m_work.start([path = toStdString(path), trace = trace(), stop = m_stop.get_token()] {
        return loadKernels(path, trace.get(), stop);
    });
}

void KernelReportObject::cancel() {
    if (state() == Loading) {
        m_stop.request_stop();
        m_work.drop();
        returnToData();
    }
}

void KernelReportObject::dismissError() {
    if (state() == Failed) {
        returnToData();
    }
}

void KernelReportObject::returnToData() {
    if (m_data) {
        setPath(toQString(m_data->report.path));
    }
    setState(m_data ? Ready : Empty, {});
}

void KernelReportObject::close() {
    m_stop.request_stop();
    m_work.drop();
    m_data.reset();
    clearPlace();
    setState(Empty, {});
}

void KernelReportObject::receive(const Result<LoadedKernels>& result) {
    if (!result) {
        return setState(Failed, toQString(result.error().message));
    }
    closeShownTrace();
    m_data = *result;
    if (isAlone()) {
        setState(Ready, {});
        Q_EMIT opened(path());
    } else {
        setState(Ready, fileName() + QStringLiteral(": ") + matchesText(*m_data));
    }
}

QString KernelReportObject::summary() const {
    return m_data ? toQString(kernelReportSummary(m_data->report, m_data->list)) : QString();
}

QString KernelReportObject::issues() const {
    QStringList lines;
    for (std::size_t at = 0; m_data && at < KernelReportIssues::kKinds; ++at) {
        const auto kind = static_cast<KernelReportIssueKind>(at);
        if (const std::uint64_t count = m_data->report.issues.count(kind); count > 0) {
            lines << QStringLiteral("%1 × %2").arg(countText(count),
                                                   toQString(kernelReportIssueExplanation(kind)));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

void KernelReportObject::setState(State state, const QString& text) {
    m_statusText = text;
    AddedFileObject::setState(state);
}

}  // namespace gaplight::ui
