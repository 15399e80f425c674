import type { Context } from '#server/framework/context.ts';
import type { Watch } from '#server/framework/routing/watch.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { appendAll } from './append.ts';
import type { AuditEntry } from './chain.ts';
import * as queries from './queries.ts';
import { createRepeatedReads } from './repeated-reads.ts';
import { type SecurityEvent, securityEventOf } from './security-events.ts';

/** The family of security events. */
export const securityChain = 'security';

const gatherMs = 200;
const againMs = 5_000;
/** Written by one transaction, so that the chain is never locked for long. */
const batch = 500;
const windowMs = 60_000;
/** Of one event from one address (or by one person) in a minute, before the rest is only counted. */
const perSource = 20;
/**
 * The limit of refusals without a session in a minute of one process; those of staff and successes are not
 * lost.
 */
const perMinute = 600;
/**
 * Maximum number of events that wait while the database is away; further ones are only counted. Strangers' refusals
 * fill half of it.
 */
const maxWaiting = 5_000;
/** Of the accounts typed in events that are only counted. */
const maxTyped = 1_000;
/** Of these the ones that are written out, because there are such accounts. */
const maxNamed = 50;

/** Summary of events that were not written one by one. */
interface Surplus {
  first: SecurityEvent;
  last: Date;
  count: number;
  typed: Set<string>;
}

/**
 * Writes security events to a chain of their own and to the log, one JSON line each, off the path of the
 * calls: they are gathered for a moment and go out together, so that a thousand failed logins lock the chain
 * a few times. Beyond a bound for each address and minute they are counted, and the count is written when the
 * minute is over, with the accounts that were tried; so no attacker can fill the database with attempts, nor
 * hide one attempt among many.
 */
export function createSecurityWatch(context: Context): Watch {
  const isRepeatedRead = createRepeatedReads();
  let waiting: SecurityEvent[] = [];
  let began = 0;
  let written = 0;
  let seen = new Map<string, number>();
  let surplus = new Map<string, Surplus>();
  let timer: NodeJS.Timeout | undefined;
  let minute: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function openWindow(now: number): void {
    if (now - began < windowMs && now >= began) return;
    for (const { first, last, count, typed } of surplus.values())
      waiting.push({ ...first, detail: { count, until: last.toISOString() }, typedAccounts: typed });
    began = now;
    written = 0;
    seen = new Map();
    surplus = new Map();
  }

  function count(event: SecurityEvent, source: string): void {
    // The one that is said for all names no person: it stands for many.
    const known = surplus.get(source);
    const all = known ?? {
      first: { ...event, typedAccount: undefined, detail: {} },
      last: event.at,
      count: 0,
      typed: new Set<string>(),
    };
    all.count += 1;
    all.last = event.at;
    if (event.typedAccount !== undefined && all.typed.size < maxTyped) all.typed.add(event.typedAccount);
    if (known) return;
    surplus.set(source, all);
    minute ??= setTimeout(() => {
      minute = undefined;
      openWindow(context.now().getTime());
      later();
    }, windowMs).unref();
  }

  function later(): void {
    timer ??= setTimeout(() => void flushWaiting(), gatherMs).unref();
  }

  function flushWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(async () => {
      while (waiting.length > 0) {
        const events = waiting.splice(0, batch);
        try {
          await writeWhatCanBe(context, events);
        } catch (error) {
          context.log.warn({ error, events: events.length }, 'Security events wait for the database');
          waiting = [...events, ...waiting].slice(0, maxWaiting);
          timer ??= setTimeout(() => void flushWaiting(), againMs).unref();
          return;
        }
      }
    });
    return running;
  }

  return {
    note(outcome) {
      const event = securityEventOf(outcome, context.now());
      if (!event || isRepeatedRead(event)) return;
      openWindow(event.at.getTime());
      const source = `${event.event} ${sourceOf(event)}`;
      const isStranger = event.actor === undefined && event.outcome === 'refused';
      const times = (seen.get(source) ?? 0) + 1;
      if (times > perSource) count(event, source);
      else if (
        isStranger ? written >= perMinute || waiting.length >= maxWaiting / 2 : waiting.length >= maxWaiting
      )
        count(event, event.event);
      else {
        seen.set(source, times);
        if (isStranger) written += 1;
        waiting.push(event);
        later();
      }
    },
    async flush() {
      clearTimeout(minute);
      minute = undefined;
      openWindow(Number.POSITIVE_INFINITY);
      began = 0;
      await flushWaiting();
    },
  };
}

