// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <algorithm>
#include <cmath>

#include "core/scene/display/elided_text.h"
#include "core/scene/model/slice_place.h"

namespace gaplight {
namespace {

constexpr float kNoteTop = 4;
constexpr float kHeight = 16;
constexpr float kBaseline = 16;
constexpr float kMinFlagWidth = 8;  // a flag without room for text
constexpr float kWidest = 180;
constexpr float kCharacter = 6.5F;  // of 11 px type, on average
constexpr float kNotePadding = 5;
constexpr float kNoteApart = 2;
constexpr std::uint8_t kPole = 190;
constexpr std::uint8_t kFill = 22;
constexpr float kUnderline = 3;

float wantedWidth(const Note& note) {
    const auto characters =
        static_cast<float>(std::count_if(note.text.begin(), note.text.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        }));
    return note.text.empty()
               ? kMinFlagWidth
               : std::min(kWidest, std::ceil(characters * kCharacter) + 2 * kNotePadding);
}

void drawPole(Frame& frame, Time time, Role color) {
    const float x = frame.snappedX(time);
    if (x >= frame.left && x <= frame.right) {
        frame.list.rects.push_back(
            {{x, kNoteTop, frame.hair(), frame.bottom - kNoteTop}, color, kPole, Layer::Selection});
    }
}

void drawNoteExtent(Frame& frame, const Note& note) {
    const Role color = roleOf(note.color);
    drawPole(frame, note.range.begin, color);
    if (note.range.length() == Duration{}) {
        return;
    }
    drawPole(frame, note.range.end, color);
    const float x0 = frame.snappedX(note.range.begin);
    const float x1 = frame.snappedX(note.range.end);
    if (x1 > frame.left && x0 < frame.right && !note.slice.isValid()) {
        constexpr float kBody = Viewport::kRulerHeight;
        frame.list.rects.push_back({{x0, kBody, x1 - x0, frame.bottom - kBody},
                                    color,
                                    kFill,
                                    Layer::Background,
                                    frame.bodyClip});
    }
    const float bar0 = std::max(x0, frame.left);
    const float bar1 = std::min(x1, frame.right);
    if (bar1 > bar0) {
        frame.list.rects.push_back(
            {{bar0, Viewport::kRulerHeight - 3, bar1 - bar0, 3}, color, 255, Layer::Chrome});
    }
}

void drawUnderSlice(Frame& frame, const Note& note) {
    const SlicePlace place = slicePlace(frame, note.slice);
    if (place.isShown) {
        frame.list.rects.push_back({{place.box.x, place.box.y + place.box.height - kUnderline,
                                     std::max(place.box.width, kUnderline), kUnderline},
                                    roleOf(note.color),
                                    255,
                                    Layer::Selection,
                                    place.clip});
    }
}

void drawFlag(Frame& frame, const NoteFlag& flag) {
    const Note& note = frame.state().notes[flag.note];
    if (frame.state().currentNote == static_cast<std::int32_t>(flag.note)) {
        frame.list.rects.push_back({{flag.x - 1, kNoteTop - 1, flag.width + 2, kHeight + 2},
                                    Role::SelectionOutline,
                                    255,
                                    Layer::Chrome});
    }
    frame.list.rects.push_back(
        {{flag.x, kNoteTop, flag.width, kHeight}, roleOf(note.color), 255, Layer::Chrome});
    TextItem item;
    item.x = flag.x + kNotePadding;
    item.baselineY = kBaseline;
    item.color = Role::Background;
    item.layer = Layer::Chrome;
    addElidedText(frame.list, frame.measure, note.text, flag.width - 2 * kNotePadding, item);
}

}  // namespace

std::vector<NoteFlag> noteFlags(const TimelineInput& input) {
    std::vector<NoteFlag> flags;
    const Viewport& view = input.viewport;
    const auto left = static_cast<double>(view.timeLeft());
    for (std::size_t i = 0; i < input.state.notes.size(); ++i) {
        const Note& note = input.state.notes[i];
        const double x = std::round(view.x(note.range.begin));
        const double end = view.x(note.range.end);
        // Flags of notes that began before the view are at its edge, like labels of slices.
        if (x > static_cast<double>(view.width) || end < left) {
            continue;
        }
        const NoteFlag flag{i, static_cast<float>(std::max(x, left)), wantedWidth(note)};
        if (!flags.empty()) {
            NoteFlag& before = flags.back();
            before.width =
                std::max(kMinFlagWidth / 2, std::min(before.width, flag.x - before.x - kNoteApart));
        }
        flags.push_back(flag);
    }
    return flags;
}

void drawNotes(Frame& frame, const std::vector<NoteFlag>& flags) {
    for (const Note& note : frame.state().notes) {
        drawNoteExtent(frame, note);
        if (note.slice.isValid()) {
            drawUnderSlice(frame, note);
        }
    }
    for (const NoteFlag& flag : flags) {
        drawFlag(frame, flag);
    }
}

}  // namespace gaplight
