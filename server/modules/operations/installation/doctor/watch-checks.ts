import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#server/framework/context.ts';
import { inSnapshot } from '#server/kernel/database/transaction.ts';
import { type Check, checks } from './checks.ts';
import { databaseChecks } from './database-checks.ts';
import { type DoctorFinding, type FindingState, findingsOf, runCheck } from './finding.ts';

/** Results of the checks of the doctor that a running portal makes. */
export interface HealthCheckResults {
  /** Returns the last findings; none before the first round. */
  findings(): readonly DoctorFinding[];
  stop(): Promise<void>;
}

export const noHealthChecks: HealthCheckResults = { findings: () => [], stop: async () => undefined };

/** Maximum time for which stopping waits for the running round, which may hang on a disk. */
const maxStopMs = 2_000;
const times = { everyMs: 60_000, timeoutMs: 20_000, remoteEvery: 10 };

type HealthCheck = Pick<Check, 'name'> & { isRemote: boolean; run: () => Promise<DoctorFinding[]> };

/**
 * Runs the checks of the doctor at once and then each minute, those that contact another machine every ten minutes.
 * Logs findings that are not ok, in the first round and whenever they change.
 */
export function watchChecks(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  { everyMs, timeoutMs, remoteEvery } = times,
  healthChecks: readonly HealthCheck[] = healthChecksOf(context),
): HealthCheckResults {
  let findingsByCheck = new Map<string, DoctorFinding[]>();
  /** Checks that have not finished, for example because a disk hangs: they are not started a second time. */
  const runningChecks = new Map<string, Promise<DoctorFinding[]>>();
  let round = 0;
  let isStopped = false;

  async function runWithTimeout({ name, run }: HealthCheck): Promise<DoctorFinding[]> {
    const running = runningChecks.get(name) ?? runCheck(name, run).finally(() => runningChecks.delete(name));
    runningChecks.set(name, running);
    return await Promise.race([running, wait(timeoutMs, [silentFinding(name, timeoutMs)], { ref: false })]);
  }

  async function makeRound(): Promise<void> {
    const next = new Map<string, DoctorFinding[]>();
    for (const healthCheck of healthChecks) {
      if (isStopped) return;
      const previous = findingsByCheck.get(healthCheck.name);
      const isSkipped = healthCheck.isRemote && round % remoteEvery !== 0;
      next.set(healthCheck.name, isSkipped && previous ? previous : await runWithTimeout(healthCheck));
    }
    round += 1;
    reportChanges([...findingsByCheck.values()].flat(), [...next.values()].flat());
    findingsByCheck = next;
  }

  function reportChanges(before: readonly DoctorFinding[], now: readonly DoctorFinding[]): void {
    if (isStopped) return;
    const known = new Map(before.map((finding) => [keyOf(finding), finding]));
    const present = new Set(now.map(keyOf));
    for (const finding of now) {
      if (finding.state === 'ok' || known.has(keyOf(finding))) continue;
      const write = finding.state === 'fault' ? context.log.error : context.log.warn;
      write({ check: finding.check }, finding.english);
    }
    for (const [key, finding] of known)
      if (finding.state !== 'ok' && !present.has(key))
        context.log.info({ check: finding.check, was: finding.english }, 'A health check passes again');
  }

  let currentRound: Promise<void> | undefined;
  const startRound = () => {
    currentRound ??= makeRound()
      .catch((error: unknown) => context.log.warn({ error }, 'The health checks could not be run'))
      .finally(() => {
        currentRound = undefined;
      });
  };
  startRound();
  const timer = setInterval(startRound, everyMs);
  timer.unref();
  return {
    findings: () => [...findingsByCheck.values()].flat(),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([currentRound, wait(maxStopMs, undefined, { ref: false })]);
    },
  };
}

/** Returns a key of a finding without its figures, which differ each time. */
const keyOf = ({ check, state, english }: DoctorFinding) =>
  `${check} ${state} ${english.replace(/[\d.]+/g, '0')}`;

function healthChecksOf({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>): HealthCheck[] {
  const installationChecks = checks
    .filter(({ schedule }) => schedule !== 'by the doctor')
    .map(({ name, schedule, run }) => ({
      name,
      isRemote: schedule === 'each ten minutes',
      run: async () => await run({ config, problems: [], build: undefined, now: now() }),
    }));
  let isUnavailable = false;
  const [server, ...others] = databaseChecks;
  const serverCheck = {
    name: server.name,
    isRemote: false,
    run: async () => {
      isUnavailable = true;
      const findings = await inSnapshot(db, (tx) => server.run(tx, subject()));
      isUnavailable = false;
      return findings;
    },
  };
  const subject = () => ({ config, now: now(), isRunning: true });
  const databaseHealthChecks = others
    .filter(({ isDoctorOnly }) => isDoctorOnly !== true)
    .map(({ name, run }) => ({
      name,
      isRemote: false,
      // Only the first check reports that the database is unavailable.
      run: async () => (isUnavailable ? [] : await inSnapshot(db, (tx) => run(tx, subject()))),
    }));
  return [...installationChecks, serverCheck, ...databaseHealthChecks];
}

function silentFinding(name: string, timeoutMs: number): DoctorFinding {
  const seconds = Math.round(timeoutMs / 1000);
  return findingsOf(name).fault(
    `检查没有在 ${seconds} 秒内完成：磁盘或网络可能没有应答。`,
    `The check was not done within ${seconds} s: a disk or the network may not answer.`,
  );
}

/** Returns the worst state among the findings of each check. */
export function worstStates(findings: readonly DoctorFinding[]): Map<string, FindingState> {
  const order: FindingState[] = ['ok', 'warning', 'fault'];
  const worst = new Map<string, FindingState>();
  for (const { check, state } of findings) {
    const known = worst.get(check) ?? 'ok';
    worst.set(check, order.indexOf(state) > order.indexOf(known) ? state : known);
  }
  return worst;
}
