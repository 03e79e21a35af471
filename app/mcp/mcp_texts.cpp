// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_texts.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/digit_run.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"
#include "core/session/comparison_of.h"
#include "core/session/efficiency_of.h"
#include "core/session/session_replay.h"

namespace gaplight::ui {
namespace {

ReportSubject mcpSubject(const Session& session) {
    ReportSubject subject{*session.trace, session.analysis, session.findings, std::nullopt};
    subject.provenance = session.provenance.get();
    return subject;
}

// The finding of a text; empty: it names none. `text`: a number from 1 on, or a rule.
const Finding* mcpFinding(const FindingSet& set, const std::string& text) {
    if (const auto number = parseNumber<std::size_t>(text)) {
        return *number > 0 && *number <= set.findings.size() ? &set.findings[*number - 1] : nullptr;
    }
    const auto found = std::find_if(set.findings.begin(), set.findings.end(),
                                    [&](const Finding& one) { return one.rule == text; });
    return found == set.findings.end() ? nullptr : &*found;
}

struct ListedSlice {
    SliceId slice;
    const Track* track = nullptr;
};

// Longest first.
std::vector<ListedSlice> matchingSlices(const Trace& trace, const SliceListing& listing) {
    std::vector<ListedSlice> found;
    for (const Track& track : trace.tracks()) {
        if (!matchesFilter(listing.track, trackTitle(trace, track))) {
            continue;
        }
        for (std::uint32_t at = 0; at < track.sliceCount; ++at) {
            const SliceId slice(track.firstSlice.index() + at);
            if (listing.range.contains(trace.slices().start(slice)) &&
                matchesFilter(listing.name, trace.name(slice))) {
                found.push_back({slice, &track});
            }
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [&](const ListedSlice& left, const ListedSlice& right) {
            return trace.slices().duration(left.slice) > trace.slices().duration(right.slice);
        });
    return found;
}

// "205123456ns..244300000ns" from the trace's start, as the tools take it: exact. Of an instant one
// nanosecond.
std::string exactRangeText(const Trace& trace, TimeRange range) {
    const std::int64_t begin = ns(range.begin - trace.range().begin);
    const std::int64_t end = std::max(ns(range.end - trace.range().begin), begin + 1);
    return fmt::format("{}ns..{}ns", begin, end);
}

// Where the longest occurrences of a finding are; empty: it has none.
std::string longestRangesText(const Trace& trace, const Finding& finding) {
    constexpr std::size_t kRanges = 3;
    std::vector<TimeRange> ranges;
    for (const Evidence& evidence : finding.evidence) {
        ranges.push_back(evidence.range);
    }
    std::ranges::stable_sort(ranges, std::ranges::greater{}, &TimeRange::length);
    std::string text;
    for (std::size_t at = 0; at < std::min(ranges.size(), kRanges); ++at) {
        appendItem(text, exactRangeText(trace, ranges[at]));
    }
    return ranges.size() > kRanges
               ? text + " and " + countText(ranges.size() - kRanges) + " shorter ones"
               : text;
}

}  // namespace

std::string cappedText(std::string_view text, std::size_t maxBytes, std::string_view more) {
    if (text.size() <= maxBytes) {
        return std::string(text);
    }
    const std::size_t end = text.rfind('\n', maxBytes);
    const std::string_view kept = end == std::string_view::npos ? "" : text.substr(0, end + 1);
    const std::string_view rest = text.substr(kept.size());
    const auto lines = std::count(rest.begin(), rest.end(), '\n') + (rest.ends_with('\n') ? 0 : 1);
    return std::string(kept) + countText(static_cast<std::uint64_t>(lines), "line", "lines") +
           fmt::format(" more: pass {}\n", more);
}

std::string openedText(const Session& session) {
    return infoText(mcpSubject(session), PageStyle::Agent);
}

std::string overviewText(const Session& session) {
    const SessionEfficiency efficiency = efficiencyOf(session);
    ReportSubject subject = mcpSubject(session);
    subject.efficiency = &efficiency;
    return analyzeOverview(subject, PageStyle::Agent);
}

std::string findingsText(const Session& session, std::size_t first) {
    const std::vector<Finding>& findings = session.findings.findings;
    if (findings.empty()) {
        return checkedSentence(session.findings) + "\n";
    }
    std::string text = countText(findings.size(), "finding", "findings") + "\n";
    for (std::size_t at = first; at < findings.size(); ++at) {
        text += findingLines(at + 1, findings[at], titleWithSaving(findings[at]));
    }
    return text;
}

std::string findingLines(std::size_t number, const RuleFinding& finding, const std::string& title) {
    std::string text = fmt::format("{}. {} {}: {}\n", number, severityName(finding.severity),
                                   finding.rule, printable(title));
    if (!finding.fix.empty() && finding.severity != Severity::Info) {
        text += "   try: " + printable(finding.fix) + "\n";
    }
    return text;
}

Result<std::string> explanationText(const Session& session, const std::string& finding) {
    if (const Finding* found = mcpFinding(session.findings, finding)) {
        const auto page = makePage(PageStyle::Agent);
        PageSection section = findingSection(*session.trace, *found);
        section.entries.emplace_back("Ranges", longestRangesText(*session.trace, *found));
        page->section(section);
        return page->take();
    }
    if (const RuleFacts* rule = findRule(finding, session.settings.ownRules().get())) {
        return "This rule found nothing in the trace.\n\n" +
               ruleText(session.settings, *rule, PageStyle::Agent);
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("finding '{}' is neither a number from 1 to {} nor a rule", finding,
                            session.findings.findings.size()));
}

Result<std::string> predictionText(std::shared_ptr<const Session> session,
                                   std::span<const std::string> edits) {
    std::vector<WhatIf> changes;
    for (const std::string& text : edits) {
        const WhatIf edit = TRY(parseWhatIf(text));
        changes.push_back(edit);
    }
    const SessionReplay replay(session);
    WhatIfRun run = replay.run(changes);
    if (run.error) {
        return tl::unexpected<Error>(*run.error);
    }
    replay.addUnprofiled(run);
    ReportSubject subject = mcpSubject(*session);
    subject.whatIf = &run.answer;
    const auto page = makePage(PageStyle::Agent);
    writeWhatIf(subject, *page);
    return page->take();
}

std::string slicesText(const Trace& trace, const SliceListing& listing) {
    const std::vector<ListedSlice> found = matchingSlices(trace, listing);
    std::string text =
        fmt::format("{} begin in this range; the longest:\nrange · duration · name · track\n",
                    countText(found.size(), "slice", "slices"));
    for (std::size_t at = 0; at < std::min(found.size(), listing.limit); ++at) {
        const SliceId slice = found[at].slice;
        text += fmt::format(
            "{} · {} · {} · {}\n",
            exactRangeText(trace, {trace.slices().start(slice), trace.slices().end(slice)}),
            durationText(trace.slices().duration(slice)), printable(trace.name(slice)),
            printable(trackTitle(trace, *found[at].track)));
    }
    if (found.size() > listing.limit) {
        text += countText(found.size() - listing.limit) + " more\n";
    }
    return text;
}

std::string comparisonText(const Session& a, const Session& b) {
    const Comparison comparison = compareSessions(a, b, {});
    const CompareSubject subject{mcpSubject(a), mcpSubject(b), comparison};
    return compareText({&subject, 1}, PageStyle::Agent);
}

}  // namespace gaplight::ui
