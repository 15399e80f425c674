import type { Context } from '#server/framework/context.ts';
import type { CallObserver } from '#server/framework/routing/call-observer.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { appendAll } from './append.ts';
import type { AuditEntry } from './chain.ts';
import * as queries from './queries.ts';
import { createRepeatedReadCheck } from './repeated-reads.ts';
import { type SecurityEvent, securityEventOf } from './security-events.ts';

/** The family of security events. */
export const securityChain = 'security';

const collectMs = 200;
const retryMs = 5_000;
/** Number of events written by one transaction, so that the chain is never locked for long. */
const batch = 500;
const windowMs = 60_000;
/**
 * Number of equal events from one address (or by one person) in a minute, before the others are only counted.
 */
const maxEventsPerSource = 20;
/**
 * Limit of refusals without a session in a minute of one process; events of staff and successes are never
 * dropped.
 */
const maxVisitorEventsPerMinute = 600;
/**
 * Maximum number of events that wait while the database is unavailable; further ones are only counted.
 * Refusals without a session fill at most half of it.
 */
const maxPending = 5_000;
/** Maximum number of typed accounts stored for events that are only counted. */
const maxTypedAccounts = 1_000;
/** Maximum number of these that are written, if such accounts exist. */
const maxNamedAccounts = 50;

/** Summary of events that were not written one by one. */
interface SuppressedEvents {
  first: SecurityEvent;
  last: Date;
  count: number;
  typed: Set<string>;
}

/**
 * Writes security events to a separate chain and to the log, one JSON line each, after the calls: they are
 * collected for a moment and written together, so that a thousand failed logins lock the chain only a few
 * times. Beyond a limit for each address and minute they are counted, and the count is written at the end of
 * the minute, with the accounts that were tried; so an attacker can neither fill the database with attempts,
 * nor hide one attempt among many.
 */
export function createSecurityObserver(context: Context): CallObserver {
  const isRepeatedRead = createRepeatedReadCheck();
  let pending: SecurityEvent[] = [];
  let windowStart = 0;
  let visitorEvents = 0;
  let countsBySource = new Map<string, number>();
  let suppressed = new Map<string, SuppressedEvents>();
  let timer: NodeJS.Timeout | undefined;
  let minuteTimer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function openWindow(now: number): void {
    if (now - windowStart < windowMs && now >= windowStart) return;
    for (const { first, last, count, typed } of suppressed.values())
      pending.push({ ...first, detail: { count, until: last.toISOString() }, typedAccounts: typed });
    windowStart = now;
    visitorEvents = 0;
    countsBySource = new Map();
    suppressed = new Map();
  }

  function count(event: SecurityEvent, source: string): void {
    // The summary names no person, because it covers many.
    const known = suppressed.get(source);
    const summary = known ?? {
      first: { ...event, typedAccount: undefined, detail: {} },
      last: event.at,
      count: 0,
      typed: new Set<string>(),
    };
    summary.count += 1;
    summary.last = event.at;
    if (event.typedAccount !== undefined && summary.typed.size < maxTypedAccounts)
      summary.typed.add(event.typedAccount);
    if (known) return;
    suppressed.set(source, summary);
    minuteTimer ??= setTimeout(() => {
      minuteTimer = undefined;
      openWindow(context.now().getTime());
      scheduleFlush();
    }, windowMs).unref();
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flushWaiting(), collectMs).unref();
  }

  function flushWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(async () => {
      while (pending.length > 0) {
        const events = pending.splice(0, batch);
        try {
          await writeEventsOrLog(context, events);
        } catch (error) {
          context.log.warn(
            { error, events: events.length },
            'Security events could not be written and wait for the database',
          );
          pending = [...events, ...pending].slice(0, maxPending);
          timer ??= setTimeout(() => void flushWaiting(), retryMs).unref();
          return;
        }
      }
    });
    return running;
  }

  return {
    record(outcome) {
      const event = securityEventOf(outcome, context.now());
      if (!event || isRepeatedRead(event)) return;
      openWindow(event.at.getTime());
      const source = `${event.event} ${sourceOf(event)}`;
      const isVisitor = event.actor === undefined && event.outcome === 'refused';
      const times = (countsBySource.get(source) ?? 0) + 1;
      if (times > maxEventsPerSource) count(event, source);
      else if (
        isVisitor
          ? visitorEvents >= maxVisitorEventsPerMinute || pending.length >= maxPending / 2
          : pending.length >= maxPending
      )
        count(event, event.event);
      else {
        countsBySource.set(source, times);
        if (isVisitor) visitorEvents += 1;
        pending.push(event);
        scheduleFlush();
      }
    },
    async flush() {
      clearTimeout(minuteTimer);
      minuteTimer = undefined;
      openWindow(Number.POSITIVE_INFINITY);
      windowStart = 0;
      await flushWaiting();
    },
  };
}

/**
 * Returns the source whose events are limited: the person; for a successful login the account, because an
 * office may have one address; else the address.
 */
function sourceOf({ actor, outcome, typedAccount, address }: SecurityEvent): string {
  if (actor) return actor.staffId;
  return outcome === 'succeeded' && typedAccount !== undefined ? typedAccount : visitorNetwork(address);
}

/**
 * Writes events one by one if the database refuses them together: one that it refuses must not block the
 * others, and only its name is logged.
 */
async function writeEventsOrLog(context: Context, events: readonly SecurityEvent[]): Promise<void> {
  try {
    await writeEvents(context, events);
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const [first] = events;
    if (events.length === 1) {
      context.log.error({ error, event: first?.event }, 'A security event cannot be stored');
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await writeEventsOrLog(context, events.slice(0, middle));
    await writeEventsOrLog(context, events.slice(middle));
  }
}

/** Checks for PostgreSQL's class 22: the values are invalid, so the same statement always fails. */
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
   * Returns the account of an event. A text typed as an account may be a password: only existing accounts are
   * written.
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
        ...logFieldsOf(detail),
      },
      'Security event',
    );
  }
}

/** Returns the existing accounts among those that were tried, and the number of others. */
function accountsOf(
  { typedAccounts }: SecurityEvent,
  known: ReadonlySet<string>,
): { accounts?: string[]; unknownAccounts?: number } {
  if (!typedAccounts?.size) return {};
  const accounts = [...typedAccounts].filter((typed) => known.has(typed)).sort();
  return {
    accounts: accounts.slice(0, maxNamedAccounts),
    unknownAccounts: typedAccounts.size - accounts.length,
  };
}

/**
 * Returns the fields of a log line: facts about many events are separate fields; the parameters stay one
 * field.
 */
function logFieldsOf({
  count,
  until,
  accounts,
  unknownAccounts,
  ...parameters
}: Record<string, unknown>): Record<string, unknown> {
  return {
    count: count ?? 1,
    ...(until === undefined ? {} : { until }),
    ...(accounts === undefined ? {} : { accounts, unknownAccounts }),
    asked: parameters,
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
  // For a unified login without a matching person the object is the call.
  const isOfAccount =
    event.startsWith('login.') || (account !== '' && /^(sign-on|password|second-factor)\./.test(event));
  return isOfAccount ? { objectKind: 'account', objectId: account } : { objectKind: 'call', objectId: call };
}
