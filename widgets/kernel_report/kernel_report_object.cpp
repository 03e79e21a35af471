// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_report_object.h"

#include "core/base/result.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

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
    : AddedFileObject(
          session,
          [this](const std::string& path,
                 const DocumentContext& context) -> Result<FileLoads::Step> {
              auto data = std::make_shared<MatchedKernels>();
              static_cast<MatchedReport&>(*data) = TRY(openMatchedReport(path, context));
              if (context.trace == nullptr) {
                  data->plot = reportPlotOf(data->report);
                  data->list = kernelListTable(data->report);
                  data->verdict = kernelReportVerdict(data->report);
              }
              return [this, data] { take(data); };
          },
          parent) {}

void KernelReportObject::take(const LoadedKernels& data) {
    m_data = data;
    setFoundText(trace() ? fileName() + QStringLiteral(": ") + matchesText(*m_data) : QString());
}

QString KernelReportObject::summary() const {
    return m_data ? toQString(kernelReportSummary(m_data->report)) : QString();
}

QString KernelReportObject::verdict() const {
    return m_data && m_data->verdict ? unbroken(toQString(m_data->verdict->text)) : QString();
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

}  // namespace gaplight::ui
