// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::Ne;
using ::testing::Not;

Finding note(const Detected& detected) {
    const auto found = detected.of("capture-quality");
    EXPECT_LE(found.size(), 1U);
    return found.empty() ? Finding{} : found.front();
}

TextList problems(const Finding& finding) {
    TextList names;
    for (const FindingValues& row : finding.values.rows("problems")) {
        names.emplace_back(row.caseOf(kRowCase));
    }
    return names;
}

// Of a file; empty where the finding is not there.
TextList qualityProblems(const std::string& path, const OpenOptions& options) {
    const auto session = openSession(path, options);
    EXPECT_TRUE(session);
    const auto& findings = (*session)->findings.findings;
    const auto at = std::find_if(findings.begin(), findings.end(),
                                 [](const Finding& one) { return one.rule == "capture-quality"; });
    return at == findings.end() ? TextList() : problems(*at);
}

TEST(CaptureQuality, IsSilentOnCleanCaptures) {
    for (const char* name :
         {"wan_before_compile", "flux2_before_compile", "sync_large_before", "sync_small_before",
          "host_small_before", "optimizer_loop", "resnet18_eager", "compile_time",
          "transformer_compile_cudagraph", "streams_overlap"}) {
        EXPECT_TRUE(Detected(name).of("capture-quality").empty()) << name;
    }
}

TEST(CaptureQuality, SaysWhereStacksInflateTheGaps) {
    const Finding found = note(Detected("flux_after_eager"));
    EXPECT_EQ(problems(found), TextList{"stacks"});
    EXPECT_EQ(found.severity, Severity::Info);
    EXPECT_TRUE(found.edits.empty());
    EXPECT_FALSE(found.cost.saving.has_value());
    EXPECT_TRUE(Detected("flux_after_eager", {"capture-quality.host_idle=90%"})
                    .of("capture-quality")
                    .empty());
}

TEST(CaptureQuality, CountsActivitiesWithoutALaunch) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {0, 10}, 900);  // from before the capture: in front of the window
    for (int i = 0; i < 4; ++i) {
        const std::int64_t at = 100 + i * 100;
        dsl.kernel(stream, {at, at + 10}, i == 2 ? 901 : dsl.launch(host, {at - 20, at - 10}));
    }
    const Finding found = note(Detected(dsl));
    EXPECT_THAT(problems(found), Contains("unlinked"));
    EXPECT_EQ(found.values.rows("reasons")[0].count("missing"), 1);
    EXPECT_EQ(found.values.rows("reasons")[0].count("all"), 4);
    EXPECT_TRUE(Detected(dsl, {"capture-quality.max_unlinked=50%"}).of("capture-quality").empty());
    // All activities without a launch lie in front of the window.
    EXPECT_THAT(problems(note(Detected("ddp_straggler_rank0"))), Not(Contains("unlinked")));
}

