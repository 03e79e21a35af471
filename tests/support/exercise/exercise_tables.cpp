// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_tables.h"

#include <string>
#include <utility>
#include <vector>

#include "core/analysis/duration_histogram.h"
#include "core/analysis/kernel_tree.h"
#include "core/analysis/range_tables.h"
#include "core/provenance/gpu_time_tree.h"
#include "core/report/facts/gap_facts.h"
#include "core/report/facts/range_report.h"
#include "core/report/figure/report_figures.h"
#include "core/report/table/table.h"
#include "core/report/text/html_page.h"
#include "core/report/trace/report.h"
#include "core/scene/display/theme.h"
#include "core/session/efficiency_of.h"
#include "core/session/provenance_of.h"
#include "tests/support/checks/drawable_checks.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/output_checks.h"

namespace gaplight::test {
namespace {

constexpr std::size_t kMaxGaps = 200;  // of each GPU

class TablesExercise {
public:
    TablesExercise(std::shared_ptr<const Session> session, TimeRange range, Problems& problems)
        : m_session(std::move(session)), m_range(range), m_problems(problems) {
        for (std::size_t at = 0; at < trace().tracks().size(); ++at) {
            m_tracks.emplace_back(at);
        }
    }

    void run() {
        for (const ActivityScope scope : {ActivityScope::Launched, ActivityScope::Ran}) {
            buildTrees(scope);
        }
        tabulateRange();
        for (const DeviceAnalysis& device : m_session->analysis.devices) {
            for (std::size_t at = 0; at < device.gaps.size() && at < kMaxGaps; ++at) {
                describe(device.gaps[at]);
            }
        }
        measureEfficiency();
    }

private:
    const Trace& trace() const { return *m_session->trace; }

    void buildTrees(ActivityScope scope) {
        const auto counted =
            countedActivities(trace(), m_session->indexes->launches, m_tracks, m_range, scope);
        Duration all{};
        for (const CountedActivity& one : counted) {
            all += one.length;
            m_problems.expect(one.length >= Duration{}, "an activity of less than no time");
        }
        const auto provenance = provenanceWithin(*m_session);
        const GpuTimeTree tree =
            GpuTimeTree::build(trace(), m_session->indexes->launches, m_tracks, m_range, scope, {},
                               provenance == nullptr ? nullptr : provenance->replays.get());
        m_problems.expect(tree.nodes().empty() == counted.empty(), "GPU time without a tree");
        for (const GpuTimeNode& node : tree.nodes()) {
            Duration below{};
            for (std::uint32_t child = 0; child < node.childCount; ++child) {
                below += tree[node.firstChild + child].gpuTime;
            }
            m_problems.expect(node.childCount == 0 || below == node.gpuTime,
                              "GPU time of a node is not that of its children");
        }
        m_problems.expect(tree.nodes().empty() || tree[0].gpuTime == all, "GPU time of the root");
        std::vector<Duration> lengths;
        for (const CountedActivity& activity : counted) {
            lengths.push_back(activity.length);
        }
        const DurationHistogram histogram = DurationHistogram::build(lengths);
        std::size_t inBins = 0;
        for (const std::uint32_t count : histogram.counts) {
            inBins += count;
        }
        m_problems.expect(inBins == counted.size(), "a histogram without all activities");
        const KernelTree kernels = KernelTree::build(trace(), counted);
        m_problems.expect(kernels.gpuTime() == all, "GPU time of all kernels");
        for (const KernelTreeNode& node : kernels.nodes()) {
            m_problems.expect(node.shortest <= node.median && node.median <= node.longest,
                              "a median outside of its kernels");
        }
    }

    void tabulateRange() {
        const RangeTables tables =
            rangeTables(trace(), m_session->indexes->rows, m_session->analysis, m_tracks, m_range);
        std::vector<NamedRangeRow> rows;
        for (const RangeName& name : tables.names) {
            const std::string text(trace().text(name.name));
            rows.push_back({text, text, name.row});
        }
        const Table table = rangeTable(rows, m_range.length());
        checkCsv(tableCsv(table), "range", m_problems);
        if (!table.rows.empty()) {
            checkMarkdown(tableMarkdown(table), "range", m_problems);
        }
    }

    void describe(const Gap& gap) {
        const auto facts = gapFacts(*m_session, gap.range());
        if (!m_problems.expect(facts.has_value(), "a gap without facts")) {
            return;
        }
        for (const GapHostPart& part : facts->hostParts) {
            m_problems.expect(part.self >= Duration{} && part.self <= gap.length(),
                              "host time in a gap above its length");
        }
    }

    void measureEfficiency() {
        const auto kernels = std::make_shared<const SessionEfficiency>(efficiencyOf(*m_session));
        static_cast<void>(efficiencyColors(trace(), kernels->tables));
        for (const GpuRoofline* gpu : rooflineGpus(*kernels)) {
            const RooflinePlot plot = rooflineOf(trace(), *kernels, *gpu);
            m_problems.expect(plot.points.size() == plot.rows.size(), "a point without its row");
        }
        const FigurePlan plan = rooflineFigurePlan(m_session, kernels, {}, {});
        if (const auto figure = plan.build(FixedTextMeasure())) {
            checkDrawable(figure->list, "roofline", m_problems);
        }
        ReportSubject subject{trace(), m_session->analysis, m_session->findings, {}};
        subject.efficiency = kernels.get();
        const auto provenance = provenanceWithin(*m_session);
        subject.provenance = provenance.get();
        checkJson(analyzeJson(subject), "efficiency", m_problems);
        checkPlainText(analyzeText(subject, PageStyle::Plain), "efficiency", m_problems);
        const Result<Theme> light = builtInTheme(false);
        const Result<Theme> dark = builtInTheme(true);
        if (m_problems.expect(light && dark, "no themes")) {
            checkMarkup(analyzeHtml(subject, {}, {*light, *dark}), "efficiency", m_problems);
        }
    }

    std::shared_ptr<const Session> m_session;
    TimeRange m_range;
    std::vector<TrackId> m_tracks;
    Problems& m_problems;
};

}  // namespace

void exerciseTables(const std::shared_ptr<const Session>& session, TimeRange range,
                    Problems& problems) {
    TablesExercise(session, range, problems).run();
}

}  // namespace gaplight::test
