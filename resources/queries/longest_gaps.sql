-- Longest gaps of the GPU, with their cause
-- Where no GPU work ran: why the queue ran dry, what the host did meanwhile, what explains it.
SELECT gpu, ts, dur, explanation, trigger, activity AS host_did, class
FROM gap
ORDER BY dur DESC
LIMIT 100
