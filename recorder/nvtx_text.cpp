// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/nvtx_text.h"

namespace gaplight::recorder {
namespace {

void appendCodePoint(std::string& text, std::uint32_t point) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xC0U | (point >> 6U));
        add(0x80U | (point & 0x3FU));
    } else if (point < 0x10000) {
        add(0xE0U | (point >> 12U));
        add(0x80U | ((point >> 6U) & 0x3FU));
        add(0x80U | (point & 0x3FU));
    } else {
        add(0xF0U | (point >> 18U));
        add(0x80U | ((point >> 12U) & 0x3FU));
        add(0x80U | ((point >> 6U) & 0x3FU));
        add(0x80U | (point & 0x3FU));
    }
}

}  // namespace

std::string_view textOf(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

std::string textOf(const wchar_t* text) {
    std::string utf8;
    for (; text != nullptr && *text != L'\0'; ++text) {
        appendCodePoint(utf8, static_cast<std::uint32_t>(*text) & 0x1FFFFFU);
    }
    return utf8;
}

std::string textOf(const nvtxEventAttributes_t* event) {
    if (event == nullptr) {
        return {};
    }
    switch (event->messageType) {
        case NVTX_MESSAGE_TYPE_ASCII:
            return std::string(textOf(event->message.ascii));
        case NVTX_MESSAGE_TYPE_UNICODE:
            return textOf(event->message.unicode);
        case NVTX_MESSAGE_TYPE_REGISTERED:
            return event->message.registered == nullptr
                       ? std::string()
                       : *reinterpret_cast<const std::string*>(event->message.registered);
        default:
            return {};
    }
}

nvtxStringHandle_t registered(std::string_view text) {
    return reinterpret_cast<nvtxStringHandle_t>(new std::string(text));
}

}  // namespace gaplight::recorder
