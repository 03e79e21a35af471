// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

constexpr int kProvenancePatience = 60'000;  // ms; never reached where all is well

QString fileOf(const char* name) {
    return QString::fromStdString(test::dataFile(name));
}

class ProvenanceWindow : public WindowTest {
protected:
    [[nodiscard]] ProvenanceObject& provenance() { return *model().provenance(); }
    void waitForFiles() {
        ASSERT_TRUE(
            QTest::qWaitFor([this] { return provenance().state() != ProvenanceObject::Loading; },
                            kProvenancePatience));
        settle();
    }
    // Once the trace with what is known is the shown one.
    void waitForShown() {
        waitForFiles();
        ASSERT_EQ(provenance().state(), ProvenanceObject::Ready)
            << provenance().statusText().toStdString();
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                const auto known = session().trace()->session().provenance;
                return known != nullptr;
            },
            kProvenancePatience));
        settle();
    }
    // The first slice of this name that ran on a GPU.
    [[nodiscard]] SliceId kernelNamed(std::string_view name) {
        for (std::size_t at = 0; at < trace().slices().size(); ++at) {
            if (trace().name(SliceId(at)) == name &&
                trace().kind(SliceId(at)) == SliceKind::Kernel) {
                return SliceId(at);
            }
        }
        return {};
    }
    [[nodiscard]] std::string factOf(const char* key) {
        DetailListModel& rows = *model().details()->facts();
        const auto names = rows.roleNames();
        for (int at = 0; at < rows.count(); ++at) {
            const QModelIndex row = rows.index(at, 0);
            if (rows.data(row, names.key("key")).toString() == QLatin1String(key)) {
                return rows.data(row, names.key("value")).toString().toStdString();
            }
        }
        return {};
    }
};

// Texts of a column under a heading of the table of a comparison.
std::vector<std::string> textsUnder(const ComparisonListModel& rows, const char* heading,
                                    const char* title) {
    std::vector<std::string> texts;
    for (int at = 0; at < rows.count(); ++at) {
        if (rows.value(at, "heading").toString() == QLatin1String(heading)) {
            const qsizetype column = rows.titles().indexOf(QLatin1String(title));
            texts.push_back(rows.value(at, "cells").toStringList().at(column).toStdString());
        }
    }
    return texts;
}

TEST_F(ProvenanceWindow, TwoRunsAreComparedByModuleAndOperator) {
    showTrace("graphs/graph_replay.json.zst");
    ComparisonObject& comparison = *model().comparison();
    const auto waitForResult = [&] {
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return comparison.result() != nullptr; }, kProvenancePatience));
        settle();
    };
    comparison.open(fileOf("graphs/graph_replay.json.zst"));
    waitForResult();
    EXPECT_FALSE(comparison.result()->origins) << "nothing is known beyond the traces";
    comparison.close();

    const QString capture = fileOf("graphs/graph_capture.json.zst");
    provenance().open(capture, {});
    waitForShown();
    comparison.provenanceOfOther().openAfterTrace(capture, {});
    comparison.open(fileOf("graphs/graph_replay.json.zst"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return comparison.result() != nullptr &&
                   comparison.result()->b->session().provenance != nullptr;
        },
        kProvenancePatience));
    settle();
    ComparisonListModel& rows = *model().comparisonRows();
    const std::vector<std::string> modules = textsUnder(rows, "GPU time by module", "name");
    ASSERT_FALSE(modules.empty());
    EXPECT_EQ(modules.front().find("nn.Module"), std::string::npos);
    EXPECT_EQ(textsUnder(rows, "GPU time by module", "A"),
              textsUnder(rows, "GPU time by module", "B"));
    const std::vector<std::string> operators = textsUnder(rows, "GPU time by operator", "name");
    EXPECT_NE(std::find(operators.begin(), operators.end(), "aten::addmm"), operators.end());

    // Of another program: the comparison stays, and says why.
    comparison.close();
    comparison.provenanceOfOther().openAfterTrace(capture, {});
    comparison.open(fileOf("llm_decode_eager.json.zst"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return comparison.provenanceOfOther().state() == ProvenanceObject::Failed; },
        kProvenancePatience));
    waitForResult();
    EXPECT_TRUE(comparison.remarks().contains(QStringLiteral("B: ")));
    EXPECT_TRUE(textsUnder(rows, "GPU time by operator", "A").size() > 0U);
}

