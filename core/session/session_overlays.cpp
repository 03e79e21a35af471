// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_overlays.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "core/detectors/engine/rules.h"
#include "core/session/gap_labels.h"
#include "core/session/scene_data.h"

namespace gaplight {
namespace {

// Rules are numbered as they are listed.
std::uint16_t ruleNumber(std::span<const RuleFacts* const> rules, std::string_view id) {
    return static_cast<std::uint16_t>(std::ranges::find(rules, id, &RuleFacts::id) - rules.begin());
}

OverlayWeight weightOf(Severity severity) {
    constexpr std::array kWeights{OverlayWeight::Critical, OverlayWeight::Warning,
                                  OverlayWeight::Info};
    return kWeights[static_cast<std::size_t>(severity)];
}

OverlayKind kindOf(const Evidence& evidence) {
    switch (evidence.shape) {
        case EvidenceShape::Gap:
            return OverlayKind::IdleGap;
        case EvidenceShape::Sync:
            return evidence.slice.isValid() ? OverlayKind::BlockingCall : OverlayKind::Bracket;
        case EvidenceShape::Bracket:
            return OverlayKind::Bracket;
        case EvidenceShape::Outline:
            return OverlayKind::Outline;
        case EvidenceShape::Band:
            return OverlayKind::Band;
        case EvidenceShape::Tint:
            break;
    }
    return OverlayKind::Tint;
}

class OverlayCollector {
public:
    explicit OverlayCollector(const Session& session)
        : m_session(session),
          m_rules(traceRulesWith(session.findings.ownRules.get())),
          m_gapLabels(session) {
        for (std::size_t device = 0; device < session.analysis.devices.size(); ++device) {
            m_gapColors.push_back(gapColors(session, device));
        }
    }

    void addGaps();
    void addBlockingCalls();
    void addFindings();
    [[nodiscard]] OverlayTable finish() {
        return OverlayTable::build(std::move(m_overlays), std::move(m_labels));
    }

private:
    void addEvidence(const Evidence& evidence, const OverlaySource& source);
    void addGapEvidence(const Evidence& gap, Overlay overlay);

    const Session& m_session;
    std::vector<const RuleFacts*> m_rules;
    GapLabels m_gapLabels;
    std::vector<std::vector<ColorRef>> m_gapColors;  // per GPU, per gap
    std::vector<Overlay> m_overlays;
    OverlayLabels m_labels;
};

void OverlayCollector::addGaps() {
    OverlaySource source;
    source.rule = ruleNumber(m_rules, gpuIdleRule().id);
    for (std::size_t number = 0; number < m_session.analysis.devices.size(); ++number) {
        const DeviceAnalysis& device = m_session.analysis.devices[number];
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            const bool isIdle = device.gapReason[at] != GapReasonKind::EarlierWork;
            if (isIdle && gap.length() >= m_session.analysis.gapThreshold) {
                source.label = m_labels.number(m_gapLabels.of({number, at}));
                Overlay overlay;
                overlay.kind = OverlayKind::IdleGap;
                overlay.gpu = device.totals.gpu;
                overlay.color = m_gapColors[number][at];
                overlay.range = gap.range();
                overlay.recording = m_gapLabels.recordingIn({number, at});
                overlay.source = source;
                m_overlays.push_back(overlay);
            }
        }
    }
}

void OverlayCollector::addBlockingCalls() {
    OverlaySource source;
    source.rule = ruleNumber(m_rules, hostSyncRule().id);
    const SliceTable& slices = m_session.trace->slices();
    for (const BlockingCall& call : m_session.analysis.blockingCalls) {
        source.label = call.byProfiler ? m_labels.number("profiler") : 0;
        Overlay overlay;
        overlay.kind = OverlayKind::BlockingCall;
        overlay.muted = call.byProfiler;
        overlay.row = slices.row(call.slice);
        overlay.track = call.track;
        overlay.slice = call.slice;
        overlay.range = slices.range(call.slice);
        overlay.source = source;
        m_overlays.push_back(overlay);
    }
}

void OverlayCollector::addFindings() {
    const std::vector<Finding>& findings = m_session.findings.findings;
    for (std::size_t rank = 0; rank < findings.size(); ++rank) {
        const Finding& finding = findings[rank];
        OverlaySource source;
        source.rule = ruleNumber(m_rules, finding.rule);
        if (source.rule == m_rules.size()) {
            continue;  // of no rule that can be listed
        }
        source.weight = weightOf(finding.severity);
        source.finding = static_cast<std::int32_t>(rank);
        std::vector<std::uint32_t> notes;
        for (const std::string& note : finding.notes) {
            notes.push_back(m_labels.number(note));
        }
        for (std::size_t at = 0; at < finding.evidence.size(); ++at) {
            const Evidence& evidence = finding.evidence[at];
            source.occurrence = static_cast<std::int32_t>(at);
            source.label = evidence.time ? m_labels.number(evidenceNote(finding, evidence))
                           : evidence.note < notes.size() ? notes[evidence.note]
                                                          : 0;
            addEvidence(evidence, source);
        }
    }
}

// O(log gaps).
void OverlayCollector::addGapEvidence(const Evidence& gap, Overlay overlay) {
    overlay.gpu = gap.gpu;
    if (const auto place = m_gapLabels.find(gap.gpu, gap.range)) {
        const auto rank = static_cast<std::size_t>(overlay.source.finding);
        overlay.color = m_gapColors[place->device][place->gap];
        overlay.recording = m_gapLabels.recordingIn(*place);
        overlay.source.label = m_labels.number(m_gapLabels.of(*place));
        overlay.source.isSecond =
            m_gapLabels.isExplainedByOther(*place, m_session.findings.findings[rank]);
    }
    m_overlays.push_back(overlay);
}

void OverlayCollector::addEvidence(const Evidence& evidence, const OverlaySource& source) {
    Overlay overlay;
    overlay.kind = kindOf(evidence);
    overlay.source = source;
    overlay.range = evidence.range;
    if (overlay.kind == OverlayKind::IdleGap) {
        addGapEvidence(evidence, overlay);
        return;
    }
    const Trace& trace = *m_session.trace;
    if (evidence.slice.isValid() && overlay.kind != OverlayKind::Band) {
        overlay.slice = evidence.slice;
        overlay.track = trace.trackOf(evidence.slice);
        overlay.range = trace.slices().range(evidence.slice);
        overlay.row = trace.slices().row(evidence.slice);
    } else if (evidence.track.isValid()) {
        overlay.track = evidence.track;
        const SliceId first = sliceOfInterval(trace, evidence.track, evidence.range);
        const bool hasRow = first.isValid() && overlay.kind != OverlayKind::Band;
        overlay.row = hasRow ? trace.slices().row(first) : std::uint16_t{0};
    } else {
        return;
    }
    m_overlays.push_back(overlay);
}

}  // namespace

