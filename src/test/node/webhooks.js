// Sends events to the service as their senders' own libraries sign them, and tells what it answers to each.
// node webhooks.js <url of the service> <account> <its secrets, with commas> <gateway> <its secrets, with commas>

import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { report } from './report.js';

const [service, account, accountSecrets, gateway, gatewaySecrets] = process.argv.slice(2);
const stripe = new Stripe('sk_test_1');

// What is older than five minutes when it arrives proves nothing.
const JUST_TOO_OLD_SECONDS = 301;

async function send(source, headers, body) {
  const answer = await fetch(`${service}/v1/webhooks/${source}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: await answer.text() };
}

// As the two senders have them: what an event is called, what it says, and which headers prove it.
const SENDERS = {
  stripe: {
    secrets: accountSecrets.split(','),
    newId: () => `evt_${randomUUID().replaceAll('-', '')}`,
    event: (id) => ({
      id,
      object: 'event',
      created: Math.floor(Date.now() / 1000),
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_of_nobody', object: 'payment_intent', status: 'succeeded', amount: 100, currency: 'usd' } },
    }),
    sign: (id, body, secret, age) => ({
      'Stripe-Signature': stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(Date.now() / 1000) - age,
      }),
    }),
    send: (headers, body) => send(account, headers, body),
  },
  standard: {
    secrets: gatewaySecrets.split(','),
    newId: () => `msg_${randomUUID()}`,
    event: () => ({
      type: 'message.delivered',
      timestamp: new Date().toISOString(),
      data: { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
    }),
    sign: (id, body, secret, age) => {
      const at = new Date(Date.now() - age * 1000);
      return {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      };
    },
    send: (headers, body) => send(gateway, headers, body),
  },
};

// One event; what arrives may be another body than the one that was signed.
async function told(sender, { secret = sender.secrets[0], age = 0, write = JSON.stringify, alter = (body) => body } = {}) {
  const id = sender.newId();
  const body = write(sender.event(id));
  return { event: id, ...(await sender.send(sender.sign(id, body, secret, age), alter(body))) };
}

const oddly = (event) => `\n  ${JSON.stringify(event, null, 3).replaceAll('"type"', '"\\u0074ype"')} \r\n`;

const scenariosOf = (sender) => async () => ({
  plain: await told(sender),
  secondSecret: await told(sender, { secret: sender.secrets[1] }),
  oddlyWritten: await told(sender, { write: oddly }),
  altered: await told(sender, { alter: (body) => body.replace('e', 'E') }),
  trimmed: await told(sender, { write: oddly, alter: (body) => body.trimEnd() }),
  old: await told(sender, { age: JUST_TOO_OLD_SECONDS }),
  foreignSecret: await told(sender, { secret: 'whsec_bm9ib2R5LWtub3dzLXRoaXMtc2VjcmV0' }),
});

await report({ stripe: scenariosOf(SENDERS.stripe), standard: scenariosOf(SENDERS.standard) });
