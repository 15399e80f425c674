import ical, { ICalEventTransparency } from 'ical-generator';
import type { scheduleFeed } from '#contract/schedule.ts';
import { type Actor, mayParticipateInMatters } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { maxEntryDays } from '#domain/schedule/limits.ts';
import type { Context } from '#server/framework/context.ts';
import type { PreBodyLimit } from '#server/framework/routing/access.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { findActor } from '#server/modules/access/session/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { dateOf, presentDeadlines } from './present.ts';
import * as queries from './queries.ts';
import { auditRecordOf } from './schedule-audit.ts';

/**
 * Returns the rate limits of the link: a calendar reads it a few times an hour, and a 256-bit secret cannot be
 * guessed within them.
 */
export const limitsOfFeed: PreBodyLimit['limitsOf'] = ({ ip, params }) => [
  { bucket: `schedule-feed:link:${hashSecret(params.secret ?? '')}`, limit: 60, windowSeconds: 3_600 },
  { bucket: `schedule-feed:address:${visitorNetwork(ip)}`, limit: 300, windowSeconds: 3_600 },
];
/** Days that a calendar gets: from a quarter of a year ago to one year ahead. */
const daysBack = 92;
const daysAhead = 366;
const maxShown = { entries: 2_000, deadlines: 500 };
const msPerDay = 86_400_000;
const refreshSeconds = 1_800;
/** Duration of a deadline in a calendar, because calendars do not display entries without a duration. */
const deadlineMs = 900_000;

/** Returns whether there is a link, and its settings, but never the link itself. */
export async function readFeedSettings(context: Context, actor: Actor) {
  const feed = await queries.findFeed(context.db, actor.staffId);
  return {
    madeAt: feed?.made_at.toISOString() ?? null,
    readAt: feed?.read_at?.toISOString() ?? null,
    showsTitles: feed?.shows_titles ?? false,
  };
}

/**
 * Creates the link, which replaces an earlier one. A repeated request gets the same answer. The answer
 * that is stored for this is readable in the database; so the secret is not stored, but derived from the request with
 * the key of the installation.
 */
export async function makeFeed(
  call: ActingCall<typeof scheduleFeed.make>,
  { showsTitles }: { showsTitles: boolean },
) {
  const { context, actor } = call;
  const nonce = call.idempotencyKey ?? call.requestId;
  const secret = context.crypto.searchHash(`schedule feed ${actor.staffId} ${nonce}`);
  const answer = await actOnce(call, async (tx) => {
    await queries.upsertFeed(tx, {
      staff_id: actor.staffId,
      secret_hash: hashSecret(secret),
      shows_titles: showsTitles,
      made_at: context.now(),
    });
    return { answer: { path: '' }, auditRecord: auditRecordOf(actor.staffId, 'make-feed', { showsTitles }) };
  });
  return isRefusal(answer) ? answer : { path: `/api/schedule/calendar/${secret}` };
}

/** Deletes the link at once; calendars that use it can no longer read it. */
export function revokeFeed(call: ActingCall<typeof scheduleFeed.revoke>) {
  const { staffId } = call.actor;
  return actOnce(call, async (tx) => {
    const revoked = await queries.deleteFeed(tx, staffId);
    return { answer: { revoked }, auditRecord: auditRecordOf(staffId, 'revoke-feed', { revoked }) };
  });
}

/**
 * Returns the schedule of the link's owner as iCalendar: the owner's entries with their place, and
 * waiting tasks with the order number only, unless the owner has chosen to show titles, which may contain names of
 * people.
 */
export async function readCalendar(context: Context, secret: string) {
  const hash = hashSecret(secret);
  const owner = await queries.findFeedOwner(context.db, hash);
  const actor = owner && (await findActor(context, owner.account));
  if (!owner || !actor) return refuse('notFound');
  await queries.markFeedRead(context.db, hash, context.now());
  return writeCalendar(context, actor, owner.shows_titles);
}

async function writeCalendar(context: Context, actor: Actor, showsTitles: boolean): Promise<string> {
  const now = context.now();
  const from = new Date(now.getTime() - daysBack * msPerDay);
  const until = new Date(now.getTime() + daysAhead * msPerDay);
  const span = { from, until };
  const [entries, rows, holidays] = await Promise.all([
    queries.listEntries(context.db, actor.staffId, {
      ...span,
      maxDays: maxEntryDays,
      limit: maxShown.entries,
    }),
    mayParticipateInMatters(actor)
      ? queries.listDeadlines(context.db, actor, { ...span, limit: maxShown.deadlines })
      : [],
    currentHolidays(context.db),
  ]);
  const calendar = ical({
    name: `办件通日程（${actor.name}）`,
    prodId: { company: 'Banjian', product: 'Schedule', language: 'ZH' },
    ttl: refreshSeconds,
  });
  for (const { id, name, address, starts_at, ends_at } of entries) {
    calendar.createEvent({
      id: `${id}@banjian`,
      stamp: now,
      start: starts_at,
      end: ends_at,
      summary: onOneLine(name),
      ...(address !== '' && { location: onOneLine(address) }),
    });
  }
  for (const deadline of presentDeadlines(rows, span, holidays, now)) {
    const { kind, workorderTraceId, workorderCode, nodeName, title, dueDate } = deadline;
    const end = dateOf(dueDate);
    const label = `${workorderCode} ${deadlineLabels[kind]}`;
    calendar.createEvent({
      id: `${kind}.${workorderTraceId}@banjian`,
      stamp: now,
      start: new Date(end.getTime() - deadlineMs),
      end,
      summary: showsTitles ? onOneLine(`${label}：${title}（${nodeName}）`) : label,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/**
 * Replaces line separators by a space: some calendar programs end a line at any of these characters, and would read
 * the rest as a separate line.
 */
const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

const deadlineLabels = { task: '环节到期', asked: '会签到期', order: '全程到期' } as const;
