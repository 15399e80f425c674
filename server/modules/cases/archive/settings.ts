import type { z } from 'zod';
import type { ArchiveItemRow, archive } from '#contract/archive.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { defaultArchiveItem } from '#domain/archive/archive-state.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { requeueEntriesWithoutFonds } from './entries.queries.ts';
import { missingFondsText } from './make-packages.ts';
import * as queries from './settings.queries.ts';

const requiredRight = { permission: Permission.manageArchive, office: lockOfficeParts };

/**
 * Returns the settings for 档号: 全宗号 by organisation, 保管期限 and 机构（问题）代码 by item. They apply to orders that are
 * concluded from now on.
 */
export async function readArchiveSettings({ db }: Pick<Context, 'db'>, { orgId }: Pick<Actor, 'orgId'>) {
  const [fonds, items] = await Promise.all([queries.listFonds(db, orgId), queries.listItems(db, orgId)]);
  return { fonds, items: items.map(itemRow) };
}

function itemRow({ taskCode, itemName, period, department }: queries.ArchiveItemSettings): ArchiveItemRow {
  return {
    taskCode,
    itemName,
    period: period ?? defaultArchiveItem.period,
    department: department ?? defaultArchiveItem.department,
    isStanding: period === null,
  };
}

const auditRecordOf = (action: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'archive',
  action,
  objectKind: 'archive-setting',
  objectId,
  detail,
});

/** Sets the 全宗号 of an organisation, and queues the orders that waited for one. */
export async function saveFonds(
  call: ActingCall<typeof archive.saveFonds> & { actor: Actor },
  body: z.output<typeof archive.saveFonds.body>,
) {
  const { context, actor } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    await queries.lockOrganisation(tx, body.orgId);
    const current = (await queries.listFonds(tx, actor.orgId)).find(({ orgId }) => orgId === body.orgId);
    if (!current) return refuse('notFound');
    await queries.saveFonds(tx, body);
    const queuedCount = await requeueEntriesWithoutFonds(tx, body.orgId, missingFondsText);
    const { code, name } = body;
    return {
      answer: { ...current, code, name },
      auditRecord: auditRecordOf('archive.save-fonds', body.orgId, {
        code,
        name,
        before: current.code,
        inLine: queuedCount,
      }),
    };
  });
  if (!isRefusal(answer)) context.notifier.wake('archive.make');
  return answer;
}

export async function saveItem(
  call: ActingCall<typeof archive.saveItem> & { actor: Actor },
  body: z.output<typeof archive.saveItem.body>,
) {
  const { taskCode, period, department } = body;
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    await queries.lockItem(tx, taskCode);
    const items = await queries.listItems(tx, call.actor.orgId);
    const current = items.find((item) => item.taskCode === taskCode);
    if (!current) return refuse('notFound');
    await queries.saveItem(tx, body);
    return {
      answer: itemRow({ ...current, ...body }),
      auditRecord: auditRecordOf('archive.save-item', taskCode, {
        period,
        department,
        before: current.period,
      }),
    };
  });
}
