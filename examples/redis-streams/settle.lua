-- Puts what came of an entry on another stream and acknowledges the entry: both, or nothing.
-- KEYS: the stream, the other stream. ARGV: the group, the entry, then fields and values to put.

-- Not pending any more: this consumer was slow, and another has taken the entry over and settled it.
if #redis.call("XPENDING", KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end

-- In this order: a script that fails in the middle keeps what it has done, and an entry may come twice but never be lost.
redis.call("XADD", KEYS[2], "*", unpack(ARGV, 3))
redis.call("XACK", KEYS[1], ARGV[1], ARGV[2])
return 1
