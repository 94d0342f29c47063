#!lua flags=no-writes
-- A part of a log and its end, at one moment.
--
-- KEYS  1 owner   2 log
-- ARGV  1 number of the event from which on   2 the most entries
-- Answers {number of the newest event, its mark ('': none), 1 where the log has been begun, entries}, each entry with its
-- id and {'g', game id, 'v', version, 'n', number of events, 't', tag, 'm', mark}.
local last, mark, ready = unpack(redis.call('HMGET', KEYS[1], 'log_last', 'log_mark', 'log_ready'))
local entries = redis.call('XRANGE', KEYS[2], ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])
return {tonumber(last or 0), mark or '', tonumber(ready or 0), entries}
