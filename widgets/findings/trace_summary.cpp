// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/trace_summary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printable_text.h"
#include "core/index/device_properties.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/facts/trace_verdict.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

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
            window += ns(device.totals.window.length() - earlierWork(device));
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

namespace {

// Spaces and punctuation at the beginning of a part go to the end of the one before, so that no
// line begins with them.
void moveSpacesToEnds(std::vector<TraceVerdictPart>& parts) {
    std::vector<TraceVerdictPart> moved;
    for (TraceVerdictPart& part : parts) {
        const std::size_t leading =
            moved.empty() ? 0 : std::min(part.text.find_first_not_of(" .,;"), part.text.size());
        if (leading > 0) {
            const std::string space = part.text.substr(0, leading);
            moved.back().text += space;
            moved.back().brief += moved.back().brief.empty() ? "" : space;
            part.text.erase(0, leading);
            part.brief.erase(0, part.brief.find_first_not_of(" .,;"));
        }
        if (!part.text.empty()) {
            moved.push_back(std::move(part));
        }
    }
    parts = std::move(moved);
}

// Where the word that begins at `from` ends, with the space after it. A number stays with its unit,
// and with the ± before it.
std::size_t wordEnd(const std::string& text, std::size_t from) {
    const auto staysWithNext = [](std::string_view word) {
        return word.ends_with("±") || (!word.empty() && word.back() >= '0' && word.back() <= '9');
    };
    std::size_t space = text.find(' ', from);
    while (space != std::string::npos &&
           staysWithNext(std::string_view(text).substr(from, space - from))) {
        space = text.find(' ', space + 1);
    }
    return space == std::string::npos ? text.size() : space + 1;
}

// Where a text ends without the spaces and the punctuation at its end.
std::size_t plainEnd(const std::string& text) {
    return text.find_last_not_of(" .,;") + 1;
}

// A kind of PatternItem: the name of the color's role.
QString patternOf(const GpuTimeShare& share) {
    return toQString(roleName(share.color.role()));
}

// Of its color, or of a finding that the bar shows, its part's.
QString patternOf(const TraceVerdictPart& part, const std::vector<GpuTimeShare>& bar) {
    if (part.color) {
        return toQString(roleName(part.color->role()));
    }
    const auto shown = std::ranges::find_if(bar, [&](const GpuTimeShare& share) {
        return part.finding && share.finding == part.finding;
    });
    return shown == bar.end() ? QString() : patternOf(*shown);
}

std::vector<VerdictRow> rowsOf(const std::vector<TraceVerdictPart>& parts,
                               const std::vector<GpuTimeShare>& bar) {
    using enum VerdictRow::Form;
    std::vector<VerdictRow> rows;
    int clause = 0;
    const auto add = [&](TraceVerdictPart part, VerdictRow::Form form, bool isFirst) {
        if (!rows.empty() && (isFirst || form == Only)) {
            const TraceVerdictPart& before = rows.back().part;
            const bool isEnd = before.text.ends_with(". ") || before.text.ends_with("; ");
            clause += isEnd || part.weight != before.weight ? 1 : 0;
        }
        QString kind = patternOf(part, bar);
        rows.push_back({std::move(part), clause, std::move(kind), form});
    };
    const auto addWords = [&](const TraceVerdictPart& part, const std::string& text,
                              VerdictRow::Form form) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = wordEnd(text, at);
            add({text.substr(at, end - at), {}, {}, part.weight, part.color}, form,
                form != Brief && at == 0);
            at = end;
        }
    };
    for (const TraceVerdictPart& part : parts) {
        if (part.finding || part.name.isValid()) {
            add(part, part.brief.empty() ? Only : Whole, true);
            if (!part.brief.empty()) {
                TraceVerdictPart brief = part;
                brief.text = brief.brief;
                add(std::move(brief), Brief, false);
            }
            continue;
        }
        addWords(part, part.text, part.brief.empty() ? Only : Whole);
        addWords(part, part.brief, Brief);
    }
    return rows;
}

}  // namespace