TEST_F(ProvenanceWindow, CaptureNamesTheOperatorOfAReplayedKernel) {
    showTrace("graphs/graph_replay.json.zst");
    provenance().open(fileOf("graphs/graph_capture.json.zst"), {});
    waitForShown();
    EXPECT_EQ(provenance().statusText().toStdString(),
              "graph_capture.json.zst: 6 of 6 replays found");
    EXPECT_EQ(model().state()->drawerTab(), WindowState::SelectionTab);
    goTo(sliceNamed("nvjet_sm90_hsh_64x32_64x16_2x4_h_bz_bias_TNT"));
    settle();
    EXPECT_EQ(factOf("Captured operator"), "aten::addmm");
    EXPECT_EQ(factOf("Captured module"), "Linear_0");
    EXPECT_EQ(factOf("Captured annotation"), "attention");
    EXPECT_EQ(factOf("Found"), "by the order on its stream");
}

TEST_F(ProvenanceWindow, LogGivesTheLineOfAGeneratedKernel) {
    show();
    provenance().openAfterTrace({}, fileOf("memory/snapshot_run.torch_trace.log.zst"));
    openAndWait(fileOf("memory/snapshot_run.json.zst"));
    waitForShown();
    goTo(kernelNamed("triton_poi_fused_addmm_1"));
    settle();
    EXPECT_EQ(factOf("Operators"), "aten.addmm");
    EXPECT_EQ(factOf("Fused nodes"), "add_tensor, mul_tensor");
    EXPECT_TRUE(
        QString::fromStdString(factOf("Source line")).contains(QStringLiteral("cap_snapshot.py:8")))
        << factOf("Source line");
    // The log goes with its trace.
    openAndWait(fileOf("copy_before.json.zst"));
    EXPECT_EQ(provenance().state(), ProvenanceObject::Empty);
    EXPECT_EQ(session().trace()->session().provenance, nullptr);
}

// Also where the search came before the capture.
TEST_F(ProvenanceWindow, SearchFindsReplayedKernelsByTheirModule) {
    showTrace("graphs/graph_replay.json.zst");
    SearchModel& search = *model().search();
    search.setText(QStringLiteral("Linear_0"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !search.searching(); }, kProvenancePatience));
    EXPECT_EQ(search.count(), 0);
    provenance().open(fileOf("graphs/graph_capture.json.zst"), {});
    waitForShown();
    ASSERT_TRUE(QTest::qWaitFor([&] { return search.count() > 0; }, kProvenancePatience));
    const auto nameOf = [&] {
        return search.value(0, "cells").toStringList().at(SearchModel::Name);
    };
    EXPECT_TRUE(nameOf().endsWith(QStringLiteral(" · from: nn.Module: Linear_0")));
    const SliceId first(static_cast<std::size_t>(search.target(0)));
    EXPECT_EQ(trace().kind(first), SliceKind::Kernel);
    search.setText(QStringLiteral("nvjet_"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !search.searching(); }, kProvenancePatience));
    EXPECT_FALSE(nameOf().contains(QStringLiteral("from: "))) << "found by its name";
}

TEST_F(ProvenanceWindow, FilesOfOtherProgramsAreRefusedInALine) {
    showTrace("graphs/graph_replay.json.zst");
    const auto before = session().trace();
    session().open(fileOf("memory/snapshot_run.torch_trace.log.zst"));
    waitForFiles();
    EXPECT_EQ(provenance().state(), ProvenanceObject::Failed);
    EXPECT_FALSE(provenance().statusText().contains(QLatin1Char('\n')));
    provenance().open(fileOf("copy_before.json.zst"), {});
    waitForFiles();
    EXPECT_EQ(provenance().state(), ProvenanceObject::Failed);
    EXPECT_FALSE(provenance().statusText().contains(QLatin1Char('\n')));
    EXPECT_EQ(session().trace(), before);
}

}  // namespace
}  // namespace gaplight::ui
