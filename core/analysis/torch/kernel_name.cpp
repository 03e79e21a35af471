// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gaplight {
namespace {

constexpr std::array<std::string_view, 3> kUnnamedScopes{"(anonymous namespace)", "<unnamed>",
                                                         "{anonymous}"};
// Last parts that many unrelated kernels share.
constexpr std::array<std::string_view, 8> kEmptyWords{
    "kernel", "Kernel", "Kernel2", "device_kernel", "operator()", "run", "invoke", "kernel_impl"};

// One part of a qualified name, without its template arguments.
struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Reads a demangled name from the left and keeps the last two parts of the function's own name.
class NameReader {
public:
    explicit NameReader(std::string_view name) : m_name(name) {}

    std::string read() {
        while (m_at < m_name.size() && step()) {
        }
        closePart(m_at);
        if (m_last.begin == m_last.end) {
            return std::string(m_name);
        }
        const std::string_view last = part(m_last);
        const bool saysNothing =
            std::find(kEmptyWords.begin(), kEmptyWords.end(), last) != kEmptyWords.end();
        if (saysNothing && m_before.begin != m_before.end) {
            return std::string(part(m_before)).append("::").append(last);
        }
        return std::string(last);
    }

private:
    // Takes one character, or a group in brackets; false where the name ends.
    bool step() {
        const std::string_view rest = m_name.substr(m_at);
        for (const std::string_view scope : kUnnamedScopes) {
            if (rest.starts_with(scope)) {
                m_at += scope.size();
                return true;
            }
        }
        if (rest.starts_with("operator") && m_at == m_partBegin) {
            takeOperator();
            return true;
        }
        if (rest.starts_with("::")) {
            closePart(m_at);
            m_at += 2;
            m_partBegin = m_at;
            m_partEnd = 0;
            return true;
        }
        switch (rest.front()) {
            case '(':
                return false;  // the parameters
            case '<':
                m_partEnd = m_at;
                skipBrackets();
                return true;
            case ' ':
                return takeSpace();
            default:
                ++m_at;
                return true;
        }
    }

    // What stands before a space is a return type; what begins with a bracket ends the name
    // ("[clone .kd]").
    bool takeSpace() {
        if (m_at + 1 < m_name.size() && m_name[m_at + 1] == '[') {
            return false;
        }
        ++m_at;
        m_before = m_last = {};
        m_partBegin = m_at;
        m_partEnd = 0;
        return true;
    }

    void takeOperator() {
        m_at += std::string_view("operator").size();
        if (m_name.substr(m_at).starts_with("()")) {
            m_at += 2;
            return;
        }
        // Its signs may be brackets, but `operator+<int>` has template arguments.
        const bool isBracket = m_name.substr(m_at).find_first_of("<>") == 0;
        const std::string_view signs = isBracket ? "<>=" : "=!+-*/%&|^~";
        m_at = std::min(m_name.find_first_not_of(signs, m_at), m_name.size());
    }

    // A parenthesis closes what is still open inside it, and an angle bracket only an angle
    // bracket, so that `(a > b)` and `(a < b)` among template arguments do no harm.
    void skipBrackets() {
        m_open.clear();
        std::size_t parentheses = 0;
        for (; m_at < m_name.size(); ++m_at) {
            const char c = m_name[m_at];
            if (c == '<' || c == '(') {
                m_open += c;
                parentheses += c == '(' ? 1 : 0;
            } else if (c == '>' && m_open.back() == '<') {
                m_open.pop_back();
            } else if (c == ')' && parentheses > 0) {
                m_open.resize(m_open.rfind('('));
                --parentheses;
            }
            if (m_open.empty()) {
                ++m_at;
                return;
            }
        }
    }

    void closePart(std::size_t end) {
        const Part closed{m_partBegin, m_partEnd != 0 ? m_partEnd : end};
        if (closed.end > closed.begin) {
            m_before = m_last;
            m_last = closed;
        }
    }

    std::string_view part(Part part) const {
        return m_name.substr(part.begin, part.end - part.begin);
    }

    std::string_view m_name;
    std::size_t m_at = 0;
    std::size_t m_partBegin = 0;
    std::size_t m_partEnd = 0;  // 0: the part has no template arguments yet
    Part m_before;
    Part m_last;
    std::string m_open;  // brackets that are open
};

// Only what a demangler wrote has parameters or template arguments.
bool isDemangled(std::string_view name) {
    return name.find_first_of("(<") != std::string_view::npos;
}

}  // namespace

std::string shortKernelName(std::string_view name) {
    return isDemangled(name) ? NameReader(name).read() : std::string(name);
}

}  // namespace gaplight
