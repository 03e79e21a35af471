// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_details.h"

#include <string_view>
#include <vector>

#include <QVariantMap>

#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/kernel_report/kernel_rates.h"
#include "core/kernel_report/kernel_report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

KernelOfSelection::KernelOfSelection(const KernelReportObject& report, const SliceDetails& slice,
                                     QObject* parent)
    : KernelDetails(parent), m_report(report), m_slice(slice) {
    connect(&slice, &SliceDetails::sliceChanged, this, &KernelOfSelection::update);
    connect(&report, &KernelReportObject::stateChanged, this, &KernelOfSelection::update);
}

void KernelOfSelection::update() {
    const LoadedKernels& data = m_report.data();
    const KernelMatch* match =
        data && m_slice.slice() >= 0
            ? data->matches.find(SliceId(static_cast<std::size_t>(m_slice.slice())))
            : nullptr;
    if (match == nullptr) {
        return clear();
    }
    show(data->report, match->kernel,
         QStringLiteral("Nsight Compute, from another run: kernel %1 of %2%3")
             .arg(countText(match->kernel + 1), countText(data->report.kernels.size()),
                  match->isAmbiguous ? QStringLiteral(" (ambiguous)") : QString()),
         false);
}

namespace {

constexpr std::size_t kShownPipelines = 5;
constexpr std::size_t kShownOpcodes = 8;

QString figureString(const KernelReport& report, const ReportKernel& kernel, std::string_view key) {
    const KernelFigure* figure = findKernelFigure(key);
    const auto value = figure == nullptr ? std::nullopt : figureValue(report, kernel, *figure);
    return value ? toQString(figureText(*value, figure->unit)) : QString();
}

// Figures joined by their words: "14.4 % of at most 18.8 %"; empty if one of them is missing.
QString joined(const QString& first, const QString& between, const QString& second) {
    return first.isEmpty() || second.isEmpty() ? first : first + between + second;
}

void addAdvice(const KernelReport& report, const ReportKernel& kernel,
               std::vector<DetailRow>& rows) {
    for (const RuleText& rule : kernel.rules) {
        if (rule.verdict != RuleVerdict::Optimization && rule.verdict != RuleVerdict::Warning) {
            continue;
        }
        QString text = toQString(report.text(rule.text));
        if (rule.speedupPercent >= 0) {
            const QString percent = toQString(figureText(rule.speedupPercent, FigureUnit::Percent));
            text.prepend((rule.isGlobalSpeedup ? QStringLiteral("up to %1 of the kernel's time. ")
                                               : QStringLiteral("up to %1 of that resource. "))
                             .arg(percent));
        }
        rows.push_back({toQString(report.text(rule.title)), text});
    }
}

QString pipelinesText(const KernelReport& report, const ReportKernel& kernel) {
    QStringList texts;
    for (const PipelineUse& use : pipelineUses(report, kernel)) {
        if (static_cast<std::size_t>(texts.size()) < kShownPipelines) {
            texts.push_back(
                toQString(use.name + " " + figureText(use.percent, FigureUnit::Percent)));
        }
    }
    return texts.join(QStringLiteral(", "));
}

// "12.5 M: FFMA 13.8 %, FADD 13.6 %"; "12.5 M executed" where the bar of instructions has them.
QString opcodesText(const KernelReport& report, const ReportKernel& kernel) {
    const std::vector<InstructionShare> opcodes = opcodeShares(report, kernel);
    if (opcodes.empty()) {
        return {};
    }
    double executed = 0;
    QStringList texts;
    for (const InstructionShare& opcode : opcodes) {
        executed += static_cast<double>(opcode.count);
        if (static_cast<std::size_t>(texts.size()) < kShownOpcodes) {
            texts.push_back(toQString(opcode.name + " " + gaplight::percentText(opcode.share)));
        }
    }
    const QString sum = toQString(scaledNumberText(executed));
    return kernel.opcodeCategories.empty()
               ? sum + QStringLiteral(" executed")
               : sum + QStringLiteral(": ") + texts.join(QStringLiteral(", "));
}

// Operations and bytes, and the operations for each byte of them.
QString ratesText(const KernelReport& report, const ReportKernel& kernel) {
    const auto rates = kernelRates(report, kernel);
    if (!rates || rates->flopsPerSecond <= 0) {
        return {};
    }
    const QString flops =
        QStringLiteral("%1 TFLOP/s").arg(toQString(teraText(rates->flopsPerSecond)));
    return rates->bytesPerSecond <= 0
               ? flops
               : QStringLiteral("%1, %2 for each byte of DRAM")
                     .arg(flops, toQString(scaledNumberText(rates->flopsPerSecond /
                                                            rates->bytesPerSecond)));
}

// What a report says about one of its kernels: speed of light, occupancy and what limits it,
// caches, memory, launch, pipelines, opcodes, and then the report's own advice. Figures that it
// lacks are left out. `isAlone`: no trace has another duration of the kernel.
std::vector<DetailRow> kernelRows(const KernelReport& report, const ReportKernel& kernel,
                                  bool isAlone) {
    std::vector<DetailRow> rows;
    const auto figure = [&](std::string_view key) { return figureString(report, kernel, key); };
    const auto add = [&](const QString& key, const QString& value) {
        if (!value.isEmpty()) {
            rows.push_back({key, unbroken(value)});
        }
    };
    add(QStringLiteral("Compute"), figure("compute_percent"));
    add(QStringLiteral("Memory"), figure("memory_percent"));
    add(QStringLiteral("Occupancy"),
        joined(figure("achieved_occupancy_percent"), QStringLiteral(" of at most "),
               figure("theoretical_occupancy_percent")));
    add(QStringLiteral("Limited by"),
        toQString(reachedLimits(residentBlockLimits(report, kernel))));
    add(QStringLiteral("L1"),
        joined(figure("l1_percent"), QStringLiteral(" busy, hits "), figure("l1_hit_percent")));
    add(QStringLiteral("L2"),
        joined(figure("l2_percent"), QStringLiteral(" busy, hits "), figure("l2_hit_percent")));
    add(QStringLiteral("DRAM"),
        joined(figure("dram_percent"), QStringLiteral(" busy, "), figure("dram_bytes_per_second")));
    add(QStringLiteral("DRAM bytes"),
        joined(figure("dram_read_bytes"), QStringLiteral(" read, written "),
               figure("dram_write_bytes")));
    add(QStringLiteral("L2 to L1"),
        joined(figure("l2_to_l1_bytes_per_second"), QStringLiteral(", back "),
               figure("l1_to_l2_bytes_per_second")));
    add(QStringLiteral("FLOPs"), ratesText(report, kernel));
    const QString issuing = figure("issue_active_percent");
    add(QStringLiteral("Issuing"),
        issuing.isEmpty() ? issuing : QStringLiteral("%1 of the cycles").arg(issuing));
    add(QStringLiteral("Pipelines"), pipelinesText(report, kernel));
    add(QStringLiteral("Opcodes"), opcodesText(report, kernel));
    add(QStringLiteral("Registers"), figure("registers_per_thread"));
    add(QStringLiteral("Shared memory"), figure("shared_bytes_per_block"));
    add(QStringLiteral("Waves"), figure("waves_per_sm"));
    add(isAlone ? QStringLiteral("Duration") : QStringLiteral("Duration there"),
        figure("duration_ns"));
    addAdvice(report, kernel, rows);
    return rows;
}

QVariantMap shareOf(const std::string& name, double share) {
    return {{QStringLiteral("name"), toQString(name)},
            {QStringLiteral("share"), share},
            {QStringLiteral("text"), unbroken(toQString(gaplight::percentText(share)))}};
}

}  // namespace

void KernelDetails::show(const KernelReport& report, std::size_t kernel, const QString& title,
                         bool isAlone) {
    const ReportKernel& shown = report.kernels[kernel];
    m_hasKernel = true;
    m_title = title;
    m_rows.setRows(kernelRows(report, shown, isAlone));
    m_stalls.clear();
    for (const StallReason& stall : stallReasons(report, shown)) {
        m_stalls.push_back(shareOf(stall.name, stall.share));
    }
    m_instructions.clear();
    for (const InstructionShare& one : instructionMix(report, shown)) {
        m_instructions.push_back(shareOf(one.name, one.share));
    }
    Q_EMIT changed();
}

void KernelDetails::clear() {
    m_hasKernel = false;
    m_title.clear();
    m_rows.setRows({});
    m_stalls.clear();
    m_instructions.clear();
    Q_EMIT changed();
}

}  // namespace gaplight::ui
