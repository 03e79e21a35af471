// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Every recorded trace of tests/data against figures of an independent, slow implementation
// (tests/data/facts.json), to the nanosecond, and against the identities that hold on any trace.

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/detectors/engine/finding.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

using nlohmann::json;

const json& allFacts() {
    static const json facts = [] {
        std::ifstream file(test::dataFile("facts.json"));
        return json::parse(file);
    }();
    return facts;
}

class RecordedTrace : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_session = test::recordedSession(GetParam());
        ASSERT_NE(m_session, nullptr);
    }
    std::uint64_t launchedOn(GpuId gpu) const {
        std::uint64_t count = 0;
        const auto activities = m_session->trace->gpuActivities();
        for (std::size_t i = 0; i < activities.size(); ++i) {
            const bool isLaunched = m_session->indexes->launches.launchOf(ActivityId(i)).isValid();
            count += activities[i].gpu == gpu && isLaunched ? 1U : 0U;
        }
        return count;
    }

    std::shared_ptr<const Session> m_session;
};

json triggersOf(const DeviceAnalysis& device) {
    json triggers = json::object();
    for (std::size_t i = 0; i < device.idleByTrigger.size(); ++i) {
        if (device.idleByTrigger[i].count() != 0) {
            triggers[std::string(gapTriggerName(static_cast<GapTrigger>(i)))] =
                device.idleByTrigger[i].count();
        }
    }
    return triggers;
}

json deviceFacts(const DeviceAnalysis& device) {
    const LaunchDelays& delays = device.launchDelays.queueEmpty;
    return {{"device", device.totals.gpu.device},
            {"window_ns", device.totals.window.length().count()},
            {"busy_ns", device.totals.busy.count()},
            {"idle_ns", device.totals.idle.count()},
            {"before_capture", device.totals.beforeCapture},
            {"kernels", device.totals.kernels},
            {"memcpys", device.totals.memcpys},
            {"memsets", device.totals.memsets},
            {"streams", device.totals.streams},
            {"gaps", device.gaps.size()},
            {"gaps_over_100us", device.gapsOverThreshold},
            {"gaps_over_100us_ns", device.gapsOverThresholdTotal.count()},
            {"idle_by_trigger_ns", triggersOf(device)},
            {"idle_queue_launches", delays.count},
            {"idle_queue_delay_p50_ns", delays.p50.value_or(Duration::zero()).count()}};
}

TEST_P(RecordedTrace, MeetsTheReferenceFigures) {
    const json& facts = allFacts().at(GetParam());
    const Analysis& analysis = m_session->analysis;
    EXPECT_EQ(m_session->trace->slices().size(), facts.at("slices"));
    json devices = json::array();
    for (const DeviceAnalysis& device : analysis.devices) {
        devices.push_back(deviceFacts(device));
    }
    EXPECT_EQ(devices, facts.at("devices"));
    json waits = json::object();
    for (const BlockingCallTotals& row : analysis.blockingCallTotals) {
        waits[std::string(m_session->trace->text(row.name))] = {{"count", row.count},
                                                                {"total_ns", row.total.count()}};
    }
    EXPECT_EQ(waits, facts.at("sync"));
    // The reference lists the twenty longest.
    json annotations = json::object();
    for (const AnnotationTotals& row : analysis.annotations) {
        const std::string name(m_session->trace->text(row.name));
        if (facts.at("annotations").contains(name)) {
            annotations[name] = {{"count", row.count},
                                 {"total_ns", row.total.count()},
                                 {"kernels", row.kernels},
                                 {"blocking_calls", row.blockingCalls},
                                 {"blocking_ns", row.blocking.count()}};
        }
    }
    EXPECT_EQ(annotations, facts.at("annotations"));
    EXPECT_EQ(facts.at("annotations").size(),
              std::min<std::size_t>(20, analysis.annotations.size()));
}

template <class Parts>
Duration sum(const Parts& parts) {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero());
}

TEST_P(RecordedTrace, AddsUpToTheNanosecond) {
    for (const DeviceAnalysis& device : m_session->analysis.devices) {
        const Duration idle = device.totals.idle;
        EXPECT_EQ(device.totals.busy + idle, device.totals.window.length());
        EXPECT_EQ(
            device.totals.compute + device.totals.communicationAlone + device.totals.copiesAlone,
            device.totals.busy);
        Duration gaps{};
        Time covered = device.totals.window.begin;
        for (const Gap& gap : device.gaps) {
            EXPECT_LE(covered, gap.begin);
            EXPECT_LT(gap.begin, gap.end);
            covered = gap.end;
            gaps += gap.length();
        }
        EXPECT_LE(covered, device.totals.window.end);
        EXPECT_EQ(gaps, idle);
        EXPECT_EQ(sum(device.idleByTrigger), idle);
        EXPECT_EQ(sum(device.idleByActivity), idle);
        EXPECT_EQ(device.gapActivity.size(), device.gaps.size());
        EXPECT_EQ(device.gapReason.size(), device.gaps.size());
        EXPECT_EQ(device.launchDelays.queueEmpty.count + device.launchDelays.queued.count,
                  launchedOn(device.totals.gpu));
    }
}

