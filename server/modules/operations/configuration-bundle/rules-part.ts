import { z } from 'zod';
import { ruleTreeSize } from '#contract/rules.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { isBlank, isOneLine } from '#domain/texts/characters.ts';
import {
  insertGroup,
  listAllGroups,
  listNewestRules,
  listRulesInOrderOfUse,
  lockRules,
  publishRule,
  renameGroup,
} from '#server/modules/design/rules/service.ts';
import { ruleToExport, ruleToImport } from './bundled-interfaces.ts';
import { changeOf, problemsOfRefusal } from './design-parts.ts';
import { type ImportContext, type Part, type PartImportResult, unreadableRowProblem } from './part.ts';

const Group = z.strictObject({
  id: z.string().min(1).max(80),
  name: z
    .string()
    .max(ruleLimits.nameLength)
    .refine((name) => !isBlank(name) && isOneLine(name)),
  parent: z.string().max(80).nullable(),
  sortBy: z.number().int().min(0).max(100_000),
});
type Group = z.output<typeof Group>;

const RuleBase = z.looseObject({ id: z.string().max(80), name: z.string().max(200) });
const Row = z.union([
  z.strictObject({ group: Group }),
  z.strictObject({ rule: z.looseObject({ ruleBase: RuleBase }) }),
]);

/** Groups of rules and rules: each row after those to which it refers, so that forms and processes find them. */
export const rulesPart: Part = {
  name: 'rules',
  read: async (db) => [
    ...(await listAllGroups(db)).map((group) => ({ group })),
    ...(await listRulesInOrderOfUse(db)).map((rule) => ({ rule: ruleToExport(rule) })),
  ],
  async importRows(call, rows) {
    const imported: Required<PartImportResult> = { changes: [], problems: [], notes: [] };
    const { tx, context, actor } = call;
    await lockRules(tx);
    const groups = new Map((await listAllGroups(tx)).map((group) => [group.id, group]));
    const newest = new Map((await listNewestRules(tx)).map((row) => [row.code, row]));
    for await (const [index, row] of rows.entries()) {
      const parsed = Row.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 条规则`));
        continue;
      }
      if ('group' in parsed.data) {
        await importGroup(call, parsed.data.group, groups, imported);
        continue;
      }
      const { rule } = parsed.data;
      const { id, name } = rule.ruleBase;
      const own = newest.get(id);
      const complete = ruleToImport(rule, own?.model as ConfiguredRule | undefined);
      const published = await publishRule(tx, context, actor, JSON.stringify(complete.rule));
      if (isRefusal(published)) imported.problems.push(...problemsOfRefusal(name, published));
      else {
        imported.changes.push(changeOf(id, name, own?.version, published.version));
        if (own?.version !== published.version) imported.notes.push(...complete.notes);
      }
    }
    return imported;
  },
};

/** Adds a group below the group above it, or renames the existing one; it stays where it is. */
async function importGroup(
  { tx }: ImportContext,
  group: Group,
  groups: Map<string, Group>,
  { changes, problems }: PartImportResult,
): Promise<void> {
  const { id, name, parent } = group;
  const existing = groups.get(id);
  if (!existing && parent !== null && !groups.has(parent)) {
    problems.push({ name, message: '上级规则组不存在' });
    return;
  }
  if (!existing && groups.size >= ruleTreeSize) {
    problems.push({ name, message: `规则组不能超过 ${ruleTreeSize} 个` });
    return;
  }
  if (!existing) await insertGroup(tx, group);
  else if (existing.name !== name) await renameGroup(tx, id, name);
  groups.set(id, group);
  const kind = existing ? (existing.name === name ? 'same' : 'changed') : 'added';
  const fields = kind === 'same' ? [] : [{ title: '名称', was: existing?.name ?? '', now: name }];
  changes.push({ kind, key: `规则组 ${id}`, name: `规则组 ${name}`, fields });
}
