// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_documents.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "app/mcp/mcp_texts.h"
#include "core/base/digit_run.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/ranks/rank_set_comparison.h"
#include "core/report/facts/report_subject.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/memory/memory_report.h"
#include "core/report/ranks/rank_diff.h"
#include "core/report/ranks/rank_report.h"

namespace gaplight::ui {
namespace {

using RanksPointer = std::shared_ptr<const McpRanks>;
using SnapshotPointer = std::shared_ptr<const MemoryData>;
using ReportPointer = std::shared_ptr<const MatchedReport>;

// Calls the first of `functions` that takes what the document is.
template <class... Functions>
struct Cases : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
auto of(const McpDocument& document, Functions... functions) {
    return std::visit(Cases<Functions...>{functions...}, document);
}

RankSetSubject subjectOf(const McpRanks& ranks) {
    return {*ranks.set, ranks.cost ? &*ranks.cost : nullptr, {}, &ranks.assessment};
}

MemorySubject subjectOf(const MemoryData& data) {
    return {data.snapshot(), data.assessment(), {}, {}};
}

// The ranks, and where each was read from.
std::string ranksText(const RankSet& set) {
    std::string text = rankSetTitle(set) + "; each is a trace that the other tools take\n";
    for (std::size_t at = 0; at < set.ranks.size(); ++at) {
        text +=
            rankName(set, at) + ": " + printable(set.ranks[at].session->trace->facts().path) + "\n";
    }
    return text;
}

template <class Finding>
std::vector<const RuleFinding*> pointersTo(const std::vector<Finding>& findings) {
    std::vector<const RuleFinding*> pointers;
    for (const Finding& finding : findings) {
        pointers.push_back(&finding);
    }
    return pointers;
}

// Of a kernel report, none: no rule reads it.
std::vector<const RuleFinding*> findingsOf(const McpDocument& document) {
    using List = std::vector<const RuleFinding*>;
    return of(
        document, [](const RanksPointer& ranks) { return pointersTo(ranks->assessment.findings); },
        [](const SnapshotPointer& data) { return pointersTo(data->assessment().findings); },
        [](const auto&) { return List(); });
}

}  // namespace

DocumentKind kindOf(const McpDocument& document) {
    return of(
        document, [](const RanksPointer&) { return DocumentKind::Ranks; },
        [](const SnapshotPointer&) { return DocumentKind::Snapshot; },
        [](const ReportPointer&) { return DocumentKind::KernelReport; },
        [](const auto&) { return DocumentKind::Trace; });
}

Result<std::shared_ptr<const Session>> traceOf(const McpDocument& document,
                                               const std::string& tool) {
    if (const auto* session = std::get_if<std::shared_ptr<const Session>>(&document)) {
        return *session;
    }
    const DocumentKind kind = kindOf(document);
    return fail(ErrorCode::BadArgument,
                fmt::format("{} takes a trace, not a {}{}", tool, documentFacts(kind).name,
                            kind == DocumentKind::Ranks ? "; open lists the traces in it" : ""));
}

std::string openedText(const McpDocument& document) {
    return of(
        document,
        [](const std::shared_ptr<const Session>& session) { return openedText(*session); },
        [](const RanksPointer& ranks) { return ranksText(*ranks->set); },
        [](const SnapshotPointer& data) {
            return memoryInfoText(subjectOf(*data), PageStyle::Agent);
        },
        [](const ReportPointer& report) {
            return kernelReportInfoText({report->report, nullptr}, PageStyle::Agent);
        });
}

std::string overviewText(const McpDocument& document) {
    return of(
        document,
        [](const std::shared_ptr<const Session>& session) { return overviewText(*session); },
        [](const RanksPointer& ranks) {
            return analyzeRanksText(subjectOf(*ranks), PageStyle::Agent);
        },
        [](const SnapshotPointer& data) { return memoryText(subjectOf(*data), PageStyle::Agent); },
        [](const ReportPointer& report) {
            return kernelReportText({report->report, nullptr}, PageStyle::Agent);
        });
}

std::string findingsText(const McpDocument& document, std::size_t first) {
    if (const auto* session = std::get_if<std::shared_ptr<const Session>>(&document)) {
        return findingsText(**session, first);
    }
    if (kindOf(document) == DocumentKind::KernelReport) {
        return "a kernel report has measures, and no rule judges them: see overview\n";
    }
    const std::vector<const RuleFinding*> findings = findingsOf(document);
    std::string text = countText(findings.size(), "finding", "findings") + "\n";
    for (std::size_t at = first; at < findings.size(); ++at) {
        text += findingLines(at + 1, *findings[at], findings[at]->title);
    }
    return text;
}

Result<std::string> explanationText(const McpDocument& document, const std::string& finding) {
    if (const auto* session = std::get_if<std::shared_ptr<const Session>>(&document)) {
        return explanationText(**session, finding);
    }
    const std::vector<const RuleFinding*> findings = findingsOf(document);
    const auto number = parseNumber<std::size_t>(finding);
    for (std::size_t at = 0; at < findings.size(); ++at) {
        const RuleFinding& one = *findings[at];
        if (number ? *number != at + 1 : one.rule != finding) {
            continue;
        }
        const auto page = makePage(PageStyle::Agent);
        PageSection section;
        section.title = one.title;
        section.summary = std::string(one.rule) + ", " + std::string(severityName(one.severity));
        for (const auto& [name, text] : {std::pair{"Why", one.why}, std::pair{"Try", one.fix},
                                         std::pair{"Confidence", one.confidence}}) {
            if (!text.empty()) {
                section.entries.emplace_back(name, text);
            }
        }
        page->section(section);
        return page->take();
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("finding '{}' is neither a number from 1 to {} nor the rule of one",
                            finding, findings.size()));
}

Result<std::string> comparisonText(const McpDocument& a, const McpDocument& b,
                                   const std::string& pathA, const std::string& pathB) {
    if (kindOf(a) != kindOf(b)) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("a {} cannot be compared with a {}", documentFacts(kindOf(b)).name,
                                documentFacts(kindOf(a)).name));
    }
    return of(
        a,
        [&](const std::shared_ptr<const Session>& first) {
            return comparisonText(*first, *std::get<std::shared_ptr<const Session>>(b));
        },
        [&](const RanksPointer& first) {
            const RankSet& second = *std::get<RanksPointer>(b)->set;
            const RankSetComparison comparison = compareRankSets(*first->set, second, {});
            return compareRanksText(
                {*first->set, second, comparison, runFileName(pathA), runFileName(pathB)},
                PageStyle::Agent);
        },
        [&](const SnapshotPointer& first) {
            return memoryComparisonText(subjectOf(*first), subjectOf(*std::get<SnapshotPointer>(b)),
                                        PageStyle::Agent);
        },
        [&](const ReportPointer& first) {
            return kernelReportComparisonText(first->report, std::get<ReportPointer>(b)->report,
                                              PageStyle::Agent);
        });
}

}  // namespace gaplight::ui
