import type { z } from 'zod';
import type { archiveDestructions } from '#contract/archive-destructions.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import {
  AppraisalOutcome,
  appraisalOutcomeLabel,
  extendedUntil,
  problemOfAppraisal,
  problemOfDestruction,
} from '#domain/archive/appraisal.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import * as queries from './appraisals.queries.ts';

const requiredRight = { permission: Permission.manageArchive };

/** 鉴定: decisions on entries whose retention period is over (docs/decisions/0162). */

type Calls = typeof archiveDestructions;

const maxListedEntries = 5;

/** Refuses entries on which no decision is possible, with the reasons; undefined if all are possible. */
export function refuseInvalidEntries(
  entries: readonly queries.LockedEntry[],
  problemOf: (entry: queries.LockedEntry) => string | undefined,
): Refusal<'badInput'> | undefined {
  const invalid = entries.flatMap((entry) => {
    const problem = problemOf(entry);
    return problem === undefined ? [] : [`${entry.number || entry.code}（${problem}）`];
  });
  if (invalid.length === 0) return undefined;
  const more = invalid.length > maxListedEntries ? `等${invalid.length}件` : '';
  return refuse('badInput', {
    message: `${invalid.slice(0, maxListedEntries).join('、')}${more}，不能进行此操作`,
  });
}

/** Returns true if the entry is in a destruction list that was not refused: its appraisal is then final. */
export const isInDestructionList = ({ destructionId }: queries.LockedEntry): boolean =>
  destructionId !== null;

/**
 * Decides on entries, all of them or none; an entry that is to be destroyed waits for a list and for the
 * approval of another person.
 */
export async function appraise(
  call: ActingCall<Calls['appraise']> & { actor: Actor },
  { ids, outcome, period, reason, evenHandedOver }: z.output<Calls['appraise']['body']>,
) {
  const { context, actor } = call;
  if (outcome === AppraisalOutcome.keep && period === undefined)
    return refuse('badInput', { problems: [{ field: 'period', message: '请选择续存期限' }] });
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const uniqueIds = [...new Set(ids)];
    const entries = await queries.lockEntriesToAppraise(tx, actor.orgId, uniqueIds);
    if (entries.length < uniqueIds.length) return refuse('notFound');
    const now = context.now();
    const today = localDateOf(now);
    const refusal = refuseInvalidEntries(entries, (entry) => {
      if (isInDestructionList(entry)) return '已列入销毁清册';
      return outcome === AppraisalOutcome.keep
        ? problemOfAppraisal(entry, today)
        : problemOfDestruction(entry, { today, evenHandedOver });
    });
    if (refusal) return refusal;
    const newPeriod = outcome === AppraisalOutcome.keep ? period : undefined;
    await queries.insertAppraisals(
      tx,
      entries.map(({ id }) => ({
        id: context.newId(),
        workorder_id: id,
        outcome,
        period: newPeriod ?? null,
        reason,
        even_handed_over: evenHandedOver,
        by_id: actor.staffId,
        by_name: actor.name,
        at: now,
      })),
    );
    if (newPeriod !== undefined)
      await queries.extendRetention(tx, uniqueIds, {
        period: newPeriod,
        until: extendedUntil(today, newPeriod),
      });
    return {
      answer: { appraised: entries.length },
      auditRecord: {
        chain: 'archive',
        action: 'archive.appraise',
        objectKind: 'archive',
        objectId: entries.length === 1 ? (entries[0]?.id ?? '') : '',
        detail: {
          outcome: appraisalOutcomeLabel[outcome],
          ...(newPeriod !== undefined && { period: newPeriod }),
          reason,
          evenHandedOver,
          numbers: entries.map(({ number }) => number),
        },
      },
    };
  });
}
