import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The server's metrics; docs/operations.md explains each. */
export function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const metrics = {
    registry,
    requests: requestHistogram('recline_http_request_duration_seconds', registry),
    /** To be removed in 0.4. */
    requestsUnderOldName: requestHistogram('recline_http_request_seconds', registry),
    chairMessages: new Counter({
      name: 'recline_chair_messages_total',
      help: 'Messages from chairs by topic and outcome (handled, malformed, refused, failed, buried, overrun)',
      labelNames: ['topic', 'outcome'] as const,
      registers,
    }),
    starts: new Counter({
      name: 'recline_starts_total',
      help: 'Starts of chairs by outcome (started, rejected, no answer, stopped, refused)',
      labelNames: ['outcome'] as const,
      registers,
    }),
    suspiciousCoins: new Counter({
      name: 'recline_suspicious_coins_total',
      help: 'Coins that were marked, by reason (currency, amount)',
      labelNames: ['reason'] as const,
      registers,
    }),
    refunds: new Counter({
      name: 'recline_refunds_total',
      help: 'Refunds sent to providers by outcome (done, pending, failed, error)',
      labelNames: ['outcome'] as const,
      registers,
    }),
    refundsNeedingStaff: new Gauge({
      name: 'recline_refunds_needing_staff',
      help: 'Refunds that a provider refused and nobody has closed',
      registers,
    }),
    notices: new Counter({
      name: 'recline_payment_notices_total',
      help: "Providers' notices by outcome (taken, ignored, forged, failed)",
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    batchFallbacks: new Counter({
      name: 'recline_batch_fallbacks_total',
      help: 'Groups that failed and were repeated item by item',
      labelNames: ['batch'] as const,
      registers,
    }),
    shed: new Counter({
      name: 'recline_shed_total',
      help: 'Calls refused by load shedding',
      registers,
    }),
    sms: new Counter({
      name: 'recline_sms_total',
      help: 'Messages by provider and outcome (sent, not_sent, unknown)',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    smsRefused: new Counter({
      name: 'recline_sms_refused_total',
      help: 'Codes by SMS that were not sent, by the limit that was reached (number, address, country, hour, total)',
      labelNames: ['limit'] as const,
      registers,
    }),
    chairPageBrowsers: new Counter({
      name: 'recline_chair_page_browsers_total',
      help: 'Pages of chairs by the engine of the browser (ios, chromium, firefox, safari, other) and its version',
      labelNames: ['family', 'version'] as const,
      registers,
    }),
    chairPagesWithoutCard: new Counter({
      name: 'recline_chair_pages_without_card_total',
      help: 'Pages of chairs that were sent without the card, because the database did not answer in time',
      registers,
    }),
    connections: new Gauge({ name: 'recline_http_connections', help: 'Open HTTP connections', registers }),
    connectionsCut: new Counter({
      name: 'recline_http_connections_cut_total',
      help: 'HTTP connections cut by reason (pressure, unread, pipelined)',
      labelNames: ['reason'] as const,
      registers,
    }),
    streams: new Gauge({ name: 'recline_event_streams', help: 'Open event streams', registers }),
    unexpected: new Counter({
      name: 'recline_unexpected_errors_total',
      help: 'Errors that no code handled, by kind (rejection: the server goes on; exception: it stops)',
      labelNames: ['kind'] as const,
      registers,
    }),
  };
  // Prometheus computes rates from changes: a counter must exist at 0 before its first event.
  for (const outcome of ['started', 'rejected', 'no_answer', 'stopped', 'refused']) metrics.starts.inc({ outcome }, 0);
  for (const outcome of ['done', 'pending', 'failed', 'error']) metrics.refunds.inc({ outcome }, 0);
  for (const limit of ['number', 'address', 'country', 'hour', 'total']) metrics.smsRefused.inc({ limit }, 0);
  for (const reason of ['currency', 'amount']) metrics.suspiciousCoins.inc({ reason }, 0);
  for (const kind of ['rejection', 'exception']) metrics.unexpected.inc({ kind }, 0);
  for (const reason of ['pressure', 'unread', 'pipelined']) metrics.connectionsCut.inc({ reason }, 0);
  metrics.chairMessages.inc({ topic: 'connect', outcome: 'refused' }, 0);
  for (const topic of ['state', 'hb', 'ack', 'evt', 'other'])
    for (const outcome of ['handled', 'malformed', 'refused', 'failed', 'buried', 'overrun'])
      metrics.chairMessages.inc({ topic, outcome }, 0);
  for (const batch of ['events', 'payments', 'overdue']) metrics.batchFallbacks.inc({ batch }, 0);
  return metrics;
}

export type Metrics = ReturnType<typeof makeMetrics>;

function requestHistogram(name: string, registry: Registry) {
  return new Histogram({
    name,
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
}
