import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Permission } from '#domain/access/actor.ts';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import { createScriptRunner } from '#server/adapters/scripts/script-runner.ts';
import { type AppOptions, createApp } from '#server/app.ts';
import { type Context, createContext } from '#server/framework/context.ts';
import type { App } from '#server/framework/routing/route.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { DiskSpaceReader } from '#server/kernel/folders/free-space.ts';
import { EventHub } from '#server/kernel/http/event-hub.ts';
import { createLog, type Log } from '#server/kernel/log/log.ts';
import { type DatabaseOrigin, type TestDatabase, testDatabase } from './database.ts';
import { listenForCauses } from './logged-causes.ts';

/** The password of every person in tests. */
export const testPassword = 'Cloud-72341';
/**
 * A hash of the test password with the lowest cost: a check reads the parameters from the hash. With those of the
 * product, which have their own tests, the checks took most of the processor time of the tests that sign in.
 */
const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$8kOOlqx8Z1tlZUt8MgCSMQUWs8tl0fi1EJe6r63CQAI';
const captcha = 'A7K3';

const discardingLog = createLog('fatal', () => undefined);

export interface TestResponse {
  status: number;
  /** The envelope. */
  body: {
    errcode: number;
    errmsg?: string;
    problems?: { field: string; message: string }[];
    data?: never;
  } & Record<string, unknown>;
  text: string;
  headers: Record<string, unknown>;
}

export interface TestCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** A token of `signIn`. */
  token?: string;
}

export interface TestPortal {
  app: App;
  context: Context;
  database: TestDatabase;
  hub: EventHub;
  clock: { now: Date; forward(ms: number): void };
  call(path: string, call?: TestCall): Promise<TestResponse>;
  signIn(account: string, headers?: Record<string, string>): Promise<string>;
}

export interface PortalOrigin extends DatabaseOrigin {
  /** The key with which the template's values were encrypted. */
  key?: Buffer;
  /** Settings in addition to those of every test. */
  settings?: NodeJS.ProcessEnv;
  /** Log of the portal; discarded by default. */
  log?: Log;
  callWatchers?: AppOptions['callWatchers'];
  /** The free disk space, if a test sets it. */
  diskSpace?: DiskSpaceReader;
}

/** Returns the context of the services in tests. */
export function testContext(parts: {
  db: Db;
  folder: string;
  key: Buffer;
  now: () => Date;
  settings?: NodeJS.ProcessEnv;
  log?: Log;
  diskSpace?: DiskSpaceReader | undefined;
}): Context {
  const config = loadConfig({ PORTAL_DEMO_CAPTCHA: captcha, DATA_DIR: parts.folder, ...parts.settings });
  return createContext({
    config,
    db: parts.db,
    crypto: createCrypto([parts.key]),
    files: createFileStore(config),
    log: parts.log ?? discardingLog,
    processId: 'test',
    now: parts.now,
    space: parts.diskSpace,
    // Enough for a script on a busy machine.
    scripts: createScriptRunner({ timeLimitMs: 1_000 }),
  });
}

/**
 * Returns the whole portal on a separate database, with a stopped clock. Call it at the top of a test file.
 */
export async function testPortal(origin: PortalOrigin = {}): Promise<TestPortal> {
  const database = await testDatabase(origin);
  const folder = await mkdtemp(join(tmpdir(), 'banjian-files-'));
  const clock = {
    now: new Date('2026-03-02T02:00:00.000Z'),
    forward(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  const causes = listenForCauses(origin.log ?? discardingLog);
  const context = testContext({
    db: database.db,
    folder,
    key: origin.key ?? randomBytes(32),
    now: () => clock.now,
    settings: origin.settings,
    log: causes.log,
    diskSpace: origin.diskSpace,
  });
  const hub = new EventHub({ connectionString: database.url }, discardingLog);
  await hub.start();
  const app = await createApp({
    context,
    hub,
    webFolder: join(folder, 'no-web'),
    callWatchers: origin.callWatchers,
  });
  await app.fastify.ready();
  afterAll(async () => {
    await app.fastify.close();
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const call = async (path: string, options: TestCall = {}): Promise<TestResponse> => {
    const isWrite = options.json !== undefined || options.form !== undefined;
    const answer = await app.fastify.inject({
      method: options.method ?? (isWrite ? 'POST' : 'GET'),
      url: path,
      query: options.query ?? {},
      headers: {
        ...(options.token ? { 'x-access-token': options.token } : {}),
        ...(options.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        'x-refusal-status': 'http',
        ...options.headers,
      },
      ...(options.json !== undefined ? { payload: options.json as object } : {}),
      ...(options.form ? { payload: new URLSearchParams(options.form).toString() } : {}),
    });
    if (answer.statusCode >= 500)
      causes.report(`${options.method ?? (isWrite ? 'POST' : 'GET')} ${path}`, answer);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : { errcode: -1 },
      text: answer.body,
      headers: answer.headers,
    };
  };
  const signIn = async (account: string, headers: Record<string, string> = {}): Promise<string> => {
    const { body } = await call('/sys/captcha');
    const { captchaToken } = body.data as unknown as { captchaToken: string };
    const answer = await call('/login', {
      form: { username: account, password: testPassword, verifyCode: captcha, captchaToken },
      headers,
    });
    if (answer.body.errcode !== 0) throw new Error(`${account} cannot sign in: ${answer.text}`);
    return (answer.body.data as unknown as { accessToken: string }).accessToken;
  };
  return { app, context, database, hub, clock, call, signIn };
}

export interface TestPerson {
  account: string;
  name: string;
  permissions?: readonly Permission[];
  disabled?: boolean;
}

/** Adds a small office: one organisation with one department, and people who each have their own role. */
export async function addPeople(portal: TestPortal, people: readonly TestPerson[]): Promise<void> {
  const { db, crypto, now } = portal.context;
  await db
    .insertInto('organisations')
    .values([
      {
        id: 'office',
        code: 'office',
        name: '测试县信访局',
        kind: 'organisation',
        area_code: '330127',
        level: 1,
        path: '/office/',
      },
      {
        id: 'desk',
        code: 'desk',
        name: '办信科',
        kind: 'department',
        parent_id: 'office',
        area_code: '330127',
        level: 2,
        path: '/office/desk/',
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const person of people) {
    const role = `role-${person.account}`;
    await db
      .insertInto('staff')
      .values({
        id: person.account,
        account: person.account,
        name: person.name,
        password_hash: testPasswordHash,
        password_changed_at: now(),
        id_card_sealed: crypto.seal('330127199003129970'),
        mobile_sealed: crypto.seal('15405711037'),
        org_id: 'office',
        department_id: 'desk',
        disabled_at: person.disabled ? now() : null,
        created_at: now(),
      })
      .execute();
    await db.insertInto('roles').values({ code: role, name: person.name }).execute();
    await db.insertInto('staff_roles').values({ staff_id: person.account, role_code: role }).execute();
    for (const permission of person.permissions ?? []) {
      await db.insertInto('role_permissions').values({ role_code: role, permission }).execute();
    }
  }
}
