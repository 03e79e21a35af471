-- Text where integers belong, nulls, times and ids out of any range, references to nothing, JSON that is none.
CREATE TABLE rocpd_info_process_x (id INTEGER PRIMARY KEY, pid, nid, command);
INSERT INTO rocpd_info_process_x VALUES (-1, 'pid', 'nid', 7), (4611686018427387904, 9223372036854775807, NULL, x'00ff41');
CREATE TABLE rocpd_event_x (id INTEGER PRIMARY KEY, category_id, stack_id, extdata);
INSERT INTO rocpd_event_x VALUES (1, 1, 'eleven', '[[[['), (2, 1, -5, NULL), (3, 99, 1099511627776, x'7b'), (4, 2, 7, '{"message":7}');
CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string);
INSERT INTO rocpd_string_x VALUES (1, 'HIP_RUNTIME_API'), (2, 'MARKER'), (3, 'ker' || char(8238) || 'nel'), (4, 7);
CREATE TABLE rocpd_info_agent_x (id INTEGER PRIMARY KEY, type, type_index, name, extdata);
INSERT INTO rocpd_info_agent_x VALUES (1, 'GPU', -1, NULL, '{"cu_count":-1,"wave_front_size":1e99,"lds_size_in_kb":9223372036854775807,"mem_banks":[7]}'), (2, 'GPU', 9223372036854775807, 7, NULL), (3, 7, 0, 'x', NULL);
CREATE TABLE rocpd_track_x (id INTEGER PRIMARY KEY, pid, tid);
INSERT INTO rocpd_track_x VALUES (1, 'p', NULL);
CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, pid, tid, start, end, name_id, event_id);
INSERT INTO rocpd_region_x VALUES (1, -1, 5, 'soon', 1200, 3, 1), (2, 99, 9223372036854775807, 1000, 900, 3, 2), (3, NULL, 'main', 1300, 1400, 99, 3), (4, -1, 5, 1500, 1600, 3, 4),
  (5, -1, 5, NULL, 1, 3, 1), (6, -1, 5, -9223372036854775808, 9223372036854775807, 3, 1), (7, 4611686018427387904, 5, 1700, x'01', 4, 'event');
CREATE TABLE rocpd_sample_x (id INTEGER PRIMARY KEY, track_id, timestamp, event_id);
INSERT INTO rocpd_sample_x VALUES (1, 1, 'now', 4), (2, 77, 1800, 4), (3, 1, 1900, 99);
CREATE TABLE rocpd_kernel_dispatch_x (id INTEGER PRIMARY KEY, pid, agent_id, queue_id, stream_id, kernel_id, start, end, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y, grid_size_z, event_id);
INSERT INTO rocpd_kernel_dispatch_x VALUES (1, -1, 1, -7, 'stream', 1, 2000, 2100, -1, 0, 70000, 'z', -5, 99999999999, 7, 4), (2, -1, 2, 1, 0, NULL, 2200, 2300, 8589934592, 1, 1, 1, 1, 1, 1, NULL),
  (3, NULL, NULL, NULL, NULL, NULL, 2400, 2300, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE rocpd_memory_copy_x (id INTEGER PRIMARY KEY, pid, stream_id, start, end, name_id, dst_agent_id, src_agent_id, size, event_id);
INSERT INTO rocpd_memory_copy_x VALUES (1, -1, NULL, 2500, 2600, 99, 3, 'src', 'many', NULL), (2, -1, 9223372036854775807, 2700, 2800, 99, 1, 3, -5, NULL);
CREATE VIEW rocpd_info_kernel_symbol_x AS SELECT 1 AS id, 'view' AS display_name;
