// A peer of the benchmark: POST /v1/orders by the steps that web tutorials describe, on one event loop.
//
//   token bucket in Redis -> BEGIN, insert the key, COMMIT -> BEGIN, insert the order, COMMIT -> update the key
//
// That is one round trip to Redis and seven to PostgreSQL, with three commits, for each new order. A process that dies
// between them leaves a key that answers 409 for good: tutorials stop short of leases, and so does this.

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';
import pg from 'pg';
import { createClient, defineScript } from 'redis';

// Express reads it when the application is made; without it, it would render stack traces.
process.env.NODE_ENV ??= 'production';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

const CALLERS = new Map([
  // Limits that never bite, so that new orders and replays are measured.
  ['bench', { tenant: 'bench', capacity: 1_000_000, refillPerSecond: 1_000_000 }],
  // Refused after its first request, so that refusals are.
  ['denied', { tenant: 'denied', capacity: 1, refillPerSecond: 1 / 3600 }],
]);

// A new order holds the client that guards its key while it takes another for its own transaction. With no more clients
// than requests at once, each can be held by a request that waits for a second one, and nothing moves any more. Over
// twice the 64 connections that the benchmark opens, nobody even waits.
const pool = new pg.Pool({ max: Number(process.env.POOL_SIZE ?? 140) });
pool.on('error', (error) => console.error('idle PostgreSQL client:', error.message));

const redis = createClient({
  socket: { host: process.env.REDIS_HOST, port: Number(process.env.REDIS_PORT ?? 6379) },
  scripts: {
    // Sent by its SHA-1; in full only when Redis does not know it.
    takeToken: defineScript({
      NUMBER_OF_KEYS: 1,
      SCRIPT: read('token-bucket.lua'),
      parseCommand(parser, key, capacity, refillPerSecond) {
        parser.pushKey(key);
        parser.push(String(capacity), String(refillPerSecond));
      },
      transformReply: ([allowed, remaining, waitMs]) => ({ allowed: allowed === 1, remaining, waitMs }),
    }),
  },
});
redis.on('error', (error) => console.error('Redis:', error.message));

const bucketOf = (apiKey) => `express:bucket:${apiKey}`;

async function withClient(work) {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function inTransaction(client, work) {
  await client.query('BEGIN');
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function problem(res, status, slug, detail) {
  const body = JSON.stringify({ type: `/problems/${slug}`, status, detail });
  res.status(status).type('application/problem+json').send(body);
}

function authenticate(req, res, next) {
  req.apiKey = req.get('X-Api-Key');
  req.caller = CALLERS.get(req.apiKey);
  if (!req.caller) {
    return problem(res, 401, 'unauthenticated', 'Send a valid API key in X-Api-Key.');
  }
  next();
}

async function limitRate(req, res, next) {
  const { capacity, refillPerSecond } = req.caller;
  const { allowed, remaining, waitMs } = await redis.takeToken(bucketOf(req.apiKey), capacity, refillPerSecond);
  res.set({ 'X-RateLimit-Limit': capacity, 'X-RateLimit-Remaining': remaining });
  if (!allowed) {
    res.set('Retry-After', Math.ceil(waitMs / 1000));
    return problem(res, 429, 'rate-limited', 'Too many requests; wait for the time in Retry-After.');
  }
  next();
}

// The hash is taken of the bytes as they came: the parsed body no longer has them.
const parseJson = express.json({
  verify: (req, res, bytes) => {
    req.bodySha256 = createHash('sha256').update(bytes).digest('hex');
  },
});

function validate(req, res, next) {
  const { user_id: userId, amount, currency } = req.body ?? {};
  const valid =
    typeof userId === 'string' && userId.length >= 1 && userId.length <= 64 &&
    Number.isInteger(amount) && amount >= 1 && amount <= 999_999_999_999 &&
    typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  if (!valid) {
    return problem(res, 422, 'validation-failed', 'user_id, amount or currency is missing or wrong.');
  }
  next();
}

function send(res, answer) {
  res.status(answer.status).location(answer.location).type('application/json').send(answer.body);
}

function replay(res, stored, bodySha256) {
  if (stored && stored.body_sha256 !== bodySha256) {
    return problem(res, 409, 'idempotency-key-reused', 'This key was used with another body; use a new one.');
  }
  if (!stored?.status) {
    res.set('Retry-After', 1);
    return problem(res, 409, 'request-in-progress', 'A request with this key is still running; repeat it later.');
  }
  send(res.set('Idempotency-Replayed', 'true'), stored);
}

// Guards an operation by its key. The claim is committed before the operation begins, so that others see it.
const idempotent = (operation) => async (req, res) => {
  const key = req.get('Idempotency-Key');
  if (!key) {
    return problem(res, 400, 'idempotency-key-missing', 'Send an Idempotency-Key.');
  }
  const id = [req.caller.tenant, key];
  await withClient(async (client) => {
    const claim = await inTransaction(client, () => client.query(
      `INSERT INTO express.idempotency_keys (tenant, key, body_sha256) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`, [...id, req.bodySha256]));
    if (claim.rowCount === 0) {
      const { rows } = await client.query(
        'SELECT body_sha256, status, location, body FROM express.idempotency_keys WHERE tenant = $1 AND key = $2', id);
      return replay(res, rows[0], req.bodySha256);
    }
    const answer = await operation(req).catch(async (error) => {
      // Nothing was done, so the key is free for the next try.
      await client.query('DELETE FROM express.idempotency_keys WHERE tenant = $1 AND key = $2', id);
      throw error;
    });
    await client.query(
      'UPDATE express.idempotency_keys SET status = $3, location = $4, body = $5 WHERE tenant = $1 AND key = $2',
      [...id, answer.status, answer.location, answer.body]);
    send(res, answer);
  });
};

async function placeOrder(req) {
  const { user_id, amount, currency } = req.body;
  const order = { order_id: randomUUID(), status: 'created', user_id, amount, currency, created_at: new Date() };
  await withClient((client) => inTransaction(client, () => client.query(
    `INSERT INTO express.orders (order_id, tenant, user_id, amount, currency, status, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [order.order_id, req.caller.tenant, user_id, amount, currency, order.status, order.created_at])));
  return { status: 201, location: `/v1/orders/${order.order_id}`, body: JSON.stringify(order) };
}

function answerError(error, req, res, next) {
  if (error.status < 500) {
    return problem(res, error.status, 'malformed-request', 'The body could not be read as JSON.');
  }
  console.error(error);
  problem(res, 500, 'internal', 'Something failed here.');
}

await pool.query(read('schema.sql'));
await redis.connect();
await redis.del([...CALLERS.keys()].map(bucketOf));

const app = express();
app.disable('x-powered-by');
// A hash of each answer, which nobody asks a POST for.
app.disable('etag');
app.post('/v1/orders', authenticate, limitRate, parseJson, validate, idempotent(placeOrder));
app.use((req, res) => problem(res, 404, 'not-found', 'There is nothing here.'));
app.use(answerError);

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`Listening on: http://127.0.0.1:${server.address().port}`);
});

process.once('SIGTERM', () => {
  server.close(async () => {
    await pool.end();
    await redis.close();
  });
});
