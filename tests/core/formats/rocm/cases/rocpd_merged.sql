-- Merged: two processes of two machines with equal ids, each with its own GPU 0; in the first, work is on
-- two queues of the default stream.
CREATE TABLE "rocpd_metadata_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE "rocpd_string_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", string TEXT NOT NULL);
CREATE TABLE "rocpd_info_node_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", hash BIGINT, machine_id TEXT, hostname TEXT);
CREATE TABLE "rocpd_info_process_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT);
CREATE TABLE "rocpd_info_thread_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_agent_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, name TEXT, model_name TEXT, product_name TEXT, user_name TEXT, extdata TEXT DEFAULT "{}");
CREATE TABLE "rocpd_info_queue_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_stream_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_kernel_symbol_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, code_object_id INTEGER, kernel_name TEXT, display_name TEXT, group_segment_size INTEGER, arch_vgpr_count INTEGER);
CREATE TABLE "rocpd_track_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, name_id INTEGER);
CREATE TABLE "rocpd_event_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, extdata TEXT DEFAULT "{}" NOT NULL);
CREATE TABLE "rocpd_region_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);
CREATE TABLE "rocpd_sample_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER, timestamp BIGINT, event_id INTEGER);
CREATE TABLE "rocpd_kernel_dispatch_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, start BIGINT, end BIGINT, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER, graph_exec_id INTEGER DEFAULT 0, graph_node_id INTEGER DEFAULT 0);
CREATE TABLE "rocpd_memory_copy_a" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);
INSERT INTO "rocpd_string_a" (id, string) VALUES
  (1, 'HIP_RUNTIME_API'),
  (2, 'hipLaunchKernel');
INSERT INTO "rocpd_info_node_a" (id, hash, machine_id, hostname) VALUES
  (10, 0, 'm0', 'node-1');
INSERT INTO "rocpd_info_process_a" (id, nid, ppid, pid, command) VALUES
  (500, 10, 1, 500, '');
INSERT INTO "rocpd_info_thread_a" (id, nid, ppid, pid, tid, name) VALUES
  (500, 10, 1, 500, 500, NULL);
INSERT INTO "rocpd_info_agent_a" (id, nid, pid, type, absolute_index, logical_index, type_index, name, product_name) VALUES
  (1, 10, 500, 'GPU', 1, 1, 0, 'gfx90a', 'AMD Instinct MI250X');
INSERT INTO "rocpd_info_kernel_symbol_a" (id, nid, pid, code_object_id, kernel_name, display_name) VALUES
  (1, 10, 500, 1, 'k', 'kernel _a');
INSERT INTO "rocpd_event_a" (id, category_id, stack_id, parent_stack_id, correlation_id) VALUES
  (1, 1, 7, 0, 0),
  (2, 1, 8, 0, 0);
INSERT INTO "rocpd_region_a" (id, nid, pid, tid, start, end, name_id, event_id) VALUES
  (7, 10, 500, 500, 1000, 1100, 2, 1),
  (8, 10, 500, 500, 1200, 1300, 2, 2);
INSERT INTO "rocpd_kernel_dispatch_a" (id, nid, pid, tid, agent_id, queue_id, stream_id, kernel_id, dispatch_id, start, end, event_id) VALUES
  (1, 10, 500, 500, 1, 3, 0, 1, 1, 2000, 2500, 1),
  (2, 10, 500, 500, 1, 4, 0, 1, 2, 2200, 2700, 2);
CREATE TABLE "rocpd_metadata_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE "rocpd_string_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", string TEXT NOT NULL);
CREATE TABLE "rocpd_info_node_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", hash BIGINT, machine_id TEXT, hostname TEXT);
CREATE TABLE "rocpd_info_process_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT);
CREATE TABLE "rocpd_info_thread_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_agent_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, name TEXT, model_name TEXT, product_name TEXT, user_name TEXT, extdata TEXT DEFAULT "{}");
CREATE TABLE "rocpd_info_queue_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_stream_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_kernel_symbol_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, code_object_id INTEGER, kernel_name TEXT, display_name TEXT, group_segment_size INTEGER, arch_vgpr_count INTEGER);
CREATE TABLE "rocpd_track_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, name_id INTEGER);
CREATE TABLE "rocpd_event_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, extdata TEXT DEFAULT "{}" NOT NULL);
CREATE TABLE "rocpd_region_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);
CREATE TABLE "rocpd_sample_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER, timestamp BIGINT, event_id INTEGER);
CREATE TABLE "rocpd_kernel_dispatch_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, start BIGINT, end BIGINT, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER, graph_exec_id INTEGER DEFAULT 0, graph_node_id INTEGER DEFAULT 0);
CREATE TABLE "rocpd_memory_copy_b" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);
INSERT INTO "rocpd_string_b" (id, string) VALUES
  (1, 'HIP_RUNTIME_API'),
  (2, 'hipLaunchKernel');
INSERT INTO "rocpd_info_node_b" (id, hash, machine_id, hostname) VALUES
  (11, 1, 'm1', 'node-2');
INSERT INTO "rocpd_info_process_b" (id, nid, ppid, pid, command) VALUES
  (500, 11, 1, 500, '');
INSERT INTO "rocpd_info_thread_b" (id, nid, ppid, pid, tid, name) VALUES
  (500, 11, 1, 500, 500, NULL);
INSERT INTO "rocpd_info_agent_b" (id, nid, pid, type, absolute_index, logical_index, type_index, name, product_name) VALUES
  (1, 11, 500, 'GPU', 1, 1, 0, 'gfx90a', 'AMD Instinct MI250X');
INSERT INTO "rocpd_info_kernel_symbol_b" (id, nid, pid, code_object_id, kernel_name, display_name) VALUES
  (1, 11, 500, 1, 'k', 'kernel _b');
INSERT INTO "rocpd_event_b" (id, category_id, stack_id, parent_stack_id, correlation_id) VALUES
  (1, 1, 7, 0, 0),
  (2, 1, 8, 0, 0);
INSERT INTO "rocpd_region_b" (id, nid, pid, tid, start, end, name_id, event_id) VALUES
  (7, 11, 500, 500, 1000, 1100, 2, 1),
  (8, 11, 500, 500, 1200, 1300, 2, 2);
INSERT INTO "rocpd_kernel_dispatch_b" (id, nid, pid, tid, agent_id, queue_id, stream_id, kernel_id, dispatch_id, start, end, event_id) VALUES
  (1, 11, 500, 500, 1, 3, 0, 1, 1, 2000, 2500, 1),
  (2, 11, 500, 500, 1, 3, 0, 1, 2, 2200, 2700, 2);
