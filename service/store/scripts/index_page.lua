#!lua flags=no-writes
-- The beginning of several sets of one list at one moment: a game that moves between them is in exactly one.
--
-- KEYS  1... sets
-- ARGV  1 member behind which the page begins ('': the newest comes first)   2 how many members of each set
-- Answers the members of each set, newest first.
local from = ARGV[1] == '' and '+' or '(' .. ARGV[1]
local found = {}
for number, set in ipairs(KEYS) do
  found[number] = redis.call('ZREVRANGEBYLEX', set, from, '-', 'LIMIT', 0, ARGV[2])
end
return found
