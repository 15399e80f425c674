/**
 * `npm run chaos`: people act over HTTP while the server, the database and the chat platform fail; then every
 * acknowledged action is looked up. Prints which were acknowledged, lost or duplicated, which invariants are
 * violated, and how long it took until the next action succeeded. See docs/reliability.md.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCommand } from '#scripts/lib/options.mjs';
import { demoPassword } from '#server/kernel/config/config.ts';
import { freePort } from '#test/world/free-port.ts';
import { openMessageStub } from '#test/world/message-stub.ts';
import { newTally, openCaller, Refused } from './caller.ts';
import { accounts, completeLetter } from './complete-letter.ts';
import { completePermit, permitAccounts } from './complete-permit.ts';
import { countFaultEffects, type Fault, type FaultEffect } from './fault-effects.ts';
import { chatBehaviours, type FaultKind, faultKinds, inject } from './faults.ts';
import { openChaosPortal } from './portal.ts';
import { configureChat, readersOf } from './readers.ts';
import { type ChatTally, countPending, verifyRun } from './verify-run.ts';

const {
  actions: actionCount = 5_000,
  faults: faultCount = 36,
  people = 8,
  minutes = 40,
  keep,
} = readCommand('chaos', process.argv.slice(2)).values;
/** On a slow machine the run ends after this time, with all its faults but fewer actions. */
const maxMs = minutes * 60_000;
/** A failed message is tried again after half a minute, then after one, two and four minutes. */
const maxQuietMs = 300_000;
const startedAt = performance.now();
const isLate = () => performance.now() - startedAt > maxMs;

const dataDir = join(import.meta.dirname, '..', '..', 'data', 'chaos');
await rm(dataDir, { recursive: true, force: true });
const stub = await openMessageStub('chat');
const portal = openChaosPortal(dataDir, await freePort(), stub.origin);
const tally = newTally();
let exitCode = 1;
try {
  console.log(`${actionCount} actions, ${faultCount} faults, ${people} concurrent orders, in ${dataDir}`);
  await portal.start();
  exitCode = await run();
} finally {
  await portal.stop();
  // If a server could not be stopped, its PostgreSQL may still run.
  await portal.killPostmaster();
  await stub.close();
  if (!keep && exitCode === 0) await rm(dataDir, { recursive: true, force: true });
}
process.exit(exitCode);

async function run(): Promise<number> {
  const caller = openCaller(portal.address, tally);
  for (const account of [...accounts, ...permitAccounts]) await caller.signIn(account, demoPassword);
  await configureChat(caller, demoPassword);
  const readersOfLetter = readersOf(actionCount);

  let number = 0;
  let firstError: unknown;
  let areFaultsOver = false;
  // A fault after the last action would have no effect.
  const isOver = () => areFaultsOver && (tally.acknowledged.length >= actionCount || isLate());
  const completeLetters = async () => {
    while (firstError === undefined && !isOver()) {
      number += 1;
      const completed =
        number % 4 === 3
          ? completePermit(caller, number)
          : completeLetter(caller, number, readersOfLetter(number));
      await completed.catch((error: unknown) => {
        if (!(error instanceof Refused)) firstError ??= error;
      });
    }
  };
  const startOfRun = performance.now();
  const runs = Array.from({ length: people }, completeLetters);
  const faults = await injectFaults(() => firstError !== undefined);
  areFaultsOver = true;
  await Promise.all(runs);
  const seconds = (performance.now() - startOfRun) / 1000;
  if (firstError !== undefined) throw firstError;

  await portal.untilReady();
  const url = await portal.databaseUrl('banjian');
  await waitUntilQuiet(url);
  const { chat, ...found } = await verifyRun(url, dataDir, tally, stub);
  const effects = countFaultEffects(faults, tally.attempts, stub.behaviours.length);
  report(seconds, effects, chat);
  const ineffective = effects.flatMap((fault, index) =>
    fault.affected === 0 ? [`${index + 1} ${fault.kind}`] : [],
  );
  const results = { ...found, 'faults without effect': ineffective };
  for (const [name, found] of Object.entries(results)) {
    console.log(`${name}: ${found.length}`);
    for (const line of found.slice(0, 20)) console.log(`  ${line}`);
  }
  const failed = [...Object.values(results).flat(), ...tally.refused, ...tally.differentRepetitions];
  return failed.length === 0 && tally.acknowledged.length >= actionCount ? 0 : 1;
}

/** Injects a fault after every so many acknowledged actions, one kind after the other. */
async function injectFaults(isOver: () => boolean): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let index = 0; index < faultCount && !isOver(); index += 1) {
    const share = (index + 0.5) / faultCount;
    const isDue = () =>
      tally.acknowledged.length >= share * actionCount || performance.now() - startedAt >= share * maxMs;
    while (!isDue() && !isOver()) await wait(20);
    const kind = faultKinds[index % faultKinds.length] as FaultKind;
    const at = performance.now();
    await inject(kind, portal, stub);
    faults.push({ kind, at, servedAgainMs: performance.now() - at });
    process.stdout.write(`${index + 1} ${kind}: ${tally.acknowledged.length} acknowledged\n`);
  }
  return faults;
}

/**
 * Waits until every message affected by a fault was accepted after retries; does not wait for those that the
 * hourly limit delays.
 */
async function waitUntilQuiet(url: string): Promise<void> {
  const deadline = performance.now() + maxQuietMs;
  while ((await countPending(url)) > 0 && performance.now() < deadline) await wait(1000);
}

function report(seconds: number, faults: readonly FaultEffect[], chat: ChatTally): void {
  const { acknowledged, repeated, repeatedAfterAnswer, differentRepetitions, refused } = tally;
  const rate = (acknowledged.length / seconds).toFixed(1);
  console.log(`\nacknowledged: ${acknowledged.length} in ${seconds.toFixed(0)} s (${rate}/s)`);
  console.log(
    `repeated because there was no answer: ${repeated}; repeated although answered: ${repeatedAfterAnswer}`,
  );
  console.log(
    `different answer to the repetition: ${differentRepetitions.length}; refused: ${refused.length}`,
  );
  for (const line of [...differentRepetitions, ...refused].slice(0, 10)) console.log(`  ${line}`);
  console.log(`chat messages: ${stub.delivered.length} delivered in ${stub.requests} requests`);
  const behaviours =
    faults.filter(({ kind }) => kind === 'chat platform hangs').length * chatBehaviours.length;
  console.log(
    `  faults of the platform: ${behaviours - stub.behaviours.length} of ${behaviours} occurred during a message`,
  );
  console.log(
    `  ${chat.retried} were tried more than once; ${chat.delayed} were postponed by the hourly limit of a number`,
  );
  console.log('recovery: time from the fault to the first acknowledged action that was sent after it');
  for (const kind of faultKinds) {
    const faultsOfKind = faults.filter((fault) => fault.kind === kind);
    const times = faultsOfKind.flatMap(({ at }) => {
      const next = acknowledged.filter(({ sentAt }) => sentAt >= at).map(({ answeredAt }) => answeredAt);
      return next.length > 0 ? [Math.min(...next) - at] : [];
    });
    times.sort((one, other) => one - other);
    const ms = (value: number | undefined) => `${Math.round(value ?? 0)} ms`;
    const middle = times[Math.floor(times.length / 2)];
    const affected = faultsOfKind.map((fault) => fault.affected).join(', ');
    console.log(
      `  ${kind}: ${faultsOfKind.length} times, median ${ms(middle)}, longest ${ms(times.at(-1))}; affected ${affected}`,
    );
  }
}