TEST(CaptureQuality, NamesASampledCapture) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::uint64_t i = 0; i < 60; ++i) {
        const auto at = static_cast<std::int64_t>(i) * kMs;
        dsl.launch(host, {at, at + 10 * kUs});
        dsl.correlate(1 + i * 1'000);
        dsl.kernel(stream, {at + 20 * kUs, at + 30 * kUs}, 1 + i * 1'000);
    }
    const Detected detected(dsl);
    EXPECT_THAT(problems(note(detected)), Contains("sampled"));
    EXPECT_TRUE(detected.of("gpu-idle").empty());
}

TEST(CaptureQuality, SaysThatItIsMostlyGraphCapture) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    const auto kernelAt = [&](std::int64_t at) {
        dsl.kernel(stream, {at + 20 * kUs, at + 30 * kUs}, dsl.launch(host, {at, at + 10 * kUs}));
    };
    kernelAt(0);
    dsl.call(host, {100 * kUs, 110 * kUs}, "cudaStreamBeginCapture");
    dsl.call(host, {9 * kMs, 9'100 * kUs}, "cudaStreamEndCapture");
    kernelAt(9'900 * kUs);
    const Finding found = note(Detected(dsl));
    EXPECT_EQ(problems(found), TextList{"capturing"});
    EXPECT_NE(found.title.find("CUDA graph capture"), std::string::npos) << found.title;
    EXPECT_EQ(found.values.rows("reasons")[0].time("captured"), Duration(9 * kMs));
    // Less than half of what was recorded.
    kernelAt(30 * kMs);
    EXPECT_TRUE(Detected(dsl).of("capture-quality").empty());
}

TEST(CaptureQuality, NumbersOfTwoProcessesMayLieFarApart) {
    TraceDsl dsl;
    for (const int pid : {434, 435}) {
        const auto host = dsl.thread("main", pid);
        const auto stream = dsl.stream(pid - 434, 7);
        for (std::uint64_t i = 0; i < 60; ++i) {
            const auto at = static_cast<std::int64_t>(i) * kMs;
            const std::uint64_t number = i + 1 + (pid == 435 ? 1'000'000 : 0);
            dsl.launch(host, {at, at + 10 * kUs});
            dsl.correlate(number);
            dsl.kernel(stream, {at + 20 * kUs, at + 30 * kUs}, number);
        }
    }
    EXPECT_TRUE(Detected(dsl).of("capture-quality").empty());
}

TEST(CaptureQuality, NamesAWaitForWorkFromBeforeTheCapture) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.slice(host, {0, 2 * kMs}, "cuda_runtime", "cudaDeviceSynchronize");
    dsl.kernel(stream, {2030 * kUs, 5000 * kUs}, dsl.launch(host, {2010 * kUs, 2020 * kUs}));
    // What waits behind the first launch waits for what was recorded.
    dsl.slice(host, {2100 * kUs, 5000 * kUs}, "cuda_runtime", "cudaDeviceSynchronize");
    const Finding found = note(Detected(dsl));
    EXPECT_THAT(problems(found), ElementsAre("before"));
    EXPECT_EQ(found.severity, Severity::Info);
    EXPECT_EQ(found.evidence.size(), 1U);
    EXPECT_EQ(found.values.rows("reasons")[0].time("waited"), Duration(2 * kMs));
    EXPECT_TRUE(Detected(dsl, {"capture-quality.min_wait=3ms"}).of("capture-quality").empty());
}

TEST(CaptureQuality, IgnoresWorkFromBeforeTheCapture) {
    EXPECT_THAT(problems(note(Detected("ddp_balanced_rank1"))), ElementsAre("before"));
}

TraceDsl withOverhead(std::int64_t us) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {10 * kUs, 5000 * kUs}, dsl.launch(host, {2 * kUs, 4 * kUs}), "a");
    dsl.slice(host, {5000 * kUs, (5000 + us) * kUs}, "overhead", "Buffer Flush");
    dsl.kernel(stream, {(5010 + us) * kUs, 10'000 * kUs},
               dsl.launch(host, {(5002 + us) * kUs, (5004 + us) * kUs}), "b");
    return dsl;
}

TEST(CaptureQuality, CountsTheProfilersOwnWork) {
    EXPECT_TRUE(Detected(withOverhead(50)).of("capture-quality").empty());
    const Detected flush(withOverhead(200));
    const Finding found = note(flush);
    EXPECT_EQ(problems(found), TextList{"overhead"});
    EXPECT_EQ(*found.values.rows("reasons")[0].time("idle") / std::chrono::microseconds(1), 200);
    ASSERT_EQ(found.evidence.size(), 1U);
    EXPECT_TRUE(evidenceExists(flush.session(), found));
}

TEST(CaptureQuality, Texts) {
    const std::string text =
        textOf("capture-quality", {"flux_after_eager", "ddp_straggler_rank0"}) +
        Detected(withOverhead(200)).text("capture-quality");
    EXPECT_TRUE(matchesGolden("findings/rules/capture-quality.txt", text));
}

// `count` launches of a process, one each 100 us, of which each `period`-th has no kernel.
void launchMany(TraceDsl& dsl, int pid, int count, int period) {
    const auto host = dsl.thread("main", pid);
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < count; ++at) {
        const auto launch = dsl.launch(host, {at * 100 * kUs, (at * 100 + 5) * kUs});
        dsl.correlate(launch + static_cast<std::uint64_t>(pid) * 1000);
        if (at % period != 0) {
            dsl.kernel(stream, {(at * 100 + 10) * kUs, (at * 100 + 90) * kUs},
                       launch + static_cast<std::uint64_t>(pid) * 1000);
        }
    }
}

TEST(CaptureQuality, CountsLaunchesWithoutAKernel) {
    TraceDsl dsl;
    launchMany(dsl, 434, 200, 8);
    const Detected lossy(dsl);
    EXPECT_EQ(problems(note(lossy)), TextList{"lost"});
    EXPECT_EQ(note(lossy).values.rows("reasons")[0].count("missing"), 25);
    EXPECT_EQ(note(lossy).values.rows("reasons")[0].count("all"), 200);
    EXPECT_TRUE(evidenceExists(lossy.session(), note(lossy)));
    EXPECT_FALSE(lossy.session().analysis.devices[0].kernelsLost);
    EXPECT_TRUE(Detected(dsl, {"capture-quality.max_lost=20%"}).of("capture-quality").empty());
    // Both ends of a capture lose some.
    TraceDsl few;
    launchMany(few, 434, 100, 8);
    EXPECT_TRUE(Detected(few).of("capture-quality").empty());
}

