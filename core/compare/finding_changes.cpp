// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/finding_changes.h"

#include <algorithm>
#include <string>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/place.h"

namespace gaplight {
namespace {

// What the places of two findings must share, from all to nothing but the rule.
enum class Nearness : std::uint8_t { Place, Annotation, Rule };

// Position of a GPU among those of a run: ranks of one job use GPUs with different numbers.
std::string gpuOrder(const ComparedTrace& run, const std::optional<GpuId>& gpu) {
    const std::vector<DeviceAnalysis>& devices = run.analysis.devices;
    const auto at = std::find_if(devices.begin(), devices.end(), [&](const DeviceAnalysis& device) {
        return device.totals.gpu == gpu;
    });
    return at == devices.end() ? std::string{} : std::to_string(at - devices.begin());
}

std::string placeKey(const ComparedTrace& run, const Finding& finding, const AnnotationKeys& keys,
                     bool isA, Nearness nearness) {
    std::string key(finding.rule);
    key += '\0' + gpuOrder(run, finding.where.gpu);
    if (nearness == Nearness::Rule) {
        return key;
    }
    const std::string group = annotationGroup(finding.where.annotation);
    key += '\0' + (isA ? keys.ofA(group) : keys.ofB(group));
    if (nearness == Nearness::Place) {
        const FunctionKey function = functionKey(finding.where.python);
        key.append(1, '\0').append(finding.where.op).append(1, '\0').append(function.path);
        key.append(1, '\0').append(function.function);
    }
    return key;
}

}  // namespace

FindingChanges findingChanges(const ComparedTrace& a, const ComparedTrace& b,
                              const AnnotationKeys& keys) {
    std::vector<std::optional<std::size_t>> partnerOfA(a.findings.size());
    std::vector<bool> hasPartner(b.findings.size());
    for (const Nearness nearness : {Nearness::Place, Nearness::Annotation, Nearness::Rule}) {
        for (std::size_t at = 0; at < a.findings.size(); ++at) {
            if (partnerOfA[at]) {
                continue;
            }
            const std::string wanted = placeKey(a, a.findings[at], keys, true, nearness);
            for (std::size_t other = 0; other < b.findings.size(); ++other) {
                if (!hasPartner[other] &&
                    placeKey(b, b.findings[other], keys, false, nearness) == wanted) {
                    partnerOfA[at] = other;
                    hasPartner[other] = true;
                    break;
                }
            }
        }
    }
    FindingChanges changes;
    for (std::size_t at = 0; at < partnerOfA.size(); ++at) {
        (partnerOfA[at] ? changes.kept : changes.gone).push_back({at, partnerOfA[at]});
    }
    for (std::size_t at = 0; at < hasPartner.size(); ++at) {
        if (!hasPartner[at]) {
            changes.added.push_back({std::nullopt, at});
        }
    }
    return changes;
}

}  // namespace gaplight
