import { z } from 'zod';
import { archive } from '#contract/archive.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import { defaultArchiveItem } from '#domain/archive/archive-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { requeueEntriesWithoutFonds } from './entries.queries.ts';
import { missingFondsText } from './make-packages.ts';
import * as queries from './settings.queries.ts';

/**
 * The archive settings in a configuration bundle; each archivist imports those of their own organisations.
 */
export const ArchiveSettingOfBundle = z.discriminatedUnion('kind', [
  archive.saveFonds.body.extend({ kind: z.literal('fonds') }),
  archive.saveItem.body.extend({ kind: z.literal('item') }),
]);
export type ArchiveSettingOfBundle = z.output<typeof ArchiveSettingOfBundle>;

/** Lists all settings of the whole office. */
export async function listArchiveSettings(db: Db): Promise<ArchiveSettingOfBundle[]> {
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

interface ImportedSetting {
  name: string;
  isNew: boolean;
  fields: { title: string; was: string; now: string }[];
}

const changedFields = (fields: ImportedSetting['fields']) => fields.filter(({ was, now }) => was !== now);

/**
 * Sets the 全宗号 of an organisation, as the page does; returns undefined if it is not one of the archivist's
 * organisations.
 */
export async function importFonds(
  tx: Tx,
  { orgId: ownOrgId }: Pick<Actor, 'orgId'>,
  { orgId, code, name }: Extract<ArchiveSettingOfBundle, { kind: 'fonds' }>,
): Promise<ImportedSetting | undefined> {
  await queries.lockOrganisation(tx, orgId);
  const [current] = await queries.listFonds(tx, ownOrgId, orgId);
  if (!current) return undefined;
  const fields = changedFields([
    { title: '全宗号', was: current.code, now: code },
    { title: '全宗名称', was: current.name, now: name },
  ]);
  if (fields.length > 0) {
    await queries.saveFonds(tx, { orgId, code, name });
    await requeueEntriesWithoutFonds(tx, orgId, missingFondsText);
  }
  return { name: current.orgName, isNew: current.code === '', fields };
}

/**
 * Sets the retention of an item's orders, as the page does; returns undefined if the item does not belong to one
 * of the archivist's organisations.
 */
export async function importItem(
  tx: Tx,
  { orgId: ownOrgId }: Pick<Actor, 'orgId'>,
  { taskCode, period, department }: Extract<ArchiveSettingOfBundle, { kind: 'item' }>,
): Promise<ImportedSetting | undefined> {
  await queries.lockItem(tx, taskCode);
  const [current] = await queries.listItems(tx, ownOrgId, taskCode);
  if (!current) return undefined;
  const fields = changedFields([
    { title: '保管期限', was: current.period ?? '', now: period },
    { title: '机构（问题）代码', was: current.department ?? defaultArchiveItem.department, now: department },
  ]);
  if (fields.length > 0) await queries.saveItem(tx, { taskCode, period, department });
  return { name: current.itemName, isNew: current.period === null, fields };
}
