#!lua
-- The one way a game changes. Every check comes before the first write: what a script has written stays written, also
-- when a later line of it fails.
--
-- KEYS  1 game   2 log   3 requests   4 due set   5 heartbeat   6 gaps   7 lifetimes
-- ARGV  1 game id   2 kind: action, flag, adjust, advance, free   3 expected version (0: creation)   4 expected tag
--       5 new tag   6 state   7 body of the log entry   8 number of events
--       9 keep the clock (1) or not   10 seat charged (-1: none)   11 seat whose turn starts (-1: no clock runs)
--       12 time control   13 initial   14 increment   15 maximum (0: none)   16 remaining times ('': as they are)
--       17 request id   18 digest of its body   19 slot ('': the record stays with the game, else the last one a slot)
--       20 effects follow (1)   21 watch in ms (0: none)   22 the game is over (1)
--       23 not before   24 not from this on (instants, 0: any time)
--       25 to be looked at again at   26 or in so many ms (0: not for that reason)
--       27 told to its people alone (1; of a creation only)
--       28 time of the running turn that passes at once, in ms (of an advance only)
--       29 how many players are to be woken, then their ids, then index and new body of earlier log entries, in pairs
-- Answers {'done' | 'replayed', version, tag, at, last event, turn at, deadline, remaining times, life, told}, or
-- {'missing'}, {'conflict', version, tag}, {'mismatch', version}, {'late' | 'early' | 'gap', deadline}
local SILENCE, GRACE = 5000, 30000

local version, tag, last_event, turn_at, deadline, banks, updated_at, effects_done, told =
  unpack(redis.call('HMGET', KEYS[1], 'version', 'tag', 'last_event', 'turn_at', 'deadline', 'banks', 'updated_at',
    'effects_done', 'told'))

-- A command whose reply was lost is sent again: its request is on record, whatever was committed since.
local record = redis.call('HGET', KEYS[3], ARGV[17])
if record then
  local was, body = string.match(record, '^(%d+) (.*)$')
  if body ~= ARGV[18] then return {'mismatch', tonumber(was)} end
  local at, of, event, _, due = string.match(redis.call('LINDEX', KEYS[2], was - 1), '^(%d+) (%x+) (%d+) (%S+) (%d+) ')
  if was ~= version then turn_at, banks = '0', '' end
  return {'replayed', tonumber(was), of, tonumber(at), tonumber(event), tonumber(turn_at), tonumber(due), banks, 0, told == '1' and 1 or 0}
end

if ARGV[3] == '0' then
  if version then return {'conflict', tonumber(version), tag} end
  version, last_event, turn_at, deadline, banks, updated_at, effects_done = 0, 0, 0, 0, '', 0, 0
elseif not version then
  return {'missing'}
elseif version ~= ARGV[3] or tag ~= ARGV[4] then
  return {'conflict', tonumber(version), tag}
end

local clock = redis.call('TIME')
local now = math.max(clock[1] * 1000 + math.floor(clock[2] / 1000), tonumber(updated_at))
turn_at, deadline = tonumber(turn_at), tonumber(deadline)

-- A deadline that fell into a gap of the ticker moves up to GRACE behind the gap's end.
local function moved(limit, from, to)
  if from < limit and limit <= to then return to + math.min(GRACE, limit - from) end
  return limit
end

local kind, over = ARGV[2], ARGV[22] == '1'
local effective, silent = deadline, false
if deadline > 0 then
  for from, to in string.gmatch(redis.call('GET', KEYS[6]) or '', '(%d+) (%d+)') do
    effective = moved(effective, tonumber(from), tonumber(to))
  end
  local beat = tonumber(redis.call('GET', KEYS[5]) or now)
  silent = now - beat > SILENCE
  if kind == 'action' then
    if silent then effective = moved(effective, beat, now)
    elseif now >= effective then return {'late', effective} end
  end
end
if kind == 'flag' or kind == 'adjust' then
  if silent or deadline == 0 then return {'early', effective} end
  if kind == 'adjust' and effective == deadline then return {'early', deadline} end
  if kind == 'flag' and effective > deadline then return {'gap', effective} end
  if kind == 'flag' and now < deadline then return {'early', deadline} end
end
if kind == 'advance' and deadline <= now then return {'early', deadline} end

local not_before, not_after = tonumber(ARGV[23]), tonumber(ARGV[24])
if now < not_before then return {'early', not_before} end
if not_after > 0 and now >= not_after then return {'late', not_after} end

