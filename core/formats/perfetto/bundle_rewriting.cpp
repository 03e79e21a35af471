// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "core/base/id.h"
#include "core/formats/perfetto/packet_rewriting.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

class BundleRewriting {
public:
    BundleRewriting(std::string_view message, std::uint64_t first, const BundleRules& rules)
        : m_rules(rules) {
        m_bundle.switches = readSwitches(message, EventId(), m_switches, m_names);
        for (SchedSwitch& sched : m_switches) {
            sched.event = first++;
        }
        for (const auto& [thread, name] : m_names) {
            m_commands.try_emplace(thread, name);
        }
    }

    ChangedBundle run(std::string_view message) {
        protozero::pbf_message<BundleField> fields(viewOf(message));
        std::string_view compact;
        for (std::string_view rest = message; fields.next();) {
            const bool isEvent = fields.tag_and_type() == bytesKey(BundleField::Event);
            const bool isCompact = fields.tag_and_type() == bytesKey(BundleField::CompactSched);
            std::string_view data;
            if (isEvent || isCompact) {
                data = textOf(fields.get_view());
            } else {
                fields.skip();
            }
            const std::string_view bytes = rest.substr(0, rest.size() - fields.length());
            rest.remove_prefix(bytes.size());
            if (isCompact) {
                compact = data;
            } else if (!isEvent || keepsEvent(data)) {
                m_bundle.message += bytes;
            }
        }
        if (!compact.empty()) {
            addCompact(compact);
        }
        if (m_bundle.kept == 0) {
            m_bundle.message.clear();
        }
        return std::move(m_bundle);
    }

private:
    bool keepsEvent(std::string_view event) {
        std::uint64_t time = 0;
        bool isSwitch = false;
        protozero::pbf_message<FtraceField> fields(viewOf(event));
        while (fields.next()) {
            if (fields.tag_and_type() == varintKey(FtraceField::Timestamp)) {
                time = fields.get_uint64();
            } else if (fields.tag_and_type() == bytesKey(FtraceField::SchedSwitch)) {
                isSwitch = fields.get_view().size() > 0;
            } else {
                fields.skip();
            }
        }
        const bool isKept =
            isSwitch && m_next < m_switches.size()
                ? m_rules.keepsSwitch(m_switches[m_next++].event)
                : time <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) &&
                      m_rules.isInside(static_cast<std::int64_t>(time));
        count(isKept);
        return isKept;
    }

    // Wakeups, the other columns, stay with the switches: a few outside the range.
    void addCompact(std::string_view compact) {
        protozero::pbf_writer writer(m_bundle.message);
        const auto first = m_switches.begin() + static_cast<std::ptrdiff_t>(m_next);
        const auto isKept = [&](const SchedSwitch& sched) {
            return m_rules.keepsSwitch(sched.event);
        };
        // The thread that the first one ends is in the switch before it, which stays with those in
        // the range.
        const bool keepsAll = std::all_of(first, m_switches.end(), isKept) &&
                              (first == m_switches.end() || m_rules.isInside(first->time));
        std::for_each(first, m_switches.end(),
                      [&](const SchedSwitch& sched) { count(isKept(sched)); });
        if (m_bundle.kept == 0) {
            return;
        }
        m_bundle.isChanged = m_bundle.isChanged || !keepsAll;
        if (keepsAll) {
            writer.add_bytes(static_cast<std::uint32_t>(BundleField::CompactSched),
                             viewOf(compact));
            return;
        }
        std::for_each(first, m_switches.end(), [&](const SchedSwitch& sched) {
            if (isKept(sched)) {
                addSwitch(sched);
            }
        });
        writer.add_bytes(static_cast<std::uint32_t>(BundleField::CompactSched),
                         withoutSwitches(compact));
    }

    static std::string withoutSwitches(std::string_view compact) {
        std::string out;
        protozero::pbf_message<CompactField> fields(viewOf(compact));
        for (std::string_view rest = compact; fields.next();) {
            const CompactField field = fields.tag();
            fields.skip();
            const std::string_view bytes = rest.substr(0, rest.size() - fields.length());
            rest.remove_prefix(bytes.size());
            if (field != CompactField::SwitchTime && field != CompactField::SwitchPrevState &&
                field != CompactField::SwitchNextPid && field != CompactField::SwitchNextPriority &&
                field != CompactField::SwitchNextComm) {
                out += bytes;
            }
        }
        return out;
    }

    void addSwitch(const SchedSwitch& sched) {
        std::string event;
        std::string change;
        protozero::pbf_writer fields(change);
        const auto addComm = [&](SwitchField field, std::int32_t thread) {
            const auto name = m_commands.find(thread);
            if (name != m_commands.end() && !name->second.empty()) {
                fields.add_bytes(static_cast<std::uint32_t>(field), viewOf(name->second));
            }
        };
        const std::int32_t previous = m_rules.previousOf(sched);
        addComm(SwitchField::PrevComm, previous);
        fields.add_int32(static_cast<std::uint32_t>(SwitchField::PrevPid), previous);
        fields.add_int64(static_cast<std::uint32_t>(SwitchField::PrevState), sched.state);
        addComm(SwitchField::NextComm, sched.next);
        fields.add_int32(static_cast<std::uint32_t>(SwitchField::NextPid), sched.next);
        protozero::pbf_writer writer(event);
        writer.add_uint64(static_cast<std::uint32_t>(FtraceField::Timestamp),
                          static_cast<std::uint64_t>(sched.time));
        writer.add_bytes(static_cast<std::uint32_t>(FtraceField::SchedSwitch), change);
        protozero::pbf_writer(m_bundle.message)
            .add_bytes(static_cast<std::uint32_t>(BundleField::Event), event);
    }

    void count(bool isKept) {
        m_bundle.kept += isKept ? 1 : 0;
        m_bundle.left += isKept ? 0 : 1;
        m_bundle.isChanged = m_bundle.isChanged || !isKept;
    }

    const BundleRules& m_rules;
    std::vector<SchedSwitch> m_switches;  // single ones, then those of columns
    std::vector<SwitchName> m_names;
    std::unordered_map<std::int32_t, std::string_view, IdHash> m_commands;
    std::size_t m_next = 0;  // into m_switches
    ChangedBundle m_bundle;
};

}  // namespace

ChangedBundle changedBundle(std::string_view message, std::uint64_t firstSwitch,
                            const BundleRules& rules) {
    return BundleRewriting(message, firstSwitch, rules).run(message);
}

}  // namespace gaplight
