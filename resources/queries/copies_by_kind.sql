-- Copies by kind and rate
-- Copies and memsets by what they read and write: number, bytes, time, and bytes a second.
SELECT name, source_kind, destination_kind, count(*) AS copies, sum(bytes) AS bytes,
       sum(dur) AS total_dur, round(sum(bytes) * 1.0 / sum(dur), 2) AS gb_per_s, max(dur) AS longest_dur,
       id AS slice_id
FROM copy
GROUP BY name, source_kind, destination_kind
ORDER BY total_dur DESC
