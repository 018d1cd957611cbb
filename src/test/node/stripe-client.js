// Stripe's own client, pointed at a Stripe elsewhere, and what can be seen of a call through it.

import Stripe from 'stripe';

// The client can be told a host and a port, and takes Stripe to be at the root there; the path is put before its own.
export function stripeAt(url, options) {
  const { hostname, port, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const httpClient = Stripe.createNodeHttpClient();
  const send = httpClient.makeRequest.bind(httpClient);
  httpClient.makeRequest = (host, hostPort, path, ...rest) => send(host, hostPort, base + path, ...rest);
  return new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', httpClient, ...options });
}

// An error is a result like any other.
export const seen = (call) => call.then(returned, thrown);

const returned = (object) => ({ ...wire(object.lastResponse.statusCode, object.lastResponse.headers), body: object });

const thrown = (error) => ({
  ...wire(error.statusCode, error.headers),
  error: {
    type: error.type,
    code: error.code,
    declineCode: error.decline_code,
    message: error.message,
    charge: error.charge,
    intent: error.payment_intent,
  },
});

const wire = (status, headers = {}) => ({
  status,
  replayed: headers['idempotent-replayed'] === 'true',
  request: headers['request-id'],
  original: headers['original-request'],
});
