// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/kernel_efficiency_object.h"

#include <algorithm>

#include "core/session/efficiency_of.h"
#include "widgets/efficiency/roofline_item.h"

namespace gaplight::ui {
namespace {

std::shared_ptr<const MeasuredKernels> measureKernels(const LoadedTrace& trace) {
    auto measured = std::make_shared<MeasuredKernels>();
    measured->trace = trace;
    measured->efficiency = efficiencyOf(trace->session());
    measured->colored = trace->model().names->withColors(
        efficiencyColors(*trace->session().trace, measured->efficiency.tables));
    return measured;
}

}  // namespace

KernelEfficiencyObject::KernelEfficiencyObject(SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work(
          [this](const std::shared_ptr<const MeasuredKernels>& measured) { receive(measured); }) {
    connect(&session, &SessionObject::traceChanged, this, &KernelEfficiencyObject::followTrace);
}

QString KernelEfficiencyObject::notice() const {
    if (m_state == Measuring) {
        return QStringLiteral("Reading the shapes of operators…");
    }
    if (m_state != Ready || !rooflineGpus(m_data->efficiency).empty()) {
        return {};
    }
    if (m_trace->issues().count(IssueKind::ArgsLeftOut) > 0) {
        return QStringLiteral(
            "How far kernels are from what the GPU could do follows from the shapes of operators,"
            " which are args, and this pack was written without args. Open the trace itself.");
    }
    if (m_trace->shapeKeys().size() > 0) {
        return QStringLiteral(
            "No kernel of this trace was launched by an operator whose FLOPs and bytes are"
            " known.");
    }
    if (m_data->trace->session().analysis.names.usesTorch()) {
        return QStringLiteral(
            "How far kernels are from what the GPU could do follows from the shapes of their"
            " operators, which this trace does not have. torch.profiler records them with"
            " record_shapes=True.");
    }
    return QStringLiteral(
        "How far kernels are from what the GPU could do follows from the shapes of PyTorch's"
        " operators, and no name of this trace is PyTorch's. Open a report of Nsight Compute"
        " on it to see what single kernels reach.");
}

QStringList KernelEfficiencyObject::communications() const {
    QStringList lines;
    if (m_data) {
        const std::vector<CollectiveRate>& rates = m_data->efficiency.collectives;
        for (std::size_t at = 0; at < std::min(rates.size(), kMaxCommunications); ++at) {
            lines << collectiveRateText(rates[at]);
        }
    }
    return lines;
}

qint64 KernelEfficiencyObject::communicationSlice(int line) const {
    const auto at = static_cast<std::size_t>(line);
    return m_data && at < m_data->efficiency.collectives.size()
               ? static_cast<qint64>(m_data->efficiency.collectives[at].kernel.index())
               : -1;
}

void KernelEfficiencyObject::setWatched(bool watched) {
    if (watched != m_watched) {
        m_watched = watched;
        measureIfNeeded();
        Q_EMIT changed();
    }
}

void KernelEfficiencyObject::setTinted(bool tinted) {
    if (tinted != m_tinted) {
        m_tinted = tinted;
        measureIfNeeded();
        Q_EMIT changed();
    }
}

std::shared_ptr<const NameTable> KernelEfficiencyObject::coloredNames(
    const LoadedTrace& shown) const {
    const bool isShown = m_tinted && m_data && shown &&
                         shown->session().trace == m_data->trace->session().trace &&
                         !rooflineGpus(m_data->efficiency).empty();
    return isShown ? std::shared_ptr<const NameTable>(m_data, &m_data->colored) : nullptr;
}

void KernelEfficiencyObject::followTrace() {
    const LoadedTrace& shown = m_session.trace();
    if (shown && shown->session().trace == m_trace) {
        return;
    }
    m_work.drop();
    m_data.reset();
    m_trace.reset();
    m_state = Empty;
    measureIfNeeded();
    Q_EMIT changed();
}

void KernelEfficiencyObject::measureIfNeeded() {
    if (m_state != Empty || !m_session.trace() || !(m_watched || m_tinted)) {
        return;
    }
    m_state = Measuring;
    m_trace = m_session.trace()->session().trace;
    m_work.start([trace = m_session.trace()] { return measureKernels(trace); });
}

void KernelEfficiencyObject::receive(const std::shared_ptr<const MeasuredKernels>& measured) {
    m_data = measured;
    m_state = Ready;
    Q_EMIT changed();
}

}  // namespace gaplight::ui
