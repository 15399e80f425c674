import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { insertSeedGroups, publishRule } from '#server/modules/design/rules/service.ts';
import { readSeedJson } from './office.ts';
import { unwrap } from './unwrap.ts';

interface RuleFile {
  groups: { id: string; name: string; parent: string | null; sortBy: number }[];
  rules: { ruleBase: { id: string } }[];
}

const publisher = { name: '肖涵' };

/** Publishes the rules of the demo, with the same checks as for administrators. */
export async function publishRules(context: Context): Promise<void> {
  const { groups, rules } = readSeedJson<RuleFile>('rules/rules.json');
  await inTransaction(context.db, async (tx) => {
    await insertSeedGroups(tx, groups);
    for (const rule of rules)
      unwrap(`Rule ${rule.ruleBase.id}`, await publishRule(tx, context, publisher, JSON.stringify(rule)));
  });
}
