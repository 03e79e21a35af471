// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/call_stacks.h"

#include <fmt/format.h>

#include "core/base/id.h"
#include "core/base/printable_text.h"

namespace gaplight {

std::size_t CallStacks::FrameHash::operator()(const StackFrame& frame) const {
    const IdHash hash;
    const std::uint64_t texts = frame.file.value | std::uint64_t{frame.function.value} << 32U;
    return hash(hash(texts) ^ static_cast<std::uint32_t>(frame.line));
}

FrameId CallStacks::internFrame(std::string_view file, std::string_view function,
                                std::int32_t line) {
    const StackFrame frame{m_texts.intern(withForwardSlashes(std::string(file))),
                           m_texts.intern(function), line};
    const auto [at, isNew] = m_frameIds.try_emplace(frame, FrameId(m_frames.size()));
    if (isNew) {
        m_frames.push_back(frame);
    }
    return at->second;
}

StackId CallStacks::internStack(std::span<const FrameId> frames) {
    if (frames.empty()) {
        return {};
    }
    const StackId id = m_stackKeys.intern(
        {reinterpret_cast<const char*>(frames.data()), frames.size() * sizeof(FrameId)});
    if (id.index() == m_begins.size()) {
        m_begins.push_back(static_cast<std::uint32_t>(m_stackFrames.size()));
        m_stackFrames.insert(m_stackFrames.end(), frames.begin(), frames.end());
        m_ends.push_back(static_cast<std::uint32_t>(m_stackFrames.size()));
    }
    return id;
}

std::span<const FrameId> CallStacks::frames(StackId stack) const {
    if (!stack.isValid()) {
        return {};
    }
    const std::uint32_t begin = m_begins[stack.index()];
    return std::span(m_stackFrames).subspan(begin, m_ends[stack.index()] - begin);
}

std::string CallStacks::frameText(FrameId frame) const {
    if (!frame.isValid()) {
        return {};
    }
    const StackFrame& shown = m_frames[frame.index()];
    return fmt::format("{}({}): {}", m_texts.view(shown.file), shown.line,
                       m_texts.view(shown.function));
}

}  // namespace gaplight