/**
 * Returns the source that is bounded: the person; of a login that succeeded the account, for an office has
 * one address; else the address.
 */
function sourceOf({ actor, outcome, typedAccount, address }: SecurityEvent): string {
  if (actor) return actor.staffId;
  return outcome === 'succeeded' && typedAccount !== undefined ? typedAccount : visitorNetwork(address);
}

/** One event that the database refuses must not hold up all others: it is looked for, and only its name is logged. */
async function writeWhatCanBe(context: Context, events: readonly SecurityEvent[]): Promise<void> {
  try {
    await writeEvents(context, events);
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const [first] = events;
    if (events.length === 1) {
      context.log.error({ error, event: first?.event }, 'A security event cannot be kept');
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await writeWhatCanBe(context, events.slice(0, middle));
    await writeWhatCanBe(context, events.slice(middle));
  }
}

/** PostgreSQL's class 22: the values are wrong, so the same statement fails for ever. */
function isRefusedData(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('22');
}

async function writeEvents(context: Context, events: readonly SecurityEvent[]): Promise<void> {
  const typed = new Set(
    events.flatMap(({ typedAccount, typedAccounts }) => [typedAccount ?? '', ...(typedAccounts ?? [])]),
  );
  const known = new Set(await queries.listKnownAccounts(context.db, [...typed]));
  /**
   * Returns the account of an event. A text typed as an account may be a password: only real accounts are written out.
   */
  const accountOf = ({ actor, typedAccount }: SecurityEvent): string => {
    if (actor) return actor.account;
    if (typedAccount === undefined) return '';
    return known.has(typedAccount)
      ? typedAccount
      : `unknown:${context.crypto.searchHash(typedAccount).slice(0, 16)}`;
  };
  const named = events.map((event) => ({
    ...event,
    detail: { ...event.detail, ...accountsOf(event, known) },
  }));
  await inTransaction(context.db, (tx) =>
    appendAll(
      tx,
      context,
      securityChain,
      named.map((event) => entryOf(event, accountOf(event))),
    ),
  );
  for (const event of named) {
    const { at, event: name, outcome, address, userAgent, call, code, requestId, detail } = event;
    context.log.info(
      {
        time: at.toISOString(),
        event: name,
        outcome,
        account: accountOf(event),
        address,
        userAgent,
        requestId,
        call,
        code,
        ...pick(detail),
      },
      'Security event',
    );
  }
}

/** Which accounts there are among those that were tried, and how many are none. */
function accountsOf(
  { typedAccounts }: SecurityEvent,
  known: ReadonlySet<string>,
): { accounts?: string[]; unknownAccounts?: number } {
  if (!typedAccounts?.size) return {};
  const accounts = [...typedAccounts].filter((typed) => known.has(typed)).sort();
  return { accounts: accounts.slice(0, maxNamed), unknownAccounts: typedAccounts.size - accounts.length };
}

/**
 * Returns the fields of a log line: facts about many events stand on the line itself; the parameters stay one field.
 */
function pick({
  count,
  until,
  accounts,
  unknownAccounts,
  ...asked
}: Record<string, unknown>): Record<string, unknown> {
  return {
    count: count ?? 1,
    ...(until === undefined ? {} : { until }),
    ...(accounts === undefined ? {} : { accounts, unknownAccounts }),
    asked,
  };
}

function entryOf(event: SecurityEvent, account: string): AuditEntry {
  const { address, userAgent, call, code, outcome, detail } = event;
  return {
    at: event.at,
    staffId: event.actor?.staffId ?? null,
    staffName: event.actor?.name ?? '',
    action: `security.${event.event}`,
    ...objectOfEvent(event, account),
    detail: { outcome, address, userAgent, call, ...(code ? { code } : {}), ...detail },
    requestId: event.requestId,
  };
}

/**
 * Returns the object of an event: the account of the sign-in, the audit log that was read, or else the call.
 */
function objectOfEvent(
  { event, call }: SecurityEvent,
  account: string,
): Pick<AuditEntry, 'objectKind' | 'objectId'> {
  if (event === 'audit.read') return { objectKind: 'audit', objectId: '' };
  // A unified login without a matching person is about its call alone.
  const isOfAccount =
    event.startsWith('login.') || (account !== '' && /^(sign-on|password|second-factor)\./.test(event));
  return isOfAccount ? { objectKind: 'account', objectId: account } : { objectKind: 'call', objectId: call };
}
