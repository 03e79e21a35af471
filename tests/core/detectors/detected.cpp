// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/detectors/detected.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/settings.h"
#include "core/io/plain_sources.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

OpenOptions optionsWith(const std::vector<std::string>& settings) {
    OpenOptions options;
    for (const std::string& assignment : settings) {
        const Result<void> set = options.settings.set(assignment);
        EXPECT_TRUE(set) << (set ? "" : set.error().message);
    }
    return options;
}

// Whether a list that is split by spaces has this name.
bool contains(std::string_view names, std::string_view name) {
    std::istringstream all{std::string(names)};
    return std::find(std::istream_iterator<std::string>(all), {}, name) !=
           std::istream_iterator<std::string>{};
}

bool startsAt(const Session& session, TrackId track, Time time, bool ends) {
    const Trace& trace = *session.trace;
    const std::size_t first = trace.firstIndex(track);
    const std::size_t count = trace.tracks()[track.index()].sliceCount;
    for (std::size_t at = first; at < first + count; ++at) {
        const SliceId slice(at);
        if ((ends ? trace.slices().end(slice) : trace.slices().start(slice)) == time) {
            return true;
        }
    }
    return false;
}

bool isGap(const Session& session, const Evidence& evidence) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        if (device.totals.gpu == evidence.gpu &&
            std::any_of(device.gaps.begin(), device.gaps.end(),
                        [&](const Gap& gap) { return gap.range() == evidence.range; })) {
            return true;
        }
    }
    return false;
}

bool startsOnGpu(const Session& session, GpuId gpu, Time time, bool ends) {
    const SliceTable& slices = session.trace->slices();
    return std::ranges::any_of(session.trace->gpuActivities(), [&](const GpuActivity& one) {
        return one.gpu == gpu && (ends ? slices.end(one.slice) : slices.start(one.slice)) == time;
    });
}

// Whether a gap of a GPU has an instant in it, or at one of its ends.
bool isInGap(const Session& session, GpuId gpu, Time time) {
    return std::ranges::any_of(session.analysis.devices, [&](const DeviceAnalysis& device) {
        return device.totals.gpu == gpu && std::ranges::any_of(device.gaps, [&](const Gap& gap) {
                   return gap.begin <= time && time <= gap.end;
               });
    });
}

bool exists(const Session& session, const Evidence& evidence) {
    if (!evidence.track.isValid() || evidence.track.index() >= session.trace->tracks().size()) {
        return false;
    }
    if (evidence.shape == EvidenceShape::Gap) {
        return isGap(session, evidence);
    }
    if (evidence.slice.isValid()) {
        return session.trace->slices().range(evidence.slice) == evidence.range &&
               session.trace->trackOf(evidence.slice) == evidence.track;
    }
    const bool isBand = evidence.shape == EvidenceShape::Band && evidence.gpu != GpuId();
    const auto isThere = [&](Time time, bool isEnd) {
        return startsAt(session, evidence.track, time, isEnd) ||
               (isBand && (startsOnGpu(session, evidence.gpu, time, isEnd) ||
                           isInGap(session, evidence.gpu, time)));
    };
    return evidence.range.end > evidence.range.begin && isThere(evidence.range.begin, false) &&
           isThere(evidence.range.end, true);
}

::testing::AssertionResult areDeclared(const FindingValues& values,
                                       std::span<const DeclaredValue> declared) {
    for (const FindingValues::Named& value : values.all()) {
        if (value.key == kRowCase || value.key == kAlone) {
            continue;
        }
        const auto at =
            std::find_if(declared.begin(), declared.end(),
                         [&](const DeclaredValue& one) { return one.key == value.key; });
        if (at == declared.end() || at->kind != kindOf(value.quantity)) {
            return ::testing::AssertionFailure() << value.key << " is not declared so";
        }
        if (at->kind == QuantityKind::Case &&
            !contains(at->cases, std::get<CaseName>(value.quantity).name)) {
            return ::testing::AssertionFailure() << "undeclared case of " << value.key;
        }
        for (const FindingValues& row : values.rows(value.key)) {
            const std::string_view rowCase = row.caseOf(kRowCase);
            if (!rowCase.empty() && !contains(at->cases, rowCase)) {
                return ::testing::AssertionFailure() << "undeclared case of " << value.key;
            }
            if (const auto result = areDeclared(row, declared); !result) {
                return result;
            }
        }
    }
    return ::testing::AssertionSuccess();
}

}  // namespace

