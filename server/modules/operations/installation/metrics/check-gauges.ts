import { type HealthCheckResults, worstStates } from '../doctor/watch-checks.ts';
import type { MeasuredGauge } from './gauges.ts';

const values = { ok: 0, warning: 1, fault: 2 } as const;

/** Returns gauges with the last result of each check of the doctor. */
export function checkGauges({ findings }: Pick<HealthCheckResults, 'findings'>): MeasuredGauge[] {
  return [
    {
      name: 'banjian_check_state',
      help: 'What the last check of each kind found: 0 well, 1 a warning, 2 a fault; its words stand in the log and by npm run doctor',
      labels: ['check'],
      inspect: () =>
        [...worstStates(findings())].map(
          ([check, state]) => [{ check }, values[state]] as [Record<string, string>, number],
        ),
    },
  ];
}
