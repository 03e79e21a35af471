-- Schema 3.0: one process, two GPUs (agents 0 and 1 are CPUs), two streams, a marker, a mark, a call
-- without a duration, KFD, RCCL, a copy between GPUs, a kernel of a graph, a counter sample. Views are not read.
CREATE TABLE "rocpd_metadata_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE "rocpd_string_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", string TEXT NOT NULL);
CREATE TABLE "rocpd_info_node_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", hash BIGINT, machine_id TEXT, hostname TEXT);
CREATE TABLE "rocpd_info_process_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT);
CREATE TABLE "rocpd_info_thread_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_agent_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, name TEXT, model_name TEXT, product_name TEXT, user_name TEXT, extdata TEXT DEFAULT "{}");
CREATE TABLE "rocpd_info_queue_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_stream_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_kernel_symbol_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, code_object_id INTEGER, kernel_name TEXT, display_name TEXT, group_segment_size INTEGER, arch_vgpr_count INTEGER);
CREATE TABLE "rocpd_track_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, name_id INTEGER);
CREATE TABLE "rocpd_event_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, extdata TEXT DEFAULT "{}" NOT NULL);
CREATE TABLE "rocpd_region_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);
CREATE TABLE "rocpd_sample_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", track_id INTEGER, timestamp BIGINT, event_id INTEGER);
CREATE TABLE "rocpd_kernel_dispatch_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, start BIGINT, end BIGINT, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER, graph_exec_id INTEGER DEFAULT 0, graph_node_id INTEGER DEFAULT 0);
CREATE TABLE "rocpd_memory_copy_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", nid INTEGER, pid INTEGER, tid INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);
CREATE VIEW rocpd_string AS SELECT * FROM "rocpd_string_0190_ab";
CREATE VIEW rocpd_event AS SELECT * FROM "rocpd_event_0190_ab";
CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM "rocpd_kernel_dispatch_0190_ab";
CREATE VIEW kernels AS SELECT K.id, S.display_name AS name, K.start, K.end FROM rocpd_kernel_dispatch K JOIN "rocpd_info_kernel_symbol_0190_ab" S ON S.id = K.kernel_id;
INSERT INTO "rocpd_metadata_0190_ab" (tag, value) VALUES ('schema_version', '3'), ('uuid', '_0190_ab'), ('guid', '0190-ab');
INSERT INTO "rocpd_string_0190_ab" (id, string) VALUES
  (1, ''),
  (2, 'KERNEL_DISPATCH'),
  (3, 'MEMORY_COPY'),
  (4, 'HIP_RUNTIME_API_EXT'),
  (5, 'HSA_CORE_API'),
  (6, 'MARKER_CORE_RANGE_API'),
  (7, 'hipLaunchKernel'),
  (8, 'hipMemcpyAsync'),
  (9, 'hsa_signal_store_screlease'),
  (10, 'roctxThreadRangeA'),
  (11, 'roctxMarkA'),
  (12, 'MEMORY_COPY_HOST_TO_DEVICE'),
  (13, 'MEMORY_COPY_DEVICE_TO_DEVICE'),
  (14, 'hipGraphLaunch'),
  (15, 'RCCL_API'),
  (16, 'ncclAllReduce'),
  (17, 'KFD_PAGE_MIGRATE'),
  (18, 'migrate'),
  (19, 'hipGetLastError'),
  (20, 'cpu_freq'),
  (21, 'amd_smi');
INSERT INTO "rocpd_info_node_0190_ab" (id, hash, machine_id, hostname) VALUES
  (77, 7, 'm', 'gpu-node-1');
INSERT INTO "rocpd_info_process_0190_ab" (id, nid, ppid, pid, command) VALUES
  (1234, 77, 1, 1234, 'python train.py --steps 3');
INSERT INTO "rocpd_info_thread_0190_ab" (id, nid, ppid, pid, tid, name) VALUES
  (1234, 77, 1, 1234, 1234, NULL),
  (1240, 77, 1, 1234, 1240, 'loader');
INSERT INTO "rocpd_info_agent_0190_ab" (id, nid, pid, type, absolute_index, logical_index, type_index, name, model_name, product_name, user_name, extdata) VALUES
  (0, 77, 1234, 'CPU', 0, 0, 0, 'AMD EPYC 9654', '', 'AMD EPYC 9654', '', '{}'),
  (1, 77, 1234, 'CPU', 1, 1, 1, 'AMD EPYC 9654', '', 'AMD EPYC 9654', '', '{}'),
  (2, 77, 1234, 'GPU', 2, 2, 0, 'gfx942', '', 'AMD Instinct MI300X', 'AMD Instinct MI300X', '{"cu_count":304,"wave_front_size":64,"max_waves_per_cu":32,"workgroup_max_size":1024,"lds_size_in_kb":64,"mem_banks":[{"size_in_bytes":206141652992}]}'),
  (3, 77, 1234, 'GPU', 3, 3, 1, 'gfx942', '', '', '', 'not json');
