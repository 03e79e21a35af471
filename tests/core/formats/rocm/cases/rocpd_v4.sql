-- Schema 4.1: processes, agents, queues and streams behind rocpd_track, categories of their own.
CREATE TABLE "rocpd_metadata_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE "rocpd_string_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", string TEXT NOT NULL);
CREATE TABLE "rocpd_info_node_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", hash BIGINT, machine_id TEXT, hostname TEXT);
CREATE TABLE "rocpd_info_process_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT, name TEXT);
CREATE TABLE "rocpd_info_thread_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_agent_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, name TEXT, model_name TEXT, product_name TEXT, generic_name TEXT, extdata TEXT DEFAULT "{}");
CREATE TABLE "rocpd_info_queue_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_stream_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_kernel_symbol_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, code_object_id INTEGER, kernel_name TEXT, display_name TEXT, group_segment_size INTEGER, arch_vgpr_count INTEGER);
CREATE TABLE "rocpd_track_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, name_id INTEGER);
CREATE TABLE "rocpd_event_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, extdata TEXT DEFAULT "{}" NOT NULL);
CREATE TABLE "rocpd_info_category_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", name TEXT NOT NULL);
CREATE TABLE "rocpd_region_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER NOT NULL, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);
CREATE TABLE "rocpd_sample_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER, name_id INTEGER, timestamp BIGINT, event_id INTEGER);
CREATE TABLE "rocpd_kernel_dispatch_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER NOT NULL, kernel_id INTEGER, dispatch_id INTEGER, start BIGINT, end BIGINT, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER);
CREATE TABLE "rocpd_memory_copy_0191" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER NOT NULL, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);
INSERT INTO "rocpd_metadata_0191" (tag, value) VALUES ('schema_version', '4.1.0');
INSERT INTO "rocpd_string_0191" (id, string) VALUES
  (1, 'hipLaunchKernel'),
  (2, 'roctxThreadRangeA'),
  (3, 'roctxMarkA'),
  (4, 'MEMORY_COPY_DEVICE_TO_HOST'),
  (5, 'hipDeviceSynchronize');
INSERT INTO "rocpd_info_category_0191" (id, name) VALUES
  (1, 'HIP_RUNTIME_API_EXT'),
  (2, 'MARKER_CORE_RANGE_API'),
  (3, 'KERNEL_DISPATCH'),
  (4, 'MEMORY_COPY');
INSERT INTO "rocpd_info_node_0191" (id, hash, machine_id, hostname) VALUES
  (1, 7, 'm', 'gpu-node-1');
INSERT INTO "rocpd_info_process_0191" (id, nid, ppid, pid, command, name) VALUES
  (1234, 1, 1, 1234, 'python train.py', 'rank 0');
INSERT INTO "rocpd_info_thread_0191" (id, nid, ppid, pid, tid, name) VALUES
  (1234, 1, 1, 1234, 1234, 'main');
INSERT INTO "rocpd_info_agent_0191" (id, nid, pid, type, absolute_index, logical_index, type_index, name, model_name, product_name, generic_name, extdata) VALUES
  (0, 1, 1234, 'CPU', 0, 0, 0, 'cpu', '', '', '', '{}'),
  (1, 1, 1234, 'GPU', 1, 1, 0, NULL, '', 'AMD Instinct MI355X', 'gfx950', '{"cu_count":304,"wave_front_size":64,"max_waves_per_cu":32,"workgroup_max_size":1024,"lds_size_in_kb":64,"mem_banks":[{"size_in_bytes":206141652992}]}');
INSERT INTO "rocpd_info_kernel_symbol_0191" (id, nid, pid, code_object_id, kernel_name, display_name, group_segment_size, arch_vgpr_count) VALUES
  (1, 1, 1234, 1, 'gemm.kd', 'gemm', 0, 32);
INSERT INTO "rocpd_track_0191" (id, nid, ppid, pid, tid, agent_id, queue_id, stream_id, name_id) VALUES
  (1, 1, 1, 1234, 1234, NULL, NULL, NULL, NULL),
  (2, 1, 1, 1234, 1234, 1, 1, 3, NULL),
  (3, 1, 1, 1234, 1234, 1, NULL, 3, NULL);
INSERT INTO "rocpd_event_0191" (id, category_id, stack_id, parent_stack_id, correlation_id, extdata) VALUES
  (1, 1, 11, 0, 0, '{}'),
  (2, 2, 12, 0, 0, '{"message":"step"}'),
  (3, 3, 11, 11, 0, '{}'),
  (4, 4, 13, 13, 0, '{}'),
  (5, 2, 14, 0, 0, '{"message":"mark"}'),
  (6, 1, 13, 0, 0, '{}');
INSERT INTO "rocpd_region_0191" (id, track_id, start, end, name_id, event_id) VALUES
  (1, 1, 1000, 1100, 1, 1),
  (2, 1, 900, 4000, 2, 2),
  (3, 1, 3000, 3500, 5, 6);
INSERT INTO "rocpd_sample_0191" (id, track_id, name_id, timestamp, event_id) VALUES
  (1, 1, 3, 1500, 5);
INSERT INTO "rocpd_kernel_dispatch_0191" (id, track_id, kernel_id, dispatch_id, start, end, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y, grid_size_z, event_id) VALUES
  (1, 2, 1, 1, 2000, 2500, 64, 256, 1, 1, 1024, 1, 1, 3);
INSERT INTO "rocpd_memory_copy_0191" (id, track_id, start, end, name_id, dst_agent_id, src_agent_id, size, event_id) VALUES
  (1, 3, 2600, 2700, 4, 0, 1, 512, 4);
