import { type HealthCheckResults, worstStates } from '../doctor/watch-checks.ts';
import type { MeasuredGauge } from './gauges.ts';

const values = { ok: 0, warning: 1, fault: 2 } as const;

/** Returns gauges with the last result of each check of the doctor. */
export function checkGauges({ findings }: Pick<HealthCheckResults, 'findings'>): MeasuredGauge[] {
  return [
    {
      name: 'banjian_check_state',
      help: 'Result of the last check of each kind: 0 ok, 1 a warning, 2 a fault; the log and npm run doctor show its text',
      labels: ['check'],
      inspect: () =>
        [...worstStates(findings())].map(
          ([check, state]) => [{ check }, values[state]] as [Record<string, string>, number],
        ),
    },
  ];
}