INSERT INTO "rocpd_info_stream_0190_ab" (id, nid, pid, name) VALUES
  (0, 77, 1234, 'Default Stream'),
  (5, 77, 1234, 'Stream 1');
INSERT INTO "rocpd_info_queue_0190_ab" (id, nid, pid, name) VALUES
  (0, 77, 1234, 'Default Queue'),
  (140000000000001, 77, 1234, 'Queue 1');
INSERT INTO "rocpd_info_kernel_symbol_0190_ab" (id, nid, pid, code_object_id, kernel_name, display_name, group_segment_size, arch_vgpr_count) VALUES
  (1, 77, 1234, 1, '_Z4gemmIfEvPT_.kd', 'void gemm<float>(float*)', 512, 96),
  (2, 77, 1234, 1, '_Z3addPf', NULL, 0, 16);
INSERT INTO "rocpd_event_0190_ab" (id, category_id, stack_id, parent_stack_id, correlation_id, extdata) VALUES
  (1, 4, 11, 0, 0, '{}'),
  (2, 4, 12, 0, 0, '{}'),
  (3, 5, 13, 11, 0, '{}'),
  (4, 6, 14, 0, 0, '{"message":"train step"}'),
  (5, 6, 15, 0, 0, '{"message":"aten::addmm, seq = 3, op_id = 5"}'),
  (6, 6, 16, 0, 0, '{"message":"mark"}'),
  (7, 2, 11, 11, 0, '{}'),
  (8, 3, 12, 12, 0, '{}'),
  (9, 15, 17, 0, 0, '{}'),
  (10, 17, 0, 0, 0, '{}'),
  (11, 4, 18, 0, 0, '{}'),
  (12, 2, 18, 18, 0, '{}'),
  (13, 4, 19, 0, 0, '{}'),
  (14, 3, 0, 0, 0, '{}'),
  (15, 21, 0, 0, 0, '{}'),
  (16, 6, 20, 0, 0, 'broken');
INSERT INTO "rocpd_region_0190_ab" (id, nid, pid, tid, start, end, name_id, event_id) VALUES
  (14, 77, 1234, 1234, 900, 5000, 10, 4),
  (15, 77, 1234, 1234, 950, 1250, 10, 5),
  (11, 77, 1234, 1234, 1000, 1200, 7, 1),
  (13, 77, 1234, 1234, 1050, 1060, 9, 3),
  (12, 77, 1234, 1240, 1300, 1400, 8, 2),
  (17, 77, 1234, 1234, 1500, 1600, 16, 9),
  (21, 77, 1234, 1234, 1700, 1750, 18, 10),
  (18, 77, 1234, 1234, 1800, 1850, 14, 11),
  (22, 77, 1234, 1234, 1900, 1950, 10, 16);
INSERT INTO "rocpd_track_0190_ab" (id, nid, pid, tid, name_id) VALUES
  (1, 77, 1234, 1234, 6),
  (2, 77, 1234, 1234, 4),
  (3, 77, 1234, 1234, 20);
INSERT INTO "rocpd_sample_0190_ab" (id, track_id, timestamp, event_id) VALUES
  (16, 1, 1260, 6),
  (19, 2, 1270, 13),
  (23, 3, 1280, 15);
INSERT INTO "rocpd_kernel_dispatch_0190_ab" (id, nid, pid, tid, agent_id, queue_id, stream_id, kernel_id, dispatch_id, start, end, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y, grid_size_z, region_name_id, event_id, graph_exec_id, graph_node_id) VALUES
  (2, 77, 1234, 1234, 2, 140000000000001, 5, 2, 2, 3000, 3500, 0, 64, 1, 1, 100, 1, 1, 1, 12, 9, 4),
  (1, 77, 1234, 1234, 2, 140000000000001, 0, 1, 1, 2000, 3000, 1024, 256, 2, 1, 2560, 3, 1, 1, 7, 0, 0);
INSERT INTO "rocpd_memory_copy_0190_ab" (id, nid, pid, tid, queue_id, stream_id, start, end, name_id, dst_agent_id, src_agent_id, size, event_id) VALUES
  (1, 77, 1234, 1240, NULL, 0, 3000, 4000, 12, 2, 0, 4096, 8),
  (2, 77, 1234, 1240, NULL, 0, 4100, 4200, 13, 2, 3, 64, 14);
CREATE TABLE "rocpd_arg_0190_ab" (id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT "g", event_id INTEGER, position INTEGER, type TEXT, name TEXT, value TEXT);
INSERT INTO "rocpd_arg_0190_ab" (event_id, position, type, name, value) VALUES
  (1, 0, 'void*', 'stream', '0x0');
