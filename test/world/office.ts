import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { insertSession } from '#server/modules/access/session/queries.ts';
import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { readHolidays } from '#server/seeds/data/holidays.ts';
import { readOffice, readPermissions } from '#server/seeds/office.ts';
import { publishItems } from '#server/seeds/publish-items.ts';
import {
  addArchive,
  addArchivists,
  addDemoStaff,
  addDocumentTemplates,
  addHolidayRows,
  addOffice,
  addRoles,
} from '#server/seeds/steps.ts';
import { filledTemplate } from './database.ts';
import { officeOpeningTime } from './office-opening-time.ts';
import { ownRegions } from './own-regions.ts';
import { type PortalOrigin, type TestPortal, type TestResponse, testContext, testPortal } from './portal.ts';

/** One key for all workers, because they share the template. */
export const officeKey = Buffer.alloc(32, 7);

/** Encrypts and signs as in every test office. */
export const officeCrypto = createCrypto([officeKey]);

/**
 * Parts that a call sends; omitted parts are empty. `body` may be anything, because tests also send wrong
 * bodies.
 */
export interface TestInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Idempotency key; by default a new one for each mutating call, none if null. */
  key?: string | null;
}

/** One signed-in person of the demo office. */
export interface Clerk {
  /** Returns the whole answer, refused or not. */
  call(endpoint: Endpoint, sent?: TestInput): Promise<TestResponse>;
  /** Returns the data of a successful call; throws a refusal with all its contents. */
  done<E extends Endpoint>(endpoint: E, sent?: TestInput): Promise<OutputOf<E>>;
}

export interface TestOffice extends TestPortal {
  as(account: string): Clerk;
  /** Calls without any token. */
  stranger: Clerk;
}

/**
 * Returns the demo office (people, posts, the three real processes with their forms) on a separate database
 * for this file, created by the steps of the seed but without the region tree: only the regions above the
 * office and its towns.
 */
export async function testOffice(options: Omit<PortalOrigin, 'key'> = {}): Promise<TestOffice> {
  const template = options.template ?? (await filledTemplate('banjian_office', ({ db }) => fillOffice(db)));
  const portal = await testPortal({
    ...options,
    template,
    key: officeKey,
    max: options.max ?? 5,
  });
  const sessions = new Map<string, { token: Promise<string>; until: number }>();

  /** Returns a session without the login page, whose argon2 check would take most of the time of a test. */
  function tokenOf(account: string): Promise<string> {
    const now = portal.clock.now.getTime();
    const existing = sessions.get(account);
    if (existing && now < existing.until) return existing.token;
    const token = openSession(portal, account);
    sessions.set(account, { token, until: now + 10 * 60_000 });
    return token;
  }

  return {
    ...portal,
    as: (account) => clerkOf(portal, () => tokenOf(account)),
    stranger: clerkOf(portal, async () => undefined),
  };
}

function clerkOf(portal: TestPortal, tokenOf: () => Promise<string | undefined>): Clerk {
  const call = async (endpoint: Endpoint, sent: TestInput = {}): Promise<TestResponse> => {
    const token = await tokenOf();
    const idempotencyKey = sent.key === undefined && endpoint.mutates ? randomUUID() : sent.key;
    return portal.call(pathOf(endpoint, sent.params), {
      method: endpoint.method,
      ...(sent.query && { query: sent.query }),
      ...(sent.body !== undefined && endpoint.encoding === 'form'
        ? { form: sent.body as Record<string, string> }
        : {}),
      ...(sent.body !== undefined && endpoint.encoding !== 'form' ? { json: sent.body } : {}),
      ...(token && { token }),
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });
  };
  return {
    call,
    async done(endpoint, sent) {
      const answer = await call(endpoint, sent);
      if (answer.body.errcode !== 0) {
        throw new Error(`${endpoint.summary} was refused with ${answer.status}: ${answer.text}`);
      }
      return answer.body.data as OutputOf<typeof endpoint>;
    },
  };
}

export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  // An address cannot contain half a surrogate pair.
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
}

/** Opens a session without the login page. */
export async function openSession({ context }: TestPortal, account: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = context.now();
  await inTransaction(context.db, (tx) =>
    insertSession(tx, {
      id: context.newId(),
      token_hash: hashSecret(token),
      staff_id: `staff-${account}`,
      login_type: 'password',
      address: '127.0.0.1',
      created_at: now,
      seen_at: now,
    }),
  );
  return token;
}

async function fillOffice(db: Db): Promise<void> {
  const context = testContext({ db, folder: tmpdir(), key: officeKey, now: () => officeOpeningTime });
  const office = readOffice();
  await loadRegions(context, ownRegions());
  await addHolidayRows(context, readHolidays());
  await addRoles(context, readPermissions());
  await addOffice(context, office);
  await addDemoStaff(context, office.staff);
  await publishItems(context);
  await addDocumentTemplates(context, office);
  await addArchive(context);
  await addArchivists(context, office);
}
