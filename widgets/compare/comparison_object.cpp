// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/comparison_object.h"

#include <algorithm>
#include <utility>

#include <QStringList>

#include "core/report/diff/comparison_report.h"
#include "core/report/diff/match_bands.h"
#include "core/session/comparison_of.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

QString lines(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list.append(toQString(text));
    }
    return list.join(QLatin1Char('\n'));
}

QString comparedTime(const Verdict& verdict, bool isA) {
    return durationText(isA ? verdict.a : verdict.b) +
           (!verdict.kinds.empty() ? QStringLiteral(" an iteration")
            : verdict.perStep      ? QStringLiteral(" a step")
                                   : QString());
}

double shareOfLonger(const Verdict& verdict, bool isA) {
    const Duration longer = std::max(verdict.a, verdict.b);
    return longer > Duration::zero() ? static_cast<double>((isA ? verdict.a : verdict.b).count()) /
                                           static_cast<double>(longer.count())
                                     : 0;
}

}  // namespace

ComparisonObject::ComparisonObject(SessionObject& first, SessionObject& second, QObject* parent)
    : QObject(parent),
      m_first(first),
      m_other(second),
      m_provenance(second),
      m_work([this](const std::shared_ptr<const ComparedTraces>& result) {
          m_result = result;
          Q_EMIT resultChanged();
          Q_EMIT changed();
      }) {
    connect(&m_first, &SessionObject::traceChanged, this, &ComparisonObject::updateTraces);
    // A loaded trace is there before its state says so; an update of its findings changes no state.
    connect(&m_other, &SessionObject::traceChanged, this, &ComparisonObject::updateTraces);
    connect(&m_other, &SessionObject::stateChanged, this, &ComparisonObject::updateTraces);
    connect(&m_provenance, &ProvenanceObject::stateChanged, this, &ComparisonObject::changed);
}

ComparisonObject::~ComparisonObject() {
    m_stop.request_stop();
}

void ComparisonObject::openUrl(const QUrl& url) {
    open(url.isLocalFile() ? url.toLocalFile() : url.toString());
}

void ComparisonObject::open(const QString& path) {
    m_active = true;
    m_pins.clear();
    m_other.open(path);
    Q_EMIT changed();
}

void ComparisonObject::openDropped(const QList<QUrl>& urls, bool beside) {
    if (urls.isEmpty()) {
        return;
    }
    if (beside && urls.size() == 1) {
        openUrl(urls.front());
        return;
    }
    m_first.openUrl(urls.front());
    if (urls.size() > 1) {
        openUrl(urls[1]);
    }
}

void ComparisonObject::close() {
    m_active = false;
    m_pins.clear();
    dropResult();
    m_other.unload();
}

void ComparisonObject::swap() {
    if (shown()) {
        Q_EMIT aboutToSwap();
        for (auto& [a, b] : m_pins) {
            std::swap(a, b);
        }
        std::swap(m_pinnedA, m_pinnedB);
        m_first.exchangeWith(m_other);
    }
}

void ComparisonObject::pin(qint64 sliceOfA, qint64 sliceOfB) {
    if (!shown() || sliceOfA < 0 || sliceOfB < 0) {
        return;
    }
    dropStalePins();
    m_pins.emplace_back(static_cast<std::size_t>(sliceOfA), static_cast<std::size_t>(sliceOfB));
    updateTraces();
}

void ComparisonObject::toggleLink() {
    m_linked = !m_linked;
    Q_EMIT changed();
}

void ComparisonObject::clearPins() {
    m_pins.clear();
    updateTraces();
}

void ComparisonObject::dropResult() {
    m_stop.request_stop();
    m_work.drop();
    m_result.reset();
    Q_EMIT resultChanged();
    Q_EMIT changed();
}