VerdictModel::VerdictModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"text",
            [](const VerdictRow& row) {
                return toQString(printable(row.part.text.substr(0, plainEnd(row.part.text))));
            }},
           {"end",
            [](const VerdictRow& row) {
                return toQString(row.part.text.substr(plainEnd(row.part.text))).trimmed();
            }},
           {"spaceAfter", [](const VerdictRow& row) { return row.part.text.ends_with(' '); }},
           {"finding",
            [](const VerdictRow& row) {
                return row.part.finding ? static_cast<int>(*row.part.finding) : -1;
            }},
           {"name",
            [this](const VerdictRow& row) {
                return row.part.name.isValid() && m_session.trace()
                           ? toQString(m_session.trace()->session().trace->text(row.part.name))
                           : QString();
            }},
           {"clause", [](const VerdictRow& row) { return row.clause; }},
           {"weight", [](const VerdictRow& row) { return static_cast<int>(row.part.weight); }},
           {"kind", [](const VerdictRow& row) { return row.kind; }},
           {"form", [](const VerdictRow& row) { return static_cast<int>(row.form); }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::analysisNoticeChanged, this, &VerdictModel::reload);
}

void VerdictModel::reload() {
    TraceVerdict verdict;
    std::vector<GpuTimeShare> bar;
    const QString notice = m_session.analysisNotice();
    if (!notice.isEmpty()) {
        verdict.parts.emplace_back().text = toStdString(notice);
    } else if (const LoadedTrace& trace = m_session.trace()) {
        const Session& session = trace->session();
        const ReportSubject subject{*session.trace, session.analysis, session.findings, {}};
        verdict = verdictOf(subject);
        bar = verdictShares(subject);
    }
    m_sentence = toQString(printable(verdict.text()));
    moveSpacesToEnds(verdict.parts);
    resetRows(rowsOf(verdict.parts, bar));
    Q_EMIT contentChanged();
}

GpuTimeModel::GpuTimeModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"kind", [](const GpuTimeShare& share) { return patternOf(share); }},
           {"label", [](const GpuTimeShare& share) { return toQString(share.label); }},
           {"explanation", [](const GpuTimeShare& share) { return toQString(share.explanation); }},
           {"length", [](const GpuTimeShare& share) { return durationText(share.time); }},
           {"share", [](const GpuTimeShare& share) { return share.share; }},
           {"isApart", [](const GpuTimeShare& share) { return share.isApart; }},
           {"percent", [](const GpuTimeShare& share) { return toQString(share.shareText); }},
           {"finding",
            [](const GpuTimeShare& share) {
                return share.finding ? static_cast<int>(*share.finding) : -1;
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &GpuTimeModel::reload);
}

QVariantList GpuTimeModel::bySize(double minShare) const {
    std::vector<int> order;
    for (int row = 0; row < count(); ++row) {
        const GpuTimeShare& part = rows()[static_cast<std::size_t>(row)];
        if (part.isApart || part.share >= minShare) {
            order.push_back(row);
        }
    }
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return rows()[static_cast<std::size_t>(a)].time > rows()[static_cast<std::size_t>(b)].time;
    });
    QVariantList parts;
    for (const int row : order) {
        QVariantMap part;
        part.insert(QStringLiteral("place"), row);
        for (const char* role : {"kind", "label", "percent", "finding"}) {
            part.insert(QString::fromLatin1(role), value(row, role));
        }
        parts.push_back(part);
    }
    return parts;
}

void GpuTimeModel::setRange(std::optional<TimeRange> range) {
    if (range != m_range) {
        m_range = range;
        reload();
    }
}

void GpuTimeModel::reload() {
    std::vector<GpuTimeShare> shares;
    m_ofGpu.clear();
    if (const LoadedTrace& trace = m_session.trace()) {
        const Session& session = trace->session();
        const ReportSubject subject{*session.trace, session.analysis, session.findings, {}};
        shares = m_range ? gpuTimeShares(subject, {{}, m_range}) : verdictShares(subject);
        const auto judged = judgedDevices(subject);
        if (judged.size() == 1 && shownDevices(subject).size() > 1) {
            m_ofGpu = toQString(session.trace->gpuLabel(judged.front()->totals.gpu));
        }
    }
    resetRows(std::move(shares));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
