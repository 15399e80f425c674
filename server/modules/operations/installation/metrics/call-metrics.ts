import { Counter, Histogram, type Registry } from 'prom-client';
import type { RefusalCode } from '#domain/refusals/refusals.ts';
import type { JobRun } from '#server/framework/jobs/worker.ts';
import { type CallRecord, clientClosedRequest } from '#server/kernel/http/call-record.ts';

/** Upper bounds in seconds. There are only seven, because every call of the contract has a counter for each. */
const buckets = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counters of calls, refusals and jobs, which are increased when they occur. */
export interface EventCounters {
  recordCall(record: CallRecord): void;
  recordJob(run: JobRun): void;
}

/**
 * Creates the counters of calls, refusals and jobs. Labels are only patterns, codes and names from the code, never
 * order numbers or people.
 */
export function createEventCounters(registry: Registry): EventCounters {
  const registers = [registry];
  const requests = new Counter({
    name: 'banjian_http_requests_total',
    help: 'Calls by pattern of the address, method and class of the status',
    labelNames: ['method', 'call', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'banjian_http_request_duration_seconds',
    help: 'Duration of calls, without streams',
    labelNames: ['method', 'call'],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'banjian_refusals_total',
    help: 'Calls that were refused, by code',
    labelNames: ['code'],
    registers,
  });
  // Counters used in alerts start at 0: a counter that first appears with a value is not seen as an
  // increase.
  for (const code of ['fault', 'busy', 'cannotStore', 'filesAway'] satisfies RefusalCode[])
    refusals.inc({ code }, 0);
  const jobs = new Histogram({
    name: 'banjian_job_duration_seconds',
    help: 'Duration of jobs of this process, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.1, 1, 10, 60],
    registers,
  });
  return {
    recordCall({ method, call, status, ms, refused, isStream }) {
      requests.inc({ method, call, status: statusClass(status) });
      if (refused !== '') refusals.inc({ code: refused });
      if (!isStream) durations.observe({ method, call }, ms / 1000);
    },
    recordJob({ task, ms, isDone }) {
      jobs.observe({ task, outcome: isDone ? 'done' : 'failed' }, ms / 1000);
    },
  };
}

function statusClass(status: number): string {
  return status === clientClosedRequest ? 'left' : `${Math.floor(status / 100)}xx`;
}
