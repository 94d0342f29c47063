#!lua
-- Writes the record of an entry in the place of the one that is known, where there is room for it.
--
-- KEYS  1 entries   2 standings
-- ARGV  1 entry   2 the record as it is known ('': none)   3 record
--       and where room is needed   4 household   5 most entries of a household   6 most entries
-- Answers 1; 0 where there is another record by now; -1 and -2 where the household, or the ladder, has as many as it may.
--
-- Those that are out take no room. In a ladder of many records those of them that nothing was rated of are forgotten,
-- but for those that an operator keeps out.
local there = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if there ~= ARGV[2] and there ~= ARGV[3] then return 0 end
if ARGV[4] and there ~= ARGV[3] then
  local own, all, most = 0, 0, tonumber(ARGV[6])
  local crowded = redis.call('HLEN', KEYS[1]) >= most
  local records = redis.call('HGETALL', KEYS[1])
  for i = 1, #records, 2 do
    local entry = cjson.decode(records[i + 1])
    if entry.status ~= 'left' and entry.status ~= 'failed' then
      all = all + 1
      if entry.household == ARGV[4] then own = own + 1 end
    elseif crowded and entry.paused_for == '' and redis.call('HEXISTS', KEYS[2], records[i]) == 0 then
      redis.call('HDEL', KEYS[1], records[i])
    end
  end
  if own >= tonumber(ARGV[5]) then return -1 end
  if all >= most then return -2 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
