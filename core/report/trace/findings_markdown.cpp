// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/findings_markdown.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/report_page.h"
#include "core/report/text/tool_version.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

constexpr std::string_view kDot = " · ";
constexpr std::size_t kMaxExplanations = 3;

std::string placeLine(const Trace& trace, const FindingPlace& where) {
    std::vector<std::string> parts;
    for (const std::string* name : {&where.annotation, &where.op, &where.python}) {
        if (!name->empty()) {
            parts.push_back(codeSpan(*name));
        }
    }
    if (where.gpu) {
        parts.push_back(trace.gpuLabel(*where.gpu));
    }
    return joinedText(parts, kDot);
}

std::string fileName(const std::string& path) {
    return path == "-" ? "standard input" : path.substr(path.find_last_of('/') + 1);
}

std::string deviceName(const Trace& trace, const DeviceAnalysis& device) {
    const std::string label = trace.gpuLabel(device.totals.gpu);
    const DeviceProperties* known = device.properties;
    return known == nullptr || known->name.empty()
               ? label
               : fmt::format("{} ({})", label, printable(known->name));
}

std::string headLine(const Trace& trace, const Analysis& analysis) {
    std::vector<std::string> parts{codeSpan(fileName(trace.facts().path))};
    for (const DeviceAnalysis& device : analysis.devices) {
        const Duration earlier = earlierWork(device);
        const Duration window = device.totals.window.length() - earlier;
        parts.push_back(
            fmt::format("{}: {} window, {}", deviceName(trace, device), durationText(window),
                        device.graphsUnderRecorded
                            ? "idle time cannot be judged"
                            : percentText(device.totals.idle - earlier, window) + " idle"));
    }
    if (analysis.devices.empty()) {
        parts.push_back(durationText(analysis.range.length()) + ", no GPU activity");
    }
    return joinedText(parts, kDot);
}

// "nothing stands out.", or what explains the idle time of GPUs that idle much.
std::string noFindingText(const FindingSet& set) {
    std::string text;
    for (const IdleExplanations& one : set.explanations) {
        if (one.isMuch()) {
            const std::vector<std::string> parts = explanationParts(one, kMaxExplanations);
            appendItem(
                text,
                fmt::format("{} idle, explained by {}",
                            percentText(one.idle() - one.earlier(), one.window - one.earlier()),
                            joinedText(parts)),
                "; ");
        }
    }
    return text.empty() ? "nothing stands out." : "no finding; " + text + ".";
}

// "rule, rule (reason); rule (reason)"
std::string notJudged(const FindingSet& set) {
    std::vector<std::pair<std::string_view, std::string>> reasons;
    for (const NotApplicable& rule : set.notApplicable) {
        const auto at = std::find_if(reasons.begin(), reasons.end(),
                                     [&](const auto& known) { return known.first == rule.reason; });
        if (at == reasons.end()) {
            reasons.emplace_back(rule.reason, nameOfRule(rule.rule));
        } else {
            appendItem(at->second, nameOfRule(rule.rule));
        }
    }
    std::vector<std::string> parts;
    for (const auto& [reason, rules] : reasons) {
        parts.push_back(fmt::format("{} ({})", rules, reason));
    }
    return joinedText(parts, "; ");
}

}  // namespace

const Evidence* largestEvidence(const Finding& finding) {
    const auto size = [](const Evidence& evidence) {
        return std::tuple(evidence.shape == EvidenceShape::Gap, evidence.shownTime());
    };
    const auto largest =
        std::max_element(finding.evidence.begin(), finding.evidence.end(),
                         [&](const Evidence& a, const Evidence& b) { return size(a) < size(b); });
    return largest == finding.evidence.end() ? nullptr : &*largest;
}

std::string_view missingSavingText(const Finding& finding) {
    if (!finding.cost.saving) {
        return "no saving known";
    }
    if (*finding.cost.saving > Duration::zero()) {
        return {};
    }
    return finding.partOf ? "counted in another finding" : "no gain of its own";
}

