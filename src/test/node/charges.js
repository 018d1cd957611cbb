// Shows that the sandbox replays charges as stripe-stateful-mock does, which others wrote to stand in for Stripe: one
// table, played through Stripe's own client to both. node charges.js <url of the sandbox>

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import mock from 'stripe-stateful-mock';
import { report } from './report.js';
import { seen, stripeAt } from './stripe-client.js';

const sandbox = process.argv[2];
const run = randomUUID();

// Under which key, how much, from which source. Nothing that fails validation: Stripe keeps no result of that, as it
// documents and as the sandbox does, while the mock keeps one.
const TABLE = [
  ['paid', 1000, 'tok_visa'],
  ['paid', 1000, 'tok_visa'],
  ['paid', 2000, 'tok_visa'],
  ['paid', 1000, 'tok_mastercard'],
  ['paid', 1000, 'tok_visa'],
  ['another', 1000, 'tok_visa'],
  [undefined, 1000, 'tok_visa'],
  [undefined, 1000, 'tok_visa'],
  ['declined', 1000, 'tok_chargeDeclined'],
  ['declined', 1000, 'tok_chargeDeclined'],
  ['declined', 1000, 'tok_visa'],
  ['failed', 1000, 'tok_500'],
  ['failed', 1000, 'tok_500'],
  ['failed', 1000, 'tok_visa'],
  ['refused', 1000, 'tok_429'],
  ['refused', 1000, 'tok_visa'],
  ['refused', 1000, 'tok_visa'],
];

// What the mock alone reads from the source the sandbox is told; a card that Stripe has for declines both know.
const TOLD = { failed: '500_stored', refused: '429' };

const keyOf = (name) => `${run}-${name}`;

async function tellSandbox() {
  for (const [name, verb] of Object.entries(TOLD)) {
    const script = { match: { key: keyOf(name) }, verbs: [verb] };
    await fetch(`${sandbox}/__script`, { method: 'POST', body: JSON.stringify(script) });
  }
}

async function play(url) {
  const stripe = stripeAt(url, { maxNetworkRetries: 0 });
  const charges = [];
  const rows = [];
  for (const [name, amount, source] of TABLE) {
    const terms = { amount, currency: 'usd', source, metadata: { order_id: run } };
    const came = await seen(stripe.charges.create(terms, name && { idempotencyKey: keyOf(name) }));
    const id = came.body?.id ?? came.error?.charge;
    if (id && !charges.includes(id)) {
      charges.push(id);
    }
    rows.push({
      sent: [name, amount, source],
      status: came.status,
      replayed: came.replayed,
      error: came.error && [came.error.type, came.error.code, came.error.declineCode],
      // Ids differ; which answers name the same charge must not.
      charge: id && charges.indexOf(id) + 1,
      shown: id && shown(await stripe.charges.retrieve(id)),
    });
  }
  return rows;
}

const shown = (charge) => [charge.status, charge.paid, charge.amount, charge.currency, charge.failure_code];

const server = createServer(mock.createExpressApp()).listen(0, '127.0.0.1');
await once(server, 'listening');
await tellSandbox();
await report({
  order: async () => run,
  mock: () => play(`http://127.0.0.1:${server.address().port}`),
  sandbox: () => play(`${sandbox}/stripe`),
});