Detected::Detected(const std::string& recorded, const std::vector<std::string>& settings) {
    auto session = openSession(dataFile(recorded + ".json.zst"), optionsWith(settings));
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    m_session = session ? *session : nullptr;
}

Detected::Detected(const TraceDsl& dsl, const std::vector<std::string>& settings) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(dsl.json()));
    auto session = openSession("dsl.json", *source, optionsWith(settings));
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    m_session = session ? *session : nullptr;
}

std::vector<Finding> Detected::of(std::string_view rule) const {
    std::vector<Finding> found;
    std::copy_if(set().findings.begin(), set().findings.end(), std::back_inserter(found),
                 [&](const Finding& finding) { return finding.rule == rule; });
    for (const Finding& finding : found) {
        EXPECT_TRUE(valuesAreDeclared(finding)) << finding.title;
    }
    return found;
}

std::string Detected::notApplicable(std::string_view rule) const {
    const auto at = std::find_if(set().notApplicable.begin(), set().notApplicable.end(),
                                 [&](const NotApplicable& one) { return one.rule == rule; });
    return at == set().notApplicable.end() ? std::string{} : at->reason;
}

std::string Detected::text(std::string_view rule) const {
    std::string text;
    for (const Finding& finding : of(rule)) {
        text += dump(finding);
    }
    const std::string reason = notApplicable(rule);
    return reason.empty() ? text : text + "not applicable: " + reason + "\n";
}

std::string dump(const Finding& finding) {
    std::string text = fmt::format("{} [{}] {}\n  why: {}\n  fix: {}\n", finding.rule,
                                   severityName(finding.severity), titleWithSaving(finding),
                                   finding.why, finding.fix);
    if (!finding.confidence.empty()) {
        text += "  confidence: " + finding.confidence + "\n";
    }
    text += fmt::format("  cost: gpu idle {}, host {}, saving {}; count {}, per step {:g}\n",
                        durationText(finding.cost.gpuIdle), durationText(finding.cost.host),
                        finding.cost.saving ? durationText(*finding.cost.saving) : "none",
                        finding.count, finding.perStep);
    const FindingPlace& where = finding.where;
    text +=
        fmt::format("  where: annotation '{}', op '{}', python '{}', device {}\n", where.annotation,
                    where.op, where.python, where.gpu ? std::to_string(where.gpu->device) : "-");
    std::map<std::string, std::size_t> evidence;
    for (const Evidence& one : finding.evidence) {
        const std::string note = one.note < finding.notes.size() ? finding.notes[one.note] : "";
        ++evidence[fmt::format("{} '{}'", evidenceShapeName(one.shape), note)];
    }
    for (const auto& [what, count] : evidence) {
        text += fmt::format("  evidence: {} x {}\n", count, what);
    }
    return text;
}

std::string textOf(std::string_view rule, const std::vector<std::string>& recorded) {
    std::string text;
    for (const std::string& trace : recorded) {
        text += trace + "\n" + Detected(trace).text(rule) + "\n";
    }
    return text;
}

::testing::AssertionResult valuesAreDeclared(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    if (rule == nullptr) {
        return ::testing::AssertionFailure() << "no rule " << finding.rule;
    }
    for (const DeclaredValue& declared : rule->values) {
        const FindingQuantity* value = finding.values.find(declared.key);
        if (value == nullptr && !declared.isOptional) {
            return ::testing::AssertionFailure() << declared.key << " is missing";
        }
    }
    return areDeclared(finding.values, rule->values);
}

::testing::AssertionResult evidenceExists(const Session& session, const Finding& finding) {
    Time last = Time::min();
    for (std::size_t at = 0; at < finding.evidence.size(); ++at) {
        const Evidence& evidence = finding.evidence[at];
        if (!exists(session, evidence)) {
            return ::testing::AssertionFailure()
                   << finding.rule << " '" << finding.title << "': evidence " << at << " ("
                   << evidenceShapeName(evidence.shape) << " at " << ns(evidence.range.begin)
                   << ", " << evidence.range.length().count() << " ns) is not in the trace";
        }
        if (evidence.range.begin < last) {
            return ::testing::AssertionFailure() << finding.rule << ": evidence out of order";
        }
        if (evidence.note >= finding.notes.size()) {
            return ::testing::AssertionFailure() << finding.rule << ": evidence without a note";
        }
        last = evidence.range.begin;
    }
    return ::testing::AssertionSuccess();
}

}  // namespace gaplight::test
