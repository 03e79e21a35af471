-- Host functions by self time
-- What threads of the host did themselves, without what they called; a row leads to the longest.
SELECT name, kind, count(*) AS calls, sum(self_ns(id)) AS self_dur, sum(dur) AS total_dur,
       max(dur) AS longest_dur, id AS slice_id
FROM slice
WHERE kind NOT IN ('kernel', 'memcpy', 'memset', 'gpu_user_annotation', 'trace_span', 'overhead')
GROUP BY name, kind
ORDER BY self_dur DESC
LIMIT 200
