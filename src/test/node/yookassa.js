// Shows that an SDK takes the sandbox for YooKassa: what it makes of payments, of captures, of keys used again, of
// declines and of lost answers. node yookassa.js <url of the sandbox>

import { randomUUID } from 'node:crypto';
import { YooKassa } from '@webzaytsev/yookassa-ts-sdk';
import { report } from './report.js';

const endpoint = `${process.argv[2]}/yookassa/v3`;
const { payments } = YooKassa({ shop_id: '100500', secret_key: 'secret', endpoint, maxRPS: 100, retries: 1 });

// Without a token the payer chooses how to pay, on YooKassa's page.
const terms = (order, token, capture = true) => ({
  amount: { value: '100.00', currency: 'RUB' },
  capture,
  confirmation: { type: 'redirect', return_url: 'https://shop.example/back' },
  metadata: { order_id: order },
  payment_token: token,
});

// An error is a result like any other.
const seen = (call) => call.then((body) => ({ body }), thrown);
const thrown = (error) => ({ error: { type: error.constructor.name, code: error.name, message: error.message } });

// The order is the key too.
const create = (order, token, capture) => seen(payments.create(terms(order, token, capture), order));
const load = (id) => seen(payments.load(id));
const capture = (held, order, terms) => seen(payments.capture(held.body.id, terms, `${order}-capture`));

// With an order of its own: by it the test finds in the ledger what really happened.
const withOrder = (play) => async () => {
  const order = randomUUID();
  return { order, ...(await play(order)) };
};

await report({
  paid: withOrder(async (order) => {
    const created = await create(order, 'token');
    return { created, loaded: await load(created.body.id) };
  }),

  confirmed: withOrder(async (order) => {
    const created = await create(order);
    await fetch(`${created.body.confirmation.confirmation_url}?result=approve`, { method: 'POST' });
    return { created, loaded: await load(created.body.id) };
  }),

  replayed: withOrder(async (order) => ({ created: [await create(order, 'token'), await create(order, 'token')] })),

  reused: withOrder(async (order) => ({ created: [await create(order, 'token'), await create(order, 'another')] })),

  cancelled: withOrder(async (order) => {
    const held = await create(order, 'token', false);
    const cancel = () => seen(payments.cancel(held.body.id, `${order}-cancel`));
    return { held, cancelled: [await cancel(), await cancel()] };
  }),

  captured: withOrder(async (order) => {
    const held = await create(order, 'token', false);
    const captured = [await capture(held, order), await capture(held, order)];
    return { held, captured, loaded: await load(held.body.id) };
  }),

  inPart: withOrder(async (order) => {
    const held = await create(order, 'token', false);
    return { captured: await capture(held, order, { amount: { value: '50.00', currency: 'RUB' } }) };
  }),

  tooLate: withOrder(async (order) => {
    const held = await create(order, 'token', false);
    await payments.cancel(held.body.id, `${order}-cancel`);
    return { captured: await capture(held, order) };
  }),

  lostCapture: withOrder(async (order) => {
    const held = await create(order, 'sandbox:apply_then_drop', false);
    return { captured: await seen(payments.capture(held.body.id)) };
  }),

  declined: withOrder(async (order) => ({ created: await create(order, 'sandbox:decline') })),

  // The SDK sends again by itself, under a key that it has made up.
  lost: withOrder(async (order) => ({ created: await seen(payments.create(terms(order, 'sandbox:apply_then_drop'))) })),

  missing: async () => ({ loaded: await load(randomUUID()) }),
});
