// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <QFile>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

const DetailRow* rowOf(const DetailListModel& model, const char* key) {
    const auto found =
        std::find_if(model.rows().begin(), model.rows().end(),
                     [key](const DetailRow& row) { return row.key == QLatin1String(key); });
    return found == model.rows().end() ? nullptr : &*found;
}

class Models : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    void select(SliceId slice) {
        goTo(slice);
        ASSERT_TRUE(QTest::qWaitFor([this] { return !model().details()->collecting(); }, 60'000));
    }
};

TEST_F(Models, DetailsOfAKernel) {
    const LaunchIndex& launches = session().trace()->session().indexes->launches;
    const SliceId launch = launches.launches().front();
    const SliceId kernel = trace().gpuActivities()[launches.activitiesOf(launch)[0].index()].slice;
    select(kernel);
    SliceDetails& details = *model().details();
    EXPECT_EQ(details.name().toStdString(), trace().name(kernel));
    const DetailRow* launchedBy = &details.preceding()->rows().at(0);
    ASSERT_NE(launchedBy, nullptr);
    EXPECT_EQ(launchedBy->slice, static_cast<qint64>(launch.index()));
    for (const char* key :
         {"Start", "Duration", "Self time", "Category", "Track", "Launch delay"}) {
        EXPECT_NE(rowOf(*details.facts(), key), nullptr) << key;
    }
    EXPECT_TRUE(rowOf(*details.facts(), "Track")->value.startsWith(QStringLiteral("GPU 0 · ")));
    ASSERT_NE(rowOf(*details.args(), "correlation"), nullptr);
    EXPECT_EQ(rowOf(*details.args(), "correlation")->value.toULongLong(),
              *trace().correlations().find(kernel));
    // Where the host was when it launched: the call first.
    ASSERT_FALSE(details.stack()->rows().empty());
    EXPECT_EQ(details.stack()->rows().front().slice, static_cast<qint64>(launch.index()));
    select(launch);
    EXPECT_EQ(details.following()->rows().front().slice, static_cast<qint64>(kernel.index()));
}

// A graph's kernels run while the call that launched them has not returned: no delay is "-227 µs".
TEST_F(Models, AKernelThatBeginsBeforeItsLaunchEnds) {
    openAndWait(QString::fromStdString(test::dataFile("flux_after_cudagraph.json.zst")));
    const LaunchIndex& launches = session().trace()->session().indexes->launches;
    const SliceTable& slices = trace().slices();
    for (const SliceId launch : launches.launches()) {
        const SliceId kernel =
            trace().gpuActivities()[launches.activitiesOf(launch)[0].index()].slice;
        const Duration left = slices.end(launch) - slices.start(kernel);
        if (left <= Duration(0)) {
            continue;
        }
        const std::string length = durationText(left).toStdString();
        select(launch);
        EXPECT_EQ(model().details()->following()->rows().front().key.toStdString(),
                  "launched, " + length + " before the end");
        select(kernel);
        EXPECT_EQ(model().details()->preceding()->rows().front().key.toStdString(),
                  "launch, ends " + length + " later");
        return;
    }
    FAIL() << "every kernel begins after its launch";
}

TEST_F(Models, SelfTimeLeavesOutWhatIsInside) {
    const SliceTable& slices = trace().slices();
    for (std::size_t at = 0; at < slices.size(); ++at) {
        const SliceId parent = slices.parent(SliceId(at));
        if (!parent.isValid()) {
            continue;
        }
        Duration self = slices.duration(parent);
        for (std::size_t child = 0; child < slices.size(); ++child) {
            self -= slices.parent(SliceId(child)) == parent ? slices.duration(SliceId(child))
                                                            : Duration(0);
        }
        select(parent);
        EXPECT_EQ(rowOf(*model().details()->facts(), "Self time")->value.toStdString(),
                  exactDurationText(self).toStdString());
        return;
    }
    FAIL() << "the trace has no nested slices";
}

TEST_F(Models, PartsOfGpuTimeShareTheWholeTime) {
    const GpuTimeModel& time = *model().first()->gpuTime();
    double sum = 0;
    bool leadsToFinding = false;
    for (int row = 0; row < time.count(); ++row) {
        sum += time.value(row, "share").toDouble();
        leadsToFinding = leadsToFinding || time.value(row, "finding").toInt() >= 0;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_TRUE(leadsToFinding);
    EXPECT_EQ(time.value(0, "kind").toString().toStdString(), "compute");
}

TEST_F(Models, TheVerdictIsTheSentenceOfTheReport) {
    const VerdictModel& verdict = *model().first()->verdict();
    const Session& shown = session().trace()->session();
    const TraceVerdict expected =
        verdictOf({*shown.trace, shown.analysis, shown.findings, {}, nullptr, nullptr, {}});
    EXPECT_EQ(verdict.sentence().toStdString(), expected.text());
    // A line that wraps between two parts begins with no space and no punctuation: these are at the
    // ends of parts, and a part of nothing else is none. What leads nowhere is in words.
    ASSERT_GT(verdict.count(), static_cast<int>(expected.parts.size()));
    // A clause ends with its sentence, and where the weight changes; none in words that shorter
    // ones may replace.
    constexpr int kWhole = static_cast<int>(VerdictRow::Form::Whole);
    constexpr int kBrief = static_cast<int>(VerdictRow::Form::Brief);
    int clause = 0;
    bool isEnd = false;
    int weight = verdict.value(0, "weight").toInt();
    QString joined;
    for (int row = 0; row < verdict.count(); ++row) {
        const QString text = verdict.value(row, "text").toString();
        const QString end = verdict.value(row, "end").toString();
        const int form = verdict.value(row, "form").toInt();
        if (form == kBrief) {
            EXPECT_EQ(verdict.value(row, "clause").toInt(), clause) << text.toStdString();
            continue;
        }
        const int before = std::exchange(weight, verdict.value(row, "weight").toInt());
        clause += isEnd || weight != before ? 1 : 0;
        const bool isInside = form == kWhole && verdict.value(row + 1, "form").toInt() == kWhole;
        isEnd = !isInside && (end.endsWith(u'.') || end.endsWith(u';'));
        EXPECT_EQ(text, text.trimmed());
        ASSERT_FALSE(text.isEmpty());
        EXPECT_FALSE(QStringLiteral(".,;").contains(text.back())) << text.toStdString();
        EXPECT_FALSE(QStringLiteral(".,;").contains(text.front())) << text.toStdString();
        const bool leads = verdict.value(row, "finding").toInt() >= 0 ||
                           !verdict.value(row, "name").toString().isEmpty();
        const bool isNumber = text.front().isDigit() || text.contains(u'\u00b1');
        EXPECT_TRUE(leads || !text.contains(u' ') || isNumber) << text.toStdString();
        EXPECT_FALSE(text.endsWith(u'\u00b1')) << text.toStdString();
        EXPECT_EQ(verdict.value(row, "clause").toInt(), clause) << text.toStdString();
        joined += text + end +
                  (verdict.value(row, "spaceAfter").toBool() ? QStringLiteral(" ") : QString());
    }
    EXPECT_EQ(joined.trimmed().toStdString(), expected.text());
}

TEST_F(Models, IdleListHasEveryMark) {
    IdleTableModel& idle = *model().findings()->idle();
    const OverlaySpan all = view().model().overlays->all();
    EXPECT_EQ(idle.count(), std::count_if(all.begin(), all.end(), [](const Overlay& overlay) {
                  return overlay.kind == OverlayKind::IdleGap ||
                         overlay.kind == OverlayKind::BlockingCall;
              }));
    const auto overlayOf = [&](int row) -> const Overlay& {
        return view().model().overlays->place(
            OverlayId(static_cast<std::size_t>(idle.target(row))));
    };
    // Longest first: gaps, then calls.
    for (int row = 1; row < idle.count(); ++row) {
        EXPECT_TRUE(overlayOf(row).kind != OverlayKind::IdleGap ||
                    overlayOf(row - 1).kind == OverlayKind::IdleGap);
    }
    idle.sortBy(0);
    Time last = trace().range().begin;
    for (int row = 0; row < idle.count(); ++row) {
        const Time begin = overlayOf(row).range.begin;
        EXPECT_GE(begin, last);
        last = begin;
    }
}

TEST_F(Models, SummaryNamesTheGpu) {
    EXPECT_EQ(model().findings()->summary()->hardware().toStdString(), "NVIDIA H200");
    EXPECT_FALSE(model().findings()->summary()->duration().isEmpty());
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("two.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 1, "dur": 2,
         "args": {"device": 0, "stream": 7}},
        {"ph": "X", "cat": "kernel", "name": "a", "pid": 1, "tid": 7, "ts": 1, "dur": 2,
         "args": {"device": 1, "stream": 7}}]})");
    file.close();
    openAndWait(file.fileName());
    EXPECT_EQ(model().findings()->summary()->hardware().toStdString(), "2 GPUs");
}

}  // namespace
}  // namespace gaplight::ui
