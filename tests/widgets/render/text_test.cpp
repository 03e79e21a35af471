// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/base/printable_text.h"
#include "tests/widgets/support/example_list.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/render/shape_mesh.h"

namespace gaplight::ui {
namespace {

TEST(TextFaces, WidthIsTheSumOfItsCharacters) {
    const TextFaces faces;
    const QtTextMeasure measure(faces);
    const float sum = faces.advance(U'a', TextStyle::Label) + faces.advance(U'b', TextStyle::Label);
    EXPECT_FLOAT_EQ(measure.width("ab", TextStyle::Label), sum);
    EXPECT_GT(measure.width("ab", TextStyle::Label), measure.width("ab", TextStyle::Small));
    EXPECT_EQ(measure.width("", TextStyle::Bold), 0);
}

TEST(TextFaces, MeasuresWhatTheFontLacksAndWhatIsNoUtf8) {
    const TextFaces faces;
    EXPECT_GT(faces.width("µ…∗字", TextStyle::Label), 0);
    EXPECT_FLOAT_EQ(faces.width("\xff", TextStyle::Label),
                    faces.width("\xef\xbf\xbd", TextStyle::Label));  // U+FFFD
}

TEST(TextAtlas, DrawsACharacterOncePerColorAndPlace) {
    const TextFaces faces;
    TextAtlas atlas(faces, 1);
    const AtlasGlyph* first = atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_GT(first->width, 0);
    const std::uint64_t revision = atlas.revision(0);
    EXPECT_EQ(atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0), first);
    EXPECT_EQ(atlas.revision(0), revision);
    EXPECT_NE(atlas.glyph(U'g', TextStyle::Label, 0xff0000ff, 0), nullptr);
    EXPECT_GT(atlas.revision(0), revision);
    EXPECT_EQ(atlas.glyph(U' ', TextStyle::Label, 0xffffffff, 0)->width, 0);
}

// A text of `count` different characters, in one line.
DisplayList differentCharacters(char32_t count) {
    DisplayList list;
    list.clear(20'000, 200);
    std::string text;
    for (char32_t character = 0x4E00; character < 0x4E00 + count; ++character) {
        appendUtf8(text, character);
    }
    TextItem item;
    item.baselineY = 100;
    list.clips.front().width = 1e6F;
    list.addText(text, item);
    return list;
}

std::size_t cornersOf(const TextMeshes& meshes) {
    std::size_t count = 0;
    for (const PageMeshes& layer : meshes) {
        for (const std::vector<TextVertex>& page : layer) {
            count += page.size();
        }
    }
    return count;
}

TEST(TextAtlas, AGlyphKeepsItsPlaceWhilePagesAreAdded) {
    const TextFaces faces;
    TextAtlas atlas(faces, 2);
    const AtlasGlyph first = *atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0);
    const QImage before = atlas.image(0).copy(first.x, first.y, first.width, first.height);
    TextMeshes meshes;
    constexpr char32_t kGlyphs = 3000;
    EXPECT_TRUE(
        buildTextMeshes(differentCharacters(kGlyphs), test::exampleTheme(), faces, atlas, meshes));
    EXPECT_GT(atlas.pageCount(), 1U);
    EXPECT_EQ(cornersOf(meshes), kGlyphs * 4);
    const AtlasGlyph& after = *atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0);
    EXPECT_EQ(after.page, first.page);
    EXPECT_EQ(atlas.image(0).copy(after.x, after.y, after.width, after.height), before);
}

TEST(TextAtlas, DrawsWhatFitsAndNotesTheRest) {
    const TextFaces faces;
    TextAtlas atlas(faces, 4);
    TextMeshes meshes;
    constexpr char32_t kTooMany = 20'000;
    EXPECT_FALSE(
        buildTextMeshes(differentCharacters(kTooMany), test::exampleTheme(), faces, atlas, meshes));
    EXPECT_EQ(atlas.pageCount(), TextAtlas::kPages);
    EXPECT_GT(cornersOf(meshes), 0U);
    EXPECT_LT(cornersOf(meshes), kTooMany * 4);
    // Known glyphs are drawn still.
    EXPECT_TRUE(
        buildTextMeshes(differentCharacters(100), test::exampleTheme(), faces, atlas, meshes));
    EXPECT_EQ(cornersOf(meshes), 400U);
    while (atlas.extend()) {
    }
    EXPECT_TRUE(
        buildTextMeshes(differentCharacters(kTooMany), test::exampleTheme(), faces, atlas, meshes));
    EXPECT_EQ(cornersOf(meshes), kTooMany * 4);
    EXPECT_LE(atlas.pageCount(), TextAtlas::kMaxPages);
}

TEST(TextMesh, LiesOnDevicePixelsInsideItsClip) {
    const TextFaces faces;
    TextAtlas atlas(faces, 2);
    DisplayList list;
    list.clear(200, 100);
    const ClipIndex clip = list.addClip({10, 40, 30, 20});
    TextItem item;
    item.x = 5.3F;
    item.baselineY = 52.4F;
    item.clip = clip;
    list.addText("cudaStreamSynchronize", item);
    TextMeshes meshes;
    buildTextMeshes(list, test::exampleTheme(), faces, atlas, meshes);
    const PageMeshes& pages = meshes[static_cast<std::size_t>(Layer::SliceLabels)];
    ASSERT_EQ(pages.size(), 1U);
    const std::vector<TextVertex>& corners = pages.front();
    ASSERT_FALSE(corners.empty());
    EXPECT_EQ(corners.size() % 4, 0U);
    for (const TextVertex& corner : corners) {
        EXPECT_GE(corner.x, 10);
        EXPECT_LE(corner.x, 40);
        EXPECT_FLOAT_EQ(corner.x * 2, std::round(corner.x * 2));
        EXPECT_FLOAT_EQ(corner.y * 2, std::round(corner.y * 2));
    }
}

}  // namespace
}  // namespace gaplight::ui
