import { z } from 'zod';
import { archive } from '#contract/archive.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import { itemAtFirst } from '#domain/archive/archive-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { requeueEntriesWithoutFonds } from './entries.queries.ts';
import { noFonds } from './make-packages.ts';
import * as queries from './settings.queries.ts';

/**
 * The archive settings in a configuration bundle; each archivist imports those of their own organisations.
 */
export const ArchiveSettingOfPackage = z.discriminatedUnion('kind', [
  archive.saveFonds.body.extend({ kind: z.literal('fonds') }),
  archive.saveItem.body.extend({ kind: z.literal('item') }),
]);
export type ArchiveSettingOfPackage = z.output<typeof ArchiveSettingOfPackage>;

/** Lists all settings of the whole office. */
export async function listArchiveSettings(db: Db): Promise<ArchiveSettingOfPackage[]> {
  const { fonds, items } = await queries.listAllSettings(db);
  return [
    ...fonds.map(({ org_id, code, name }) => ({ kind: 'fonds' as const, orgId: org_id, code, name })),
    ...items.map(({ task_code, period, department }) => ({
      kind: 'item' as const,
      taskCode: task_code,
      period: period as RetentionPeriod,
      department,
    })),
  ];
}

interface TakenSetting {
  name: string;
  isNew: boolean;
  fields: { title: string; was: string; now: string }[];
}

const differing = (fields: TakenSetting['fields']) => fields.filter(({ was, now }) => was !== now);

/**
 * Gives an organisation its 全宗号, like the page does; returns undefined if it is not in the archivist's
 * organisations.
 */
export async function importFonds(
  tx: Tx,
  { orgId: own }: Pick<Actor, 'orgId'>,
  { orgId, code, name }: Extract<ArchiveSettingOfPackage, { kind: 'fonds' }>,
): Promise<TakenSetting | undefined> {
  await queries.lockOrganisation(tx, orgId);
  const [mine] = await queries.listFonds(tx, own, orgId);
  if (!mine) return undefined;
  const fields = differing([
    { title: '全宗号', was: mine.code, now: code },
    { title: '全宗名称', was: mine.name, now: name },
  ]);
  if (fields.length > 0) {
    await queries.saveFonds(tx, { orgId, code, name });
    await requeueEntriesWithoutFonds(tx, orgId, noFonds);
  }
  return { name: mine.orgName, isNew: mine.code === '', fields };
}

/**
 * Sets the retention period of an item's orders, like the page does; returns undefined if it is not in the
 * archivist's organisations.
 */
export async function importItem(
  tx: Tx,
  { orgId: own }: Pick<Actor, 'orgId'>,
  { taskCode, period, department }: Extract<ArchiveSettingOfPackage, { kind: 'item' }>,
): Promise<TakenSetting | undefined> {
  await queries.lockItem(tx, taskCode);
  const [mine] = await queries.listItems(tx, own, taskCode);
  if (!mine) return undefined;
  const fields = differing([
    { title: '保管期限', was: mine.period ?? '', now: period },
    { title: '机构（问题）代码', was: mine.department ?? itemAtFirst.department, now: department },
  ]);
  if (fields.length > 0) await queries.saveItem(tx, { taskCode, period, department });
  return { name: mine.itemName, isNew: mine.period === null, fields };
}
