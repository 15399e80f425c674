import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#server/framework/context.ts';
import { inSnapshot } from '#server/kernel/database/transaction.ts';
import { type Check, checks } from './checks.ts';
import { databaseChecks } from './database-checks.ts';
import { type DoctorFinding, type FindingState, findingsOf, runCheck } from './finding.ts';

/** The checks of the doctor that a running portal makes. */
export interface HealthCheckResults {
  /** Returns the last findings; none before the first round. */
  findings(): readonly DoctorFinding[];
  stop(): Promise<void>;
}

export const noHealthChecks: HealthCheckResults = { findings: () => [], stop: async () => undefined };

/** A running round may hang on a disk; stopping does not wait longer than this for it. */
const stopMs = 2_000;
const times = { everyMs: 60_000, patienceMs: 20_000, remoteEvery: 10 };

type Question = Pick<Check, 'name'> & { isRemote: boolean; ask: () => Promise<DoctorFinding[]> };

/**
 * Makes the checks of the doctor at once and then each minute, those that contact another machine each ten
 * minutes. Logs findings that are not ok, at first and whenever they change.
 */
export function watchChecks(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  { everyMs, patienceMs, remoteEvery } = times,
  questions: readonly Question[] = questionsOf(context),
): HealthCheckResults {
  let found = new Map<string, DoctorFinding[]>();
  /** Checks that have not finished, for example because a disk hangs: they are not started a second time. */
  const underWay = new Map<string, Promise<DoctorFinding[]>>();
  let round = 0;
  let isStopped = false;

  async function answerOf({ name, ask }: Question): Promise<DoctorFinding[]> {
    const running = underWay.get(name) ?? runCheck(name, ask).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return await Promise.race([running, wait(patienceMs, [silent(name, patienceMs)], { ref: false })]);
  }

  async function makeRound(): Promise<void> {
    const next = new Map<string, DoctorFinding[]>();
    for (const question of questions) {
      if (isStopped) return;
      const last = found.get(question.name);
      const isLeft = question.isRemote && round % remoteEvery !== 0;
      next.set(question.name, isLeft && last ? last : await answerOf(question));
    }
    round += 1;
    reportChanges([...found.values()].flat(), [...next.values()].flat());
    found = next;
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

  let making: Promise<void> | undefined;
  const begin = () => {
    making ??= makeRound()
      .catch((error: unknown) => context.log.warn({ error }, 'The health checks could not be run'))
      .finally(() => {
        making = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    findings: () => [...found.values()].flat(),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([making, wait(stopMs, undefined, { ref: false })]);
    },
  };
}

/** Identifies a finding without its figures, which differ each time. */
const keyOf = ({ check, state, english }: DoctorFinding) =>
  `${check} ${state} ${english.replace(/[\d.]+/g, '0')}`;

function questionsOf({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>): Question[] {
  const beside = checks
    .filter(({ schedule }) => schedule !== 'by the doctor')
    .map(({ name, schedule, ask }) => ({
      name,
      isRemote: schedule === 'each ten minutes',
      ask: async () => await ask({ config, problems: [], build: undefined, now: now() }),
    }));
  let isAway = false;
  const [server, ...others] = databaseChecks;
  const first = {
    name: server.name,
    isRemote: false,
    ask: async () => {
      isAway = true;
      const findings = await inSnapshot(db, (tx) => server.run(tx, subject()));
      isAway = false;
      return findings;
    },
  };
  const subject = () => ({ config, now: now(), isRunning: true });
  const ofDatabase = others
    .filter(({ isDear }) => isDear !== true)
    .map(({ name, run: ask }) => ({
      name,
      isRemote: false,
      // That the database is unavailable is reported only once.
      ask: async () => (isAway ? [] : await inSnapshot(db, (tx) => ask(tx, subject()))),
    }));
  return [...beside, first, ...ofDatabase];
}

function silent(name: string, patienceMs: number): DoctorFinding {
  const seconds = Math.round(patienceMs / 1000);
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
