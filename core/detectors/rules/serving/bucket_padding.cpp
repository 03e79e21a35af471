// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// padded  = decode iterations that replay a graph of bucket B for b < B rows (tokens, or requests)
// rows    = their kernels with a size of the grid that is a multiple of B: a block, or several, for
//           each row; without those that graphs of two buckets launch alike
// excess  = of each of these, t × (1 − max(b / B, SMs / blocks)): a kernel of fewer blocks than the
//           GPU has multiprocessors gets no shorter
// fires   = at least min_iterations padded iterations with mean padding (B − b) / B >= min_padding,
//           and the sum of excess >= min_share of their GPU time
// edits   = each of these kernels × max(b / B, SMs / blocks), as a bound: a graph of exactly b is
//           the best that finer buckets could do
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kBucketPaddingThresholds{
    Threshold{"min_iterations", ThresholdUnit::Count, 4, "padded decode iterations",
              "fewer are chance"},
    Threshold{"min_padding", ThresholdUnit::Share, percent(40), "mean padding of these iterations",
              "buckets that are powers of two pad a quarter on average"},
    Threshold{"min_share", ThresholdUnit::Share, percent(2),
              "share of their GPU time that rows without a request take", "less is not worth it"},
};

constexpr std::array kBucketPaddingValues{
    DeclaredValue{"iterations", QuantityKind::Count},
    DeclaredValue{"rows", QuantityKind::Count},
    DeclaredValue{"bucket", QuantityKind::Count},
    DeclaredValue{"padding", QuantityKind::Share},
    DeclaredValue{"excess", QuantityKind::Nanoseconds},
    DeclaredValue{"kernels", QuantityKind::Count},
    DeclaredValue{"inferred", QuantityKind::Case, true, "inferred"},
};

std::int64_t rowsOf(const ServingIteration& row) {
    const std::int64_t size = row.name.tokens.value_or(row.name.requests);
    return size <= *row.bucket ? size : row.name.requests;
}

// What the padded iterations of a server cost.
class Padding {
public:
    explicit Padding(const DetectorInput& input) : m_input(input) {
        findReplays();
        std::set<std::uint32_t> seen;  // iterations of a class launch alike
        for (const ServingIteration& row : input.analysis.serving->rows) {
            if (row.bucket && (!row.graphClass || seen.insert(*row.graphClass).second)) {
                forEachKernel(row, [&](const GpuActivity& activity) {
                    const auto [known, isNew] =
                        m_bucketOf.try_emplace(launchOf(activity), *row.bucket);
                    if (known->second != *row.bucket) {
                        known->second = kSeveral;
                    }
                });
            }
        }
    }

    void add(const ServingIteration& row) {
        forEachKernel(row, [&](const GpuActivity& activity) { addKernel(activity, row); });
        m_padded.push_back(&row);
        m_share += *paddingOf(row);
        m_gpuTime += row.gpuBusy;
    }
    bool isEnough() const { return m_input.settings.reaches("min_share", m_excess, m_gpuTime); }

    Finding finding() &&;

private:
    // A kernel and the size of its grid.
    using Launch = std::pair<StringId, std::array<std::uint32_t, 3>>;
    static constexpr std::int64_t kSeveral = 0;

    void findReplays() {
        for (const SliceId launch : m_input.launches.launches()) {
            if (graphCallOf(m_input.trace.name(launch)) == GraphCall::Launch) {
                m_replays.push_back(launch);
            }
        }
        std::ranges::stable_sort(
            m_replays, {}, [&](SliceId launch) { return m_input.trace.slices().start(launch); });
    }

    // The kernels of the graphs that an iteration replays.
    template <class Visit>
    void forEachKernel(const ServingIteration& row, const Visit& visit) const {
        const auto first = std::ranges::lower_bound(
            m_replays, row.host.begin, {},
            [&](SliceId launch) { return m_input.trace.slices().start(launch); });
        for (auto launch = first;
             launch != m_replays.end() && m_input.trace.slices().start(*launch) < row.host.end;
             ++launch) {
            for (const ActivityId id : m_input.launches.activitiesOf(*launch)) {
                visit(m_input.trace.gpuActivities()[id.index()]);
            }
        }
    }

    Launch launchOf(const GpuActivity& activity) const {
        const KernelConfig* config = m_input.trace.kernelConfigs().find(activity.slice);
        return {m_input.trace.slices().name(activity.slice),
                config == nullptr ? std::array<std::uint32_t, 3>{} : config->grid};
    }

