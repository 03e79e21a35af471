// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/process_names.h"

#include "core/base/id_hash.h"
#include "core/base/quantity_text.h"
#include "core/base/utf8.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxProcessNameBytes = 1024;

std::string cutName(std::string_view text) {
    return validUtf8(truncateUtf8(text, kMaxProcessNameBytes));
}

// Names of threads by thread id alone are wrong where processes of a container share them, so the
// process is part of the key.
std::int64_t threadKey(std::int64_t pid, std::int64_t tid) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(pid) << 32U ^
                                     static_cast<std::uint64_t>(tid));
}

std::string findText(const std::unordered_map<std::int64_t, std::string, IdHash>& texts,
                     std::int64_t key) {
    const auto at = texts.find(key);
    return at == texts.end() ? std::string() : at->second;
}

}  // namespace

std::optional<std::int64_t> ProcessNames::addProcess(std::string_view message) {
    std::optional<std::int64_t> pid;
    std::string name;
    std::string command;
    std::string labels;
    protozero::pbf_message<ProcessField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ProcessField::Pid):
                pid = fields.get_int32();
                break;
            case bytesKey(ProcessField::Name):
                name = cutName(textOf(fields.get_view()));
                break;
            case bytesKey(ProcessField::Cmdline): {
                const std::string part = cutName(textOf(fields.get_view()));
                command = command.empty() ? part : command;
                break;
            }
            case bytesKey(ProcessField::Labels):
                appendItem(labels, cutName(textOf(fields.get_view())));
                break;
            default:
                fields.skip();
        }
    }
    if (!pid) {
        return pid;
    }
    name = name.empty() ? command : name;
    if (!name.empty()) {
        m_processNames[*pid] = name;
    }
    if (!labels.empty()) {
        m_processLabels[*pid] = labels;
    }
    return pid;
}

ProcessNames::Thread ProcessNames::addThread(std::string_view message) {
    std::string name;
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    protozero::pbf_message<ThreadField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ThreadField::Pid):
                pid = fields.get_int32();
                break;
            case varintKey(ThreadField::Tid):
                tid = fields.get_int64();
                break;
            case bytesKey(ThreadField::Name):
                name = cutName(textOf(fields.get_view()));
                break;
            default:
                fields.skip();
        }
    }
    m_processOf[tid] = pid;
    if (!name.empty()) {
        m_threadNames[threadKey(pid, tid)] = name;
    }
    return {pid, tid};
}

void ProcessNames::addTree(std::string_view message) {
    protozero::pbf_message<TreeField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == bytesKey(TreeField::Processes)) {
            std::int64_t pid = 0;
            std::string name;
            protozero::pbf_message<TreeProcessField> process(fields.get_view());
            while (process.next()) {
                if (process.tag_and_type() == varintKey(TreeProcessField::Pid)) {
                    pid = process.get_int32();
                } else if (process.tag_and_type() == bytesKey(TreeProcessField::Cmdline)) {
                    const std::string part = cutName(textOf(process.get_view()));
                    name = name.empty() ? part : name;
                } else {
                    process.skip();
                }
            }
            m_processOf.try_emplace(pid, pid);
            m_processNames.try_emplace(pid, name);
        } else if (fields.tag_and_type() == bytesKey(TreeField::Threads)) {
            std::int64_t pid = 0;
            std::int64_t tid = 0;
            std::string name;
            protozero::pbf_message<TreeThreadField> thread(fields.get_view());
            while (thread.next()) {
                if (thread.tag_and_type() == varintKey(TreeThreadField::Tid)) {
                    tid = thread.get_int32();
                } else if (thread.tag_and_type() == varintKey(TreeThreadField::GroupId)) {
                    pid = thread.get_int32();
                } else if (thread.tag_and_type() == bytesKey(TreeThreadField::Name)) {
                    name = cutName(textOf(thread.get_view()));
                } else {
                    thread.skip();
                }
            }
            m_processOf[tid] = pid;
            m_threadNames.try_emplace(threadKey(pid, tid), name);
        } else {
            fields.skip();
        }
    }
}

void ProcessNames::addCommand(std::int32_t tid, std::string_view name) {
    m_commandNames.try_emplace(tid, cutName(name));
}

std::string ProcessNames::processName(std::int64_t pid) const {
    return findText(m_processNames, pid);
}

std::string ProcessNames::processLabels(std::int64_t pid) const {
    return findText(m_processLabels, pid);
}

std::string ProcessNames::threadName(std::int64_t pid, std::int64_t tid) const {
    const std::string name = findText(m_threadNames, threadKey(pid, tid));
    return name.empty() ? findText(m_commandNames, tid) : name;
}

std::int64_t ProcessNames::processOf(std::int64_t tid) const {
    const auto at = m_processOf.find(tid);
    return at == m_processOf.end() ? 0 : at->second;
}

}  // namespace gaplight