std::string savingCondition(const Finding& finding) {
    if (!missingSavingText(finding).empty()) {
        return {};
    }
    std::string text = finding.values.time(kAlone) ? "once others are fixed" : "";
    if (const std::string_view left = unprofiledCase(finding.cost); !left.empty()) {
        appendItem(text, (left == "nothing" ? std::string(left)
                                            : durationText(*finding.cost.unprofiledSaving)) +
                             " without the profiler");
    }
    return text;
}

std::string findingFigures(const Finding& finding) {
    const FindingCost& cost = finding.cost;
    std::vector<std::string> parts;
    if (const std::string_view missing = missingSavingText(finding); !missing.empty()) {
        parts.emplace_back(missing);
    } else {
        parts.push_back(fmt::format("{}{} ({}) to gain", finding.isBound ? "up to " : "",
                                    durationText(*cost.saving), percentText(cost.savingShare)));
    }
    if (cost.gpuIdle > Duration::zero()) {
        parts.push_back(durationText(cost.gpuIdle) + " GPU idle");
    }
    if (cost.host > Duration::zero()) {
        parts.push_back(durationText(cost.host) + " host time");
    }
    if (finding.count > 0) {
        parts.push_back(countText(finding.count, "time", "times"));
        parts.back() += finding.perStep > 0 ? ", " + perStepText(finding.perStep) + " a step" : "";
    }
    return joinedText(parts, kDot);
}

PageSection findingSection(const Trace& trace, const Finding& finding) {
    PageSection section;
    section.severity = severityName(finding.severity);
    section.title = titleWithSaving(finding);
    section.summary =
        fmt::format("`{}`, {}: {}", finding.rule, section.severity, findingFigures(finding));
    const auto add = [&](const char* name, std::string text) {
        if (!text.empty()) {
            section.entries.emplace_back(name, std::move(text));
        }
    };
    add("Why", finding.why);
    add("Try", finding.fix);
    add("Where", placeLine(trace, finding.where));
    if (const Evidence* largest = largestEvidence(finding)) {
        add("Largest", evidenceLabel(finding, *largest) + " at " +
                           durationText(largest->range.begin - trace.range().begin));
    }
    add("Not known", finding.confidence);
    return section;
}

std::string findingMarkdown(const Trace& trace, const Finding& finding) {
    const auto page = makePage(PageStyle::Markdown);
    page->section(findingSection(trace, finding));
    return page->take();
}

std::string findingsMarkdown(const Trace& trace, const Analysis& analysis, const FindingSet& set) {
    const auto page = makePage(PageStyle::Markdown);
    page->heading("GPU findings");
    page->prose(headLine(trace, analysis));
    for (const Finding& finding : set.findings) {
        if (!isNamedByOther(finding, set.findings)) {
            page->section(findingSection(trace, finding));
        }
    }
    if (set.findings.empty()) {
        page->prose(checkedSentence(set));
    } else {
        if (const std::string saving = combinedSavingText(set);
            !saving.empty() && set.findings.size() > 1) {
            page->line("All of it together: " + saving + " to gain.");
        }
        if (!set.notApplicable.empty()) {
            page->prose("Not judged: " + notJudged(set) + ".");
        }
    }
    return page->take() + fmt::format("\n_Gaplight {}_\n", toolVersion());
}

std::string checkedSentence(const FindingSet& set) {
    if (set.explanations.empty() && set.findings.empty()) {
        return "No GPU activity that Gaplight knows in this file: " +
               countText(set.notApplicable.size(), "rule does", "rules do") + " not apply.";
    }
    const std::size_t checked = detectors().size() - set.notApplicable.size();
    std::string text = countText(checked, "rule", "rules") + " checked: ";
    text += set.findings.empty() ? noFindingText(set)
                                 : countText(set.findings.size(), "finding", "findings") + ".";
    if (!set.notApplicable.empty()) {
        text += " Not judged: " + notJudged(set) + ".";
    }
    return text;
}

}  // namespace gaplight