    // The smaller of one and the part of its time that a kernel would take without padding.
    std::optional<double> factorOf(const GpuActivity& activity, const ServingIteration& row) const {
        const KernelConfig* config = m_input.trace.kernelConfigs().find(activity.slice);
        const DeviceProperties* gpu = propertiesOf(m_input.analysis, activity.gpu);
        if (config == nullptr || gpu == nullptr || gpu->sms <= 0) {
            return std::nullopt;
        }
        std::int64_t blocks = 1;
        bool isByRow = false;
        for (const std::uint32_t size : config->grid) {
            blocks *= std::max<std::int64_t>(1, size);
            isByRow = isByRow || (size > 0 && size % *row.bucket == 0);
        }
        const double used = static_cast<double>(rowsOf(row)) / static_cast<double>(*row.bucket);
        const double factor =
            std::max(used, static_cast<double>(gpu->sms) / static_cast<double>(blocks));
        const bool isOfBucket = m_bucketOf.at(launchOf(activity)) != kSeveral;
        return isByRow && isOfBucket && factor < 1 ? std::optional(factor) : std::nullopt;
    }

    void addKernel(const GpuActivity& activity, const ServingIteration& row) {
        const auto factor = factorOf(activity, row);
        if (!factor) {
            return;
        }
        const Duration time = m_input.trace.slices().duration(activity.slice);
        m_excess +=
            Duration(static_cast<std::int64_t>(static_cast<double>(time.count()) * (1 - *factor)));
        ReplayEdit edit;
        edit.kind = ReplayEdit::Kind::ScaleActivity;
        edit.slice = activity.slice;
        edit.factor = *factor;
        m_edits.push_back(edit);
        Evidence tint;
        tint.shape = EvidenceShape::Tint;
        tint.track = m_input.trace.trackOf(activity.slice);
        tint.slice = activity.slice;
        tint.range = m_input.trace.slices().range(activity.slice);
        m_evidence.push_back(tint);
    }

    const DetectorInput& m_input;
    std::vector<SliceId> m_replays;             // by start
    std::map<Launch, std::int64_t> m_bucketOf;  // kSeveral: of more than one
    std::vector<const ServingIteration*> m_padded;
    std::vector<ReplayEdit> m_edits;
    std::vector<Evidence> m_evidence;
    double m_share = 0;
    Duration m_gpuTime{};
    Duration m_excess{};
};

Finding Padding::finding() && {
    const ServingIteration& first = *m_padded.front();
    Finding finding;
    finding.rule = "bucket-padding";
    finding.isBound = true;
    finding.count = m_padded.size();
    finding.perStep = 1;
    finding.where = findingPlaceOf(m_input.places, m_input.places.placeOf(first.annotation),
                                   m_input.analysis.devices.front().totals.gpu);
    FindingValues& values = finding.values;
    values.setCount("iterations", m_padded.size());
    values.set("rows", lowerMedianOf(m_padded, [](auto* row) { return rowsOf(*row); }));
    values.set("bucket", lowerMedianOf(m_padded, [](auto* row) { return *row->bucket; }));
    values.set("padding", shareOfPpm(static_cast<std::int64_t>(
                              m_share * 1e6 / static_cast<double>(m_padded.size()))));
    values.set("excess", m_excess);
    values.setCount("kernels", m_edits.size());
    if (first.isBucketInferred) {
        values.set("inferred", CaseName{"inferred"});
    }
    finding.edits = std::move(m_edits);
    finding.evidence = std::move(m_evidence);
    std::ranges::stable_sort(finding.evidence, {},
                             [](const Evidence& one) { return one.range.begin; });
    return finding;
}

DetectorResult detectBucketPadding(const DetectorInput& input) {
    if (input.analysis.serving == nullptr || input.analysis.devices.empty()) {
        return {};
    }
    std::vector<const ServingIteration*> padded;
    double share = 0;
    for (const ServingIteration& row : input.analysis.serving->rows) {
        const bool isReplay = row.mode == LaunchMode::Full || row.mode == LaunchMode::Piecewise;
        if (isReplay && row.name.phase == ServingPhase::Decode && paddingOf(row).value_or(0) > 0) {
            padded.push_back(&row);
            share += *paddingOf(row);
        }
    }
    const auto count = static_cast<std::int64_t>(padded.size());
    if (count < input.settings.value("min_iterations") ||
        share * 1e6 < static_cast<double>(input.settings.ppm("min_padding") * count)) {
        return {};
    }
    Padding padding(input);
    for (const ServingIteration* row : padded) {
        padding.add(*row);
    }
    DetectorResult result;
    if (padding.isEnough()) {
        result.findings.push_back(std::move(padding).finding());
    }
    return result;
}

}  // namespace

const Detector& bucketPaddingRule() {
    static const Detector kRule{
        {.id = "bucket-padding",
         .name = "Bucket padding",
         .question = "Do CUDA graphs of an LLM server compute many rows that no request needs?",
         .thresholds = kBucketPaddingThresholds,
         .values = kBucketPaddingValues},
        detectBucketPadding};
    return kRule;
}

}  // namespace gaplight
