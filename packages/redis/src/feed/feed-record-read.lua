-- Notes that messages of an account were read from Postgres. The time only rises: a lower one would
-- let clients that read more resume in the log.
--
-- KEYS[1] the positions of the account's feed log (hash)
-- ARGV[1] messages that arrive after this time, Unix ms, were not among those read
-- ARGV[2] how long the note of an account without a log is kept, ms
local since = tonumber(redis.call('HGET', KEYS[1], 'since') or '0')
if tonumber(ARGV[1]) > since then redis.call('HSET', KEYS[1], 'since', ARGV[1]) end
-- An existing expiry stays as it is.
redis.call('PEXPIRE', KEYS[1], ARGV[2], 'NX')
