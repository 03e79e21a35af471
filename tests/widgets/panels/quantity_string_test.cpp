// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/qt_text.h"

#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::ui {
namespace {

// With plain spaces, to be readable here.
std::string plain(QString text) {
    return text.replace(QChar(0x2009), QChar(u' ')).toStdString();
}

TEST(QuantityString, Durations) {
    EXPECT_EQ(plain(durationText(Duration(5'360'000))), "5.36 ms");
    EXPECT_EQ(plain(exactDurationText(Duration(7))), "7 ns");
    EXPECT_EQ(plain(exactDurationText(Duration(1'234'567'890'123))), "1,234.567890123 s");
    EXPECT_EQ(plain(exactDurationText(Duration(12'000'005))), "12.000005 ms");
    EXPECT_EQ(plain(exactDurationText(Duration(-1'500))), "−1.500 µs");
    EXPECT_EQ(plain(exactDurationText(Duration(std::numeric_limits<std::int64_t>::min()))),
              "−9,223,372,036.854775808 s");
}

// A number alone says neither process nor thread.
TEST(TrackText, NamesWhatHasANumberOnly) {
    test::TraceDsl t;
    t.op(t.thread("main"), {0, 10}, "work");
    const auto named = t.trace();
    EXPECT_EQ(trackText(*named, named->trackOf(SliceId(std::size_t{0}))).toStdString(),
              "process 434 · main");
    EventBatch batch;
    const BatchString number = batch.strings.intern("251");
    batch.tracks.push_back({number, number});
    batch.slices.start.push_back(0);
    batch.slices.duration.push_back(10);
    batch.slices.name.push_back(batch.strings.intern("work"));
    batch.slices.category.push_back(batch.category("cpu_op", SliceKind::CpuOp));
    batch.slices.track.push_back(BatchTrack(std::size_t{0}));
    batch.slices.event.push_back(EventId(0));
    TraceBuilder builder;
    builder.add(std::move(batch));
    const auto plainTrace = builder.finish({});
    EXPECT_EQ(trackText(*plainTrace, TrackId(std::size_t{0})).toStdString(),
              "process 251 · thread 251 (main)");
}

TEST(QuantityString, Bytes) {
    EXPECT_EQ(plain(bytesText(999)), "999 B");
    EXPECT_EQ(plain(bytesText(12'345)), "12.3 kB");
    EXPECT_EQ(plain(bytesText(6'793'000)), "6.79 MB");
    EXPECT_EQ(plain(bytesText(1'206'000'000)), "1.21 GB");
    EXPECT_EQ(plain(bytesOfText(412'000'000, 1'206'000'000)), "412 of 1,206 MB");
    EXPECT_EQ(plain(bytesOfText(0, 1'206'000'000)), "0 of 1,206 MB");
}

TEST(QuantityString, Counts) {
    EXPECT_EQ(plain(countText(843)), "843");
    EXPECT_EQ(plain(countText(12'345)), "12,345");
    EXPECT_EQ(plain(countText(1'310'000)), "1,310,000");
    EXPECT_EQ(plain(countText(1'234, "slice", "slices")), "1,234 slices");
    EXPECT_EQ(plain(percentText(0.8741)), "87.4 %");
}

}  // namespace
}  // namespace gaplight::ui
