// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/regex_program.h"

#include "core/base/regex_tree.h"

namespace gaplight {
namespace {

constexpr std::size_t kMostInstructions = 10'000;
constexpr std::size_t kMaxBytes = 1000;  // of an expression: parts nest no deeper

// Writes a tree backwards: every part is told where to go on, and gives where it begins.
class Writer {
public:
    [[nodiscard]] std::uint16_t write(const RegexNode& node, std::uint16_t next) {
        if (isFull()) {
            return next;  // compileRegex() looks
        }
        switch (node.kind) {
            case RegexNode::Kind::Empty:
                return next;
            case RegexNode::Kind::Bytes:
                m_program.sets.push_back(node.bytes);
                return add({RegexProgram::Op::Bytes, next, 0,
                            static_cast<std::uint16_t>(m_program.sets.size() - 1)});
            case RegexNode::Kind::Begin:
                return add({RegexProgram::Op::Begin, next});
            case RegexNode::Kind::End:
                return add({RegexProgram::Op::End, next});
            case RegexNode::Kind::Sequence:
                for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part) {
                    next = write(*part, next);
                }
                return next;
            case RegexNode::Kind::Choice:
                return writeChoice(node, next);
            case RegexNode::Kind::Repeat:
                return writeRepeat(node, next);
        }
        return next;
    }

    [[nodiscard]] std::uint16_t add(RegexProgram::Instruction instruction) {
        m_program.instructions.push_back(instruction);
        return static_cast<std::uint16_t>(m_program.instructions.size() - 1);
    }
    [[nodiscard]] bool isFull() const { return m_program.instructions.size() > kMostInstructions; }
    [[nodiscard]] RegexProgram& program() { return m_program; }

private:
    std::uint16_t writeChoice(const RegexNode& node, std::uint16_t next) {
        std::uint16_t begin = write(node.parts.back(), next);
        for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
            const std::uint16_t way = write(*part, next);
            begin = add({RegexProgram::Op::Split, way, begin});
        }
        return begin;
    }

    std::uint16_t writeRepeat(const RegexNode& node, std::uint16_t next) {
        const RegexNode& part = node.parts.front();
        if (node.most == RegexNode::kNoLimit) {
            const std::uint16_t loop = add({RegexProgram::Op::Split, 0, next});
            const std::uint16_t body = write(part, loop);
            m_program.instructions[loop].next = body;
            next = loop;
        } else {
            for (std::uint32_t i = node.least; i < node.most && !isFull(); ++i) {
                const std::uint16_t way = write(part, next);
                next = add({RegexProgram::Op::Split, way, next});
            }
        }
        for (std::uint32_t i = 0; i < node.least && !isFull(); ++i) {
            next = write(part, next);
        }
        return next;
    }

    RegexProgram m_program;
};

}  // namespace

Result<RegexProgram> compileRegex(std::string_view expression) {
    if (expression.size() > kMaxBytes) {
        return fail(ErrorCode::TooLarge, "the regular expression has more than 1000 bytes");
    }
    const Result<RegexNode> tree = parseRegex(expression);
    if (!tree) {
        return tl::unexpected(tree.error());
    }
    Writer writer;
    const std::uint16_t match = writer.add({RegexProgram::Op::Match});
    const std::uint16_t begin = writer.write(*tree, match);
    RegexProgram& program = writer.program();
    if (writer.isFull()) {
        return fail(ErrorCode::TooLarge,
                    "the regular expression repeats too much; use smaller numbers in { }");
    }
    // A match may begin anywhere: one way stays here for any byte, the other begins.
    program.sets.push_back(ByteSet().set());
    const std::uint16_t loop = writer.add({RegexProgram::Op::Split, begin, 0});
    program.instructions[loop].other = writer.add(
        {RegexProgram::Op::Bytes, loop, 0, static_cast<std::uint16_t>(program.sets.size() - 1)});
    program.start = loop;
    return std::move(program);
}

}  // namespace gaplight