// Pins are slices of the traces that they were set in; a trace with updated findings keeps its
// slices.
void ComparisonObject::dropStalePins() {
    const auto sliceOwner = [](const SessionObject& session) {
        return session.hasTrace() ? session.trace()->session().trace : nullptr;
    };
    std::shared_ptr<const Trace> a = sliceOwner(m_first);
    std::shared_ptr<const Trace> b = sliceOwner(m_other);
    if (a != m_pinnedA || b != m_pinnedB) {
        m_pins.clear();
        m_pinnedA = std::move(a);
        m_pinnedB = std::move(b);
    }
}

void ComparisonObject::updateTraces() {
    dropStalePins();
    dropResult();
    if (canCompare()) {
        start();
    }
}

bool ComparisonObject::canCompare() const {
    return shown() && m_first.trace()->session().isAnalyzed &&
           m_other.trace()->session().isAnalyzed;
}

// Without memory for it both traces stay, without a comparison.
void ComparisonObject::start() {
    m_stop = std::stop_source();
    m_work.start([a = m_first.trace(), b = m_other.trace(), pins = m_pins,
                  stop = m_stop.get_token()]() -> std::shared_ptr<const ComparedTraces> {
        CompareOptions options;
        options.stop = stop;
        for (const auto& [sliceOfA, sliceOfB] : pins) {
            addSlicePin(a->session(), b->session(), sliceOfA, sliceOfB, options.pins);
        }
        auto made = std::make_shared<ComparedTraces>();
        made->pins = pins;
        made->comparison = compareSessions(a->session(), b->session(), options);
        made->origins = compareOrigins(a->session(), a->session().provenance.get(), b->session(),
                                       b->session().provenance.get());
        made->bands = matchBands(a->session(), b->session(), made->comparison);
        made->a = a;
        made->b = b;
        return made;
    });
}

QString ComparisonObject::verdict() const {
    return m_result ? toQString(verdictSentence(m_result->comparison.verdict)) : QString();
}

QString ComparisonObject::verdictKind() const {
    return m_result ? toQString(verdictName(m_result->comparison.verdict.kind)) : QString();
}

QString ComparisonObject::timeOfA() const {
    return m_result ? comparedTime(m_result->comparison.verdict, true) : QString();
}

QString ComparisonObject::timeOfB() const {
    return m_result ? comparedTime(m_result->comparison.verdict, false) : QString();
}

double ComparisonObject::shareOfA() const {
    return m_result ? shareOfLonger(m_result->comparison.verdict, true) : 0;
}

double ComparisonObject::shareOfB() const {
    return m_result ? shareOfLonger(m_result->comparison.verdict, false) : 0;
}

QString ComparisonObject::statusKind() const {
    const QString kind = verdictKind();
    return kind == QLatin1String("improved")    ? QStringLiteral("healthy")
           : kind == QLatin1String("regressed") ? QStringLiteral("unhealthy")
           : kind == QLatin1String("unchanged") ? QStringLiteral("unknown")
                                                : QStringLiteral("warning");
}

QString ComparisonObject::why() const {
    if (!m_result) {
        return {};
    }
    const Verdict& verdict = m_result->comparison.verdict;
    std::vector<std::string> texts = verdict.why;
    if (std::string unprofiled = unprofiledSentence(verdict); !unprofiled.empty()) {
        texts.insert(texts.begin(), std::move(unprofiled));
    }
    return withoutCodeSpans(toStdString(lines(texts)));
}

QString ComparisonObject::remarks() const {
    QStringList texts;
    if (m_result && !m_result->comparison.verdict.remarks.empty()) {
        texts << lines(m_result->comparison.verdict.remarks);
    }
    if (m_provenance.state() == ProvenanceObject::Failed) {
        texts << QStringLiteral("B: ") + m_provenance.statusText();
    }
    return texts.join(QLatin1Char('\n'));
}

QString ComparisonObject::level() const {
    return m_result ? toQString(alignmentSentence(m_result->comparison.alignment)) : QString();
}

QString ComparisonObject::errorText() const {
    return failed() ? m_other.errorText() : QString();
}

}  // namespace gaplight::ui
