import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { open } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openSession } from '#test/world/office.ts';
import { bodyOf, chooseOrder, knownValue } from './known-values.ts';
import { type FuzzWorld, runFuzz } from './run.ts';
import { tableOf } from './table.ts';
import { accountsOf, type Kind, kinds, openWorld, readKnownObjects } from './world.ts';

/** `npm run fuzz` sets these; in `npm test` the run is the same every time. */
const isLong = process.env.FUZZ_REQUESTS !== undefined;
const requests = Number(process.env.FUZZ_REQUESTS ?? 5000);
/** The smallest number of calls of each kind by each kind of person. */
const minPerKind = isLong ? 20 : 5;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const isVerbose = process.env.FUZZ_VERBOSE === '1';
/** Limits the run to calls with this text in their path; empty for all calls. */
const pathFilter = process.env.FUZZ_CALL ?? '';

const office = await openWorld();
const errors: { requestId: string; text: string }[] = [];
const app = await createApp({
  context: {
    ...office.context,
    log: { ...office.context.log, warn: recordError, error: recordError },
  },
  hub: office.hub,
  webFolder: '/nonexistent',
});
await app.fastify.ready();
afterAll(() => app.fastify.close());

function recordError(fields: object, message: string): void {
  const { error, requestId = '' } = fields as { error?: Error; requestId?: string };
  const stack = error?.stack?.split('\n').slice(0, 4).join(' | ') ?? '';
  errors.push({ requestId, text: `${message}: ${stack} ${String(error?.cause ?? '')}` });
}

const calls = app.mounted.map((mounted) => mounted.endpoint).filter(({ path }) => path.includes(pathFilter));
/** Enough requests that every kind of person makes every call often enough. */
const requestCount = Math.max(requests, calls.length * kinds.length * minPerKind);
const accounts = Object.fromEntries(kinds.map((kind) => [kind, accountsOf(kind)])) as Record<Kind, string[]>;
const actors = new Map(
  await Promise.all(
    kinds
      .flatMap((kind) => accounts[kind])
      .map(async (one) => [one, await getActor(office.context, one)] as const),
  ),
);

/** A session is used for a few calls only, because some of them end all sessions of their person. */
const usesOfSession = 12;
const sessions = new Map<string, { token: string; uses: number }>();

async function tokenOf(account: string): Promise<string> {
  const session = sessions.get(account);
  if (session && session.uses < usesOfSession) {
    session.uses += 1;
    return session.token;
  }
  const token = await openSession(office, account);
  sessions.set(account, { token, uses: 1 });
  return token;
}

/** The pools of ids are read again after this many calls. */
const callsUntilReread = 100;
let prepared = 0;
let known = await readKnownObjects(office);

const world: FuzzWorld = {
  fastify: app.fastify,
  calls,
  explain: (requestId) => errors.find((fault) => fault.requestId === requestId)?.text ?? '',
  async prepare({ path }, kind, random) {
    office.clock.forward(1000);
    prepared += 1;
    if (prepared % callsUntilReread === 0) known = await readKnownObjects(office);
    const account = kind === 'stranger' ? '' : random.pick(accounts[kind]);
    const choice = chooseOrder(known, path, actors.get(account), random);
    return {
      account,
      token: account === '' ? '' : await tokenOf(account),
      value: (field) => knownValue(field, path, choice, known, random),
      body: await bodyOf(office, path, choice, random),
    };
  },
};

test(
  'every call answers random input of every kind of person in the envelope, never with 5xx (S0 §8)',
  async () => {
    const report = await runFuzz(world, { seed, requests: requestCount });
    console.log(`seed ${seed}\n${tableOf(report, isVerbose)}`);
    expect(report.failures.slice(0, 20)).toEqual([]);
    expect(Math.min(...report.callCounts.values())).toBeGreaterThanOrEqual(minPerKind);
    expect(report.callCounts.size).toBe(calls.length * kinds.length);
    // Most requests are plausible: most of those that pass the access rule also match the schema of the
    // call.
    if (pathFilter === '') expect(report.reached / report.admitted).toBeGreaterThan(1 / 2);
    expect(errors).toEqual([]);
  },
  60_000 + requestCount * 40,
);

test('orders and audit chain satisfy every invariant after the random calls', async () => {
  await office.context.notifier.flush();
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

describe('a planted error at a boundary value', () => {
  const limitedInput = z.strictObject({
    sort: z.number().int().min(-10).max(70_000),
    name: z.string().max(30),
  });
  const planted = {
    throws: endpoint({
      method: 'POST',
      path: '/planted/throws',
      summary: '植入',
      changes: [],
      body: limitedInput,
      output: z.object({}),
    }),
    escapes: endpoint({
      method: 'GET',
      path: '/planted/escapes/:id',
      summary: '植入',
      params: z.strictObject({ id: z.string().max(50) }),
      output: z.object({}),
    }),
  };

  test('is found, and its request is printed on one line', async () => {
    const faultyApp: App = { ...app, fastify: (await import('fastify')).default(), mounted: [] };
    route(faultyApp, planted.throws, open, ({ body }) => {
      // Fails like an int2 column.
      if (body.sort > 32_767) throw new RangeError('smallint out of range');
      return {};
    });
    route(faultyApp, planted.escapes, open, ({ params, reply }) => {
      if (params.id.includes('%')) reply.code(404).type('text/html').send('<h1>Not found</h1>');
      return {};
    });
    const report = await runFuzz(
      { ...world, fastify: faultyApp.fastify, calls: Object.values(planted) },
      { seed, requests: 300 },
    );
    await faultyApp.fastify.close();
    expect(report.failures.join('\n')).toMatch(
      /^status 500: {"as":".*","method":"POST","url":"\/planted\/throws",.*70000/m,
    );
    expect(report.failures.join('\n')).toMatch(/^an answer of text\/html.*\/planted\/escapes\//m);
    for (const failure of report.failures) expect(failure).not.toContain('\n');
  });
});