TEST_P(RecordedTrace, ExplanationsSumToIdleTime) {
    const auto& explanations = m_session->findings.explanations;
    const auto& devices = m_session->analysis.devices;
    ASSERT_EQ(explanations.size(), devices.size());
    for (std::size_t at = 0; at < devices.size(); ++at) {
        Duration explained{};
        for (const ExplainedTime& part : explanations[at].parts) {
            explained += part.time;
        }
        EXPECT_EQ(explained, devices[at].totals.idle);
        ASSERT_EQ(explanations[at].ofGap.size(), devices[at].gaps.size());
        IdleByClass sums{};
        for (std::size_t gap = 0; gap < devices[at].gaps.size(); ++gap) {
            const auto idleClass = static_cast<std::size_t>(explanations[at].classOfGap(gap));
            const Duration recording(explanations[at].recordingOfGap[gap]);
            sums.at(idleClass) += devices[at].gaps[gap].length() - recording;
            sums.at(static_cast<std::size_t>(IdleClass::Other)) += recording;
        }
        EXPECT_EQ(sums, explanations[at].byClass());
    }
}

// What is printed beside findings is what they save together, but for those priced alone.
TEST_P(RecordedTrace, SavingsSumToTheJointReplay) {
    const FindingSet& set = m_session->findings;
    if (!set.combinedSaving) {
        return;  // no finding has a price
    }
    Duration savings{};
    for (const Finding& finding : set.findings) {
        const Duration saving = finding.cost.saving.value_or(Duration::zero());
        EXPECT_GE(saving, Duration::zero());
        savings += saving;
        if (finding.partOf) {
            ASSERT_LT(*finding.partOf, set.findings.size());
            EXPECT_EQ(finding.severity, Severity::Info);
        }
    }
    const auto window = static_cast<double>(set.replay.measured.count());
    EXPECT_LE(savings, set.replay.measured);
    EXPECT_NEAR(static_cast<double>(savings.count()) / window,
                static_cast<double>(set.combinedSaving->count()) / window, 0.02);
}

// A title that names less time than there is to gain says where the rest comes from.
TEST_P(RecordedTrace, TitlesFitTheirSavings) {
    static const std::regex kTime("([0-9][0-9,.]*) (ns|µs|ms|s)( each)?");
    const std::map<std::string, double> nanoseconds{
        {"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (const Finding& finding : m_session->findings.findings) {
        const auto saving =
            static_cast<double>(finding.cost.saving.value_or(Duration::zero()).count());
        double named = 0;
        bool isShare = false;  // of a step or an iteration
        for (auto at = std::sregex_iterator(finding.title.begin(), finding.title.end(), kTime);
             at != std::sregex_iterator(); ++at) {
            std::string digits = (*at)[1];
            std::erase(digits, ',');
            named += std::stod(digits) * nanoseconds.at((*at)[2]);
            isShare = isShare || finding.title.find(" each") != std::string::npos ||
                      finding.title.find("a step") != std::string::npos;
        }
        const bool isExplained =
            finding.savingText.find("launches after it come earlier") != std::string::npos;
        EXPECT_TRUE(named == 0 || isShare || isExplained || saving <= 1.15 * named)
            << titleWithSaving(finding);
    }
}

TEST_P(RecordedTrace, LaunchesAndActivitiesAgree) {
    const LaunchIndex& launches = m_session->indexes->launches;
    const auto activities = m_session->trace->gpuActivities();
    std::size_t bound = 0;
    for (std::size_t i = 0; i < activities.size(); ++i) {
        const SliceId launch = launches.launchOf(ActivityId(i));
        EXPECT_EQ(launch, launches.launchOf(activities[i].slice));
        if (launch.isValid()) {
            ++bound;
            EXPECT_TRUE(isApiCall(m_session->trace->kind(launch)));
            const auto launched = launches.activitiesOf(launch);
            EXPECT_NE(std::find(launched.begin(), launched.end(), ActivityId(i)), launched.end());
        }
    }
    std::size_t listed = 0;
    for (std::size_t i = 0; i < launches.launches().size(); ++i) {
        listed += launches.activitiesAt(i).size();
    }
    EXPECT_EQ(listed, bound);
}

INSTANTIATE_TEST_SUITE_P(TestData, RecordedTrace, ::testing::ValuesIn(test::recordedTraces()),
                         [](const auto& trace) { return trace.param; });

TEST(RecordedTraces, AreThoseThatTheFactsAreAbout) {
    std::vector<std::string> known;
    for (const auto& [name, facts] : allFacts().items()) {
        known.push_back(name);
    }
    EXPECT_EQ(known, test::recordedTraces());
}

}  // namespace
}  // namespace gaplight
