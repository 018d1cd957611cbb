// Shows that Stripe's own client takes the sandbox for Stripe: what it makes of PaymentIntents, of keys used again, of
// declines, of locks and of lost answers. node stripe.js <url of the sandbox>

import { randomUUID } from 'node:crypto';
import { eventually, report } from './report.js';
import { seen, stripeAt } from './stripe-client.js';

const sandbox = process.argv[2];
const stripe = stripeAt(`${sandbox}/stripe`, { maxNetworkRetries: 2 });

// After each of these the client sends again by itself.
const LOSSES = ['apply_then_drop', 'drop_before_apply,apply_then_drop', '409_in_flight(1)', '503'];

const terms = (order, amount = 1000) => ({ amount, currency: 'usd', metadata: { order_id: order } });
const under = (order, step) => ({ idempotencyKey: `${order}-${step}` });
const create = (order, amount) => seen(stripe.paymentIntents.create(terms(order, amount), under(order, 'create')));
const confirm = (id, order, method, step = 'confirm') =>
  seen(stripe.paymentIntents.confirm(id, { payment_method: method }, under(order, step)));
const retrieve = (id) => seen(stripe.paymentIntents.retrieve(id));

// Once the sandbox has a call for the order in hand.
async function atWorkOn(order) {
  const lines = await (await fetch(`${sandbox}/__orders`)).json();
  return lines.find((line) => line.reference === order && line.last_verb);
}

// With an order of its own: by it the test finds in the ledger what really happened.
const withOrder = (play) => async () => {
  const order = randomUUID();
  return { order, ...(await play(order)) };
};

// The key is the client's own, made up once for all that it sends.
const confirmedThrough = (verbs) =>
  withOrder(async (order) => {
    const { id } = await stripe.paymentIntents.create(terms(order));
    return { id, confirmed: await seen(stripe.paymentIntents.confirm(id, { payment_method: `sandbox:${verbs}` })) };
  });

await report({
  paid: withOrder(async (order) => {
    const created = await create(order);
    const confirmed = await confirm(created.body.id, order, 'pm_card_visa');
    const retrieved = await retrieve(created.body.id);
    return { created, confirmed, retrieved, charge: await seen(stripe.charges.retrieve(retrieved.body.latest_charge)) };
  }),

  replayed: withOrder(async (order) => {
    const created = [await create(order), await create(order)];
    const pay = () => confirm(created[0].body.id, order, 'pm_card_visa');
    return { created, confirmed: [await pay(), await pay()] };
  }),

  reused: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    const created = await create(order, 2000);
    await confirm(id, order, 'pm_card_visa');
    return { created, confirmed: await confirm(id, order, 'pm_card_mastercard') };
  }),

  cancelled: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    const because = { cancellation_reason: 'abandoned' };
    const cancelled = await seen(stripe.paymentIntents.cancel(id, because, under(order, 'cancel')));
    return { cancelled, confirmed: await confirm(id, order, 'pm_card_visa') };
  }),

  declined: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    const pay = () => confirm(id, order, 'sandbox:decline');
    const declined = [await pay(), await pay()];
    return { declined, left: await retrieve(id), paid: await confirm(id, order, 'pm_card_visa', 'another') };
  }),

  withoutFunds: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    return { declined: await confirm(id, order, 'pm_card_visa_chargeDeclinedInsufficientFunds') };
  }),

  // By the status alone the client would not send again; it is told to, and the second time the first is over.
  locked: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    const first = confirm(id, order, 'sandbox:hang_then_apply(900)');
    await eventually(() => atWorkOn(order), 50);
    const second = await confirm(id, order, 'pm_card_visa', 'second');
    return { id, first: await first, second };
  }),

  found: withOrder(async (order) => {
    const { id } = (await create(order)).body;
    const query = `metadata['order_id']:'${order}'`;
    const found = await eventually(async () => (await stripe.paymentIntents.search({ query })).data[0]);
    return { id, found };
  }),

  ...Object.fromEntries(LOSSES.map((verbs) => [verbs, confirmedThrough(verbs)])),
});