OverlayTable sessionOverlays(const Session& session) {
    OverlayCollector collector(session);
    collector.addGaps();
    collector.addBlockingCalls();
    collector.addFindings();
    return collector.finish();
}

SliceId sliceOfInterval(const Trace& trace, TrackId id, TimeRange range) {
    if (!id.isValid()) {
        return {};
    }
    const Track& track = trace.tracks()[id.index()];
    const SliceTable& slices = trace.slices();
    std::size_t first = track.firstSlice.index();
    const std::size_t end = first + track.sliceCount;
    for (std::size_t length = end - first; length > 0;) {
        const std::size_t half = length / 2;
        const bool before = slices.start(SliceId(first + half)) < range.begin;
        first += before ? half + 1 : 0;
        length = before ? length - half - 1 : half;
    }
    for (; first < end && slices.start(SliceId(first)) == range.begin; ++first) {
        if (slices.end(SliceId(first)) <= range.end) {
            return SliceId(first);
        }
    }
    return {};
}

std::vector<OverlayRule> overlayRules(const OverlayTable& overlays, const FindingSet& findings) {
    const std::vector<const RuleFacts*> all = traceRulesWith(findings.ownRules.get());
    std::vector<OverlayRule> rules(all.size());
    std::vector<bool> counted;  // per finding
    std::vector<bool> isLoud(all.size());
    const OverlaySpan shown = overlays.all();
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const Overlay& overlay = overlays.place(shown.id(at));
        for (const OverlaySource& source : overlays.sources(overlay)) {
            OverlayRule& rule = rules[source.rule];
            ++rule.overlays;
            rule.kinds |= 1U << static_cast<unsigned>(overlay.kind);
            if (source.finding >= 0) {
                const auto rank = static_cast<std::size_t>(source.finding);
                counted.resize(std::max(counted.size(), rank + 1));
                rule.findings += counted[rank] ? 0 : 1;
                counted[rank] = true;
            }
            const bool shades =
                overlay.kind == OverlayKind::Tint || overlay.kind == OverlayKind::Band;
            isLoud[source.rule] =
                isLoud[source.rule] || !shades || source.weight > OverlayWeight::Info;
        }
    }
    for (std::size_t number = 0; number < rules.size(); ++number) {
        OverlayRule& rule = rules[number];
        rule.number = static_cast<std::uint16_t>(number);
        rule.id = all[number]->id;
        rule.name = all[number]->name;
        rule.startsShown = isLoud[number];
    }
    std::erase_if(rules, [](const OverlayRule& rule) { return rule.overlays == 0; });
    return rules;
}

}  // namespace gaplight