local remaining = {}
for bank in string.gmatch(ARGV[16] ~= '' and ARGV[16] or banks, '%d+') do remaining[#remaining + 1] = tonumber(bank) end

local charged = -1
if kind == 'adjust' then
  turn_at, deadline = turn_at + effective - deadline, effective
elseif kind == 'advance' then
  -- Not beyond the present: a deadline there might lie in a gap of the ticker that is long over.
  local passed = math.min(tonumber(ARGV[28]), deadline - now)
  turn_at, deadline = turn_at - passed, deadline - passed
elseif ARGV[9] ~= '1' then
  local spend, start = tonumber(ARGV[10]) + 1, tonumber(ARGV[11]) + 1
  if spend > 0 and ARGV[12] == 'fischer' then
    local spent = math.max(0, now - (turn_at + effective - deadline))
    local left = math.max(0, remaining[spend] - spent) + ARGV[14]
    remaining[spend] = ARGV[15] ~= '0' and math.min(tonumber(ARGV[15]), left) or left
  elseif spend > 0 and ARGV[12] == 'per_turn' then
    remaining[spend] = tonumber(ARGV[13])
  end
  charged = remaining[spend] or -1
  turn_at, deadline = now, 0
  if start > 0 and ARGV[12] ~= 'none' then deadline = now + remaining[start] end
end
if over then deadline = 0 end

banks = table.concat(remaining, ' ')
version, last_event, effects_done = version + 1, last_event + ARGV[8], tonumber(effects_done)
local owes = ARGV[20] == '1' or told == '1'
if not owes and effects_done == version - 1 then effects_done = version end

local life, within = tonumber(ARGV[25]), tonumber(ARGV[26])
if within > 0 and (life == 0 or now + within < life) then life = now + within end

-- From here on everything is written.
redis.call('HSET', KEYS[1], 'version', version, 'tag', ARGV[5], 'blob', ARGV[6], 'last_event', last_event,
  'turn_at', turn_at, 'deadline', deadline, 'banks', banks, 'updated_at', now, 'effects_done', effects_done,
  'ai_attempt', 0, 'life', life)
if version == 1 then redis.call('HSET', KEYS[1], 'created_at', now, 'private', ARGV[27]) end
-- The last version from which something follows: those behind it are done with it.
if owes then redis.call('HSET', KEYS[1], 'owes', version) end
redis.call('RPUSH', KEYS[2],
  now .. ' ' .. ARGV[5] .. ' ' .. last_event .. ' ' .. charged .. ' ' .. deadline .. ' ' .. ARGV[7])
local wakes = tonumber(ARGV[29])
for place = 30 + wakes, #ARGV, 2 do
  local facts = string.match(redis.call('LINDEX', KEYS[2], ARGV[place]), '^%S+ %S+ %S+ %S+ %S+ ')
  redis.call('LSET', KEYS[2], ARGV[place], facts .. ARGV[place + 1])
end

if ARGV[19] ~= '' then
  local slot = '@' .. ARGV[19]
  local former = redis.call('HGET', KEYS[3], slot)
  if former then redis.call('HDEL', KEYS[3], former) end
  redis.call('HSET', KEYS[3], slot, ARGV[17])
end
redis.call('HSET', KEYS[3], ARGV[17], version .. ' ' .. ARGV[18])

local idle = redis.call('EXISTS', KEYS[4]) == 0
local id, gone = ARGV[1], {}
if deadline > 0 then redis.call('ZADD', KEYS[4], deadline, id .. ':d') else gone[1] = id .. ':d' end
if ARGV[21] ~= '0' and not over then redis.call('ZADD', KEYS[4], now + ARGV[21], id .. ':w')
else gone[#gone + 1] = id .. ':w' end
-- An entry that is there already stands for older effects: its time must not be put off.
if effects_done < version then redis.call('ZADD', KEYS[4], 'NX', now + 5000, id .. ':e') end
if #gone > 0 then redis.call('ZREM', KEYS[4], unpack(gone)) end
-- A bucket without entries has no heartbeat; the first entry must not look like the end of a gap.
if idle and redis.call('EXISTS', KEYS[4]) == 1 then redis.call('SET', KEYS[5], now) end

if life > 0 then redis.call('ZADD', KEYS[7], life, id) else redis.call('ZREM', KEYS[7], id) end

redis.call('PUBLISH', 'wake:' .. id, version .. '-' .. ARGV[5])
for place = 30, 29 + wakes do redis.call('PUBLISH', 'wake:' .. ARGV[place], id) end
return {'done', version, ARGV[5], now, last_event, turn_at, deadline, banks, life, told == '1' and 1 or 0}
