import type { FuzzReport } from './run.ts';

/** Returns the answers by status as a table to print, with `verbose` also for each call. */
export function tableOf({ answers, requests, reached, failures }: FuzzReport, verbose: boolean): string {
  const total = new Map<number, number>();
  for (const byStatus of answers.values()) {
    for (const [status, count] of byStatus) total.set(status, (total.get(status) ?? 0) + count);
  }
  const statuses = [...total.keys()].sort((left, right) => left - right);
  const line = (name: string, counts: Map<number, number>) =>
    [...statuses.map((status) => String(counts.get(status) ?? '').padStart(6)), `  ${name}`].join('');
  const calls = [...answers].sort(([left], [right]) => left.localeCompare(right));
  return [
    `${statuses.map((status) => String(status).padStart(6)).join('')}  answers by status`,
    ...(verbose ? calls.map(([name, counts]) => line(name, counts)) : []),
    line('all calls', total),
    `${requests} requests, ${reached} of them reached the service, ${failures.length} answered wrongly`,
  ].join('\n');
}