// The capture ends while the GPU still works on what was launched before.
TEST(CaptureQuality, WorkThatIsQueuedAtTheEndIsNotLost) {
    for (const std::int64_t length : {80 * kUs, 9 * kMs}) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        for (std::int64_t at = 0; at < 80; ++at) {
            const auto launch = dsl.launch(host, {at * 100 * kUs, (at * 100 + 5) * kUs});
            if (at < 30) {
                const std::int64_t begin = (at * 100 + 10) * kUs;
                dsl.kernel(stream, {begin, begin + (at == 29 ? length : 80 * kUs)}, launch);
            }
        }
        const auto found = Detected(dsl).of("capture-quality");
        EXPECT_EQ(found.empty(), length == 9 * kMs);
    }
}

TEST(CaptureQuality, NamesTheProcessThatLostAllOfItsKernels) {
    TraceDsl dsl;
    launchMany(dsl, 434, 200, 1000);
    EXPECT_TRUE(Detected(dsl).of("capture-quality").empty());
    launchMany(dsl, 435, 100, 1);
    const Detected lossy(dsl);
    EXPECT_EQ(problems(note(lossy)), TextList{"lost-all"});
    EXPECT_EQ(note(lossy).values.rows("reasons")[0].count("missing"), 100);
    EXPECT_NE(note(lossy).why.find("435"), std::string::npos) << note(lossy).why;
    // It may have run them on the GPU of the other one.
    EXPECT_TRUE(lossy.session().analysis.devices[0].kernelsLost);
}

TEST(CaptureQuality, SaysThatNoKernelWasRecorded) {
    TraceDsl dsl;
    launchMany(dsl, 434, 300, 1);
    const Finding found = note(Detected(dsl));
    EXPECT_EQ(problems(found), TextList{"lost-all"});
    EXPECT_NE(found.title.find("300 launches, no kernel"), std::string::npos) << found.title;
}

TEST(CaptureQuality, LaunchesIntoAGraphRunNothing) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto other = dsl.thread("other");
    const auto stream = dsl.stream(0, 7);
    const auto isCaptured = [](std::int64_t at) { return at >= 10 && at < 40; };
    dsl.call(host, {990 * kUs, 995 * kUs}, "cudaStreamBeginCapture");
    dsl.call(host, {3990 * kUs, 3995 * kUs}, "cudaStreamEndCapture");
    for (std::int64_t at = 0; at < 80; ++at) {
        const auto launch = dsl.launch(host, {at * 100 * kUs, (at * 100 + 5) * kUs});
        if (!isCaptured(at)) {
            dsl.kernel(stream, {(at * 100 + 10) * kUs, (at * 100 + 90) * kUs}, launch);
        }
    }
    EXPECT_TRUE(Detected(dsl).of("capture-quality").empty());
    // Another thread is in no capture.
    for (std::int64_t at = 10; at < 35; ++at) {
        dsl.launch(other, {at * 100 * kUs, (at * 100 + 5) * kUs});
    }
    const Finding found = note(Detected(dsl));
    EXPECT_EQ(problems(found), TextList{"lost"});
    EXPECT_EQ(found.values.rows("reasons")[0].count("missing"), 25);
}

TEST(CaptureQuality, SaysThatUnderRecordedGraphsCannotBeJudged) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 4; ++at) {
        const auto launch =
            dsl.call(host, {at * 1000 * kUs, (at * 1000 + 10) * kUs}, "cudaGraphLaunch");
        if (at == 0) {
            dsl.kernel(stream, {20 * kUs, 30 * kUs}, launch);
        }
    }
    const Finding found = note(Detected(dsl));
    EXPECT_EQ(problems(found), TextList{"graphs"});
    EXPECT_EQ(found.values.rows("problems")[0].text("gpu"), "GPU 0");
}

TEST(CaptureQuality, GivesTheAdviceForTwoGpusOnce) {
    TraceDsl dsl;
    for (const int gpu : {0, 1}) {
        const auto host = dsl.thread("launches for GPU " + std::to_string(gpu));
        for (std::int64_t at = 0; at < 4; ++at) {
            const std::int64_t begin = at * 1000 * kUs;
            const auto launch = dsl.call(host, {begin, begin + 10 * kUs}, "cudaGraphLaunch");
            if (at == 0) {
                dsl.kernel(dsl.stream(gpu, 7), {20 * kUs, 30 * kUs}, launch);
            }
        }
    }
    const Finding found = note(Detected(dsl));
    EXPECT_EQ(problems(found), (TextList{"graphs", "graphs"}));
    EXPECT_EQ(found.values.rows("cures").size(), 1U);
}

