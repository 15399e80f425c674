import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '#server/framework/context.ts';
import { encryptedKinds } from '#server/kernel/crypto/crypto.ts';
import type { DiskSpace } from '#server/kernel/folders/free-space.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import { readDiskSpaces } from '../disk-spaces.ts';
import { type HealthCheckResults, noHealthChecks } from '../doctor/watch-checks.ts';
import { createFiguresReader, type FiguresReader, type LastFigures } from '../figures.ts';
import type { PoolState } from '../pool-state.ts';
import { auditAndBackupGauges } from './audit-and-backup-gauges.ts';
import { createEventCounters, type EventCounters } from './call-metrics.ts';
import { checkGauges } from './check-gauges.ts';
import { figureGauges } from './figure-gauges.ts';
import { addGauges } from './gauges.ts';
import { processGauges } from './process-gauges.ts';

/** All metrics for Prometheus, in a registry that belongs to this portal. */
export interface Metrics extends EventCounters {
  readonly contentType: string;
  /** Returns the answer to a scrape; never rejects because of the database or the disk. */
  write(): Promise<string>;
}

export interface MetricsSource {
  context: Context;
  hub: Pick<EventHub, 'countStreams'>;
  pool: PoolState;
  figures?: FiguresReader;
  checks?: Pick<HealthCheckResults, 'findings'>;
}

export function createMetrics({
  context,
  hub,
  pool,
  figures = createFiguresReader(context),
  checks = noHealthChecks,
}: MetricsSource): Metrics {
  const registry = new Registry();
  let last: LastFigures = { figures: undefined, isUp: false, readAt: undefined };
  let spaces: readonly DiskSpace[] = [];
  // Metrics of Node and the process: processor time, memory, and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  const counters = createEventCounters(registry);
  addDecryptionCounter(registry, context);
  addGauges(registry, [
    ...processGauges({ context, hub, pool, last: () => last, space: () => spaces }),
    ...figureGauges(() => last, context, pool),
    ...auditAndBackupGauges(() => last),
    ...checkGauges(checks),
  ]);
  const duration = new Gauge({
    name: 'banjian_scrape_duration_seconds',
    help: 'Duration of the scrape before this one',
    registers: [registry],
  });
  return {
    ...counters,
    contentType: registry.contentType,
    async write() {
      const startedAt = performance.now();
      [last, spaces] = await Promise.all([figures.read(), readDiskSpaces(context.config)]);
      const text = await registry.metrics();
      duration.set((performance.now() - startedAt) / 1000);
      return text;
    },
  };
}

/** Adds the counter of decryptions, which are counted where they occur. */
function addDecryptionCounter(registry: Registry, { crypto }: Context): void {
  new Counter({
    name: 'banjian_sealed_openings_total',
    help: 'Encrypted values that were decrypted, by kind; failed: values that could not be decrypted',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      // Reported as 0 before the first decryption: otherwise the first decryption would not be an increase,
      // and would raise no alert.
      for (const kind of [...encryptedKinds, 'failed']) this.inc({ kind }, 0);
      for (const [kind, count] of crypto.decryptionCounts) this.inc({ kind }, count);
    },
  });
}