TEST(CaptureQuality, SaysThatAFileIsCut) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.kernel(dsl.stream(0, 7), {10, 100}, dsl.launch(host, {2, 4}));
    std::string json = dsl.json();
    json.resize(json.size() - 3);
    const std::string path = ::testing::TempDir() + "gaplight_cut.json";
    std::ofstream(path, std::ios::binary) << json;
    EXPECT_EQ(qualityProblems(path, {}), TextList{"cut"});
    std::filesystem::remove(path);
}

// The file is written to when the first progress is reported, which is while it is read.
TEST(CaptureQuality, SaysThatAFileWasWrittenToWhileItWasRead) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.kernel(dsl.stream(0, 7), {10, 100}, dsl.launch(host, {2, 4}));
    const std::string path = ::testing::TempDir() + "gaplight_growing.json";
    std::ofstream(path, std::ios::binary) << dsl.json();
    EXPECT_TRUE(qualityProblems(path, {}).empty());
    OpenOptions options;
    options.onProgress = [&](const LoadProgress&) {
        std::ofstream(path, std::ios::binary | std::ios::app) << ' ';
    };
    EXPECT_EQ(qualityProblems(path, options), TextList{"changed"});
    std::filesystem::remove(path);
}

// The first kernel of stream 3 is launched 40 ms before it runs, and nothing was recorded in its
// queue; work of another stream comes before.
TEST(CaptureQuality, SaysThatItBeginsWhileEarlierWorkRuns) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 3);
    dsl.kernel(dsl.stream(0, 2), {10 * kUs, 14 * kUs}, dsl.launch(host, {0, 5 * kUs}));
    for (std::int64_t call = 0; call < 20; ++call) {
        const std::int64_t at = 40'000 + call * 10;
        dsl.kernel(stream, {at * kUs, (at + 9) * kUs},
                   dsl.launch(host, {(20 + call * 10) * kUs, (25 + call * 10) * kUs}));
    }
    const Detected d(dsl);
    EXPECT_EQ(problems(note(d)), TextList{"queued"});
    EXPECT_EQ(note(d).values.rows("problems").front().time("waited"), Duration(39'986 * kUs));
    const IdleExplanations& explained = d.set().explanations.at(0);
    EXPECT_EQ(explained.parts.front().reason.name(), "earlier_work");
    // The GPU was not idle: no gap is shown, and no share counts the time.
    EXPECT_THAT(note(d).evidence, Each(Field(&Evidence::shape, Ne(EvidenceShape::Gap))));
    EXPECT_TRUE(evidenceExists(d.session(), note(d)));
    EXPECT_EQ(explained.earlier(), Duration(39'986 * kUs));
    EXPECT_FALSE(explained.isMuch());
    EXPECT_EQ(earlierWork(d.session().analysis.devices.at(0)), explained.earlier());
}

// Two calls whose kernels a thread of the runtime launches; the program is in `between` for 40 ms
// between them, and the last kernel ended as that began.
TraceDsl awaited(const char* between, bool isRuntimeRecorded = false) {
    TraceDsl dsl;
    const auto host = dsl.thread("python");
    const auto runtime = dsl.thread("runtime");
    const auto stream = dsl.stream(0, 3);
    dsl.kernel(stream, {10 * kUs, 500 * kUs}, dsl.launch(runtime, {0, 5 * kUs}));
    dsl.slice(host, {100 * kUs, 40'100 * kUs}, "python_function", between);
    if (isRuntimeRecorded) {
        dsl.slice(runtime, {510 * kUs, 40'000 * kUs}, "cpu_op", "transfer");
    }
    dsl.kernel(stream, {40'210 * kUs, 40'700 * kUs},
               dsl.launch(runtime, {40'200 * kUs, 40'205 * kUs}));
    return dsl;
}

// What the program waits for is not in the trace, so that nobody can say what to change. Where the
// thread that launches does something meanwhile, or the program does not wait, that is the cause.
TEST(CaptureQuality, SaysThatAProgramWaitsForNothingRecorded) {
    const Detected d(awaited("$api.py:3154 block_until_ready"));
    EXPECT_THAT(problems(note(d)), Contains("awaited"));
    EXPECT_EQ(note(d).values.rows("problems").front().time("waited"), Duration(39'710 * kUs));
    EXPECT_EQ(d.set().explanations.at(0).parts.front().reason.name(), "work_not_recorded");
    for (const Detected& other : {Detected(awaited("$api.py:12 prepare")),
                                  Detected(awaited("$api.py:3154 block_until_ready", true))}) {
        EXPECT_THAT(problems(note(other)), Not(Contains("awaited")));
    }
}

}  // namespace
}  // namespace gaplight::test
