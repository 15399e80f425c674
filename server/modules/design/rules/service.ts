import type { OutputOf } from '#contract/endpoint.ts';
import type { ruleLibrary as calls } from '#contract/rule-library.ts';
import { ruleTreeSize } from '#contract/rules.ts';
import type { Actor } from '#domain/access/actor.ts';
import { beginningOfAnswer } from '#domain/forms/answer-text.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { problemsForUsers, usersOfRules } from '#domain/items/rule-uses.ts';
import { isTreeRoot } from '#domain/lists/tree-root.ts';
import type { PartChange } from '#domain/part-change.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import {
  hintsOfConfiguredRule,
  problemsOfConfiguredRule,
  problemsOfRuleInterface,
} from '#domain/rules/check-rule.ts';
import { inOrderOfUse, listedParams } from '#domain/rules/editing.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { readRule } from '#domain/rules/read-rule.ts';
import { ruleChanges } from '#domain/rules/rule-changes.ts';
import { type UsableRule, usableRules } from '#domain/rules/usable-rule.ts';
import { invalidCharactersText, readInnerJson } from '#domain/texts/json-shape.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { refuseOverwriting } from '#server/modules/access/audit/service.ts';
import { createInterfaceCalls } from './interface-calls.ts';
import { createRuleRunner } from './process-rule.ts';
import * as queries from './queries.ts';

/** Lists the newest version of every rule, with the places that use it. */
export async function listRules(db: Db): Promise<OutputOf<typeof calls.list>> {
  const rows = await queries.listNewestRules(db);
  const rules = rows.map(({ model }) => model as ConfiguredRule);
  const rulesByCode = new Map(rules.map((rule) => [rule.ruleBase.id, rule]));
  const users = usersOfRules({ rules, ...(await queries.listRuleUsers(db)) });
  return {
    rows: rows.map((row) => {
      const { ruleBase } = row.model as ConfiguredRule;
      return {
        ...presentVersion(row),
        type: ruleBase.type,
        kind: ruleBase.kind,
        groupId: ruleBase.groupId,
        params: listedParams(row.model as ConfiguredRule, rulesByCode),
        usedBy: [...(users.get(row.code) ?? [])],
      };
    }),
  };
}

function presentVersion(row: Awaited<ReturnType<typeof queries.listRuleVersions>>[number]) {
  const { id, code, name, version } = row;
  return {
    id,
    code,
    name,
    version,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by,
  };
}

export async function listVersions(db: Db, code: string) {
  const rows = await queries.listRuleVersions(db, code);
  return rows.length > 0 ? { rows: rows.map(presentVersion) } : refuse('notFound');
}

export async function readVersion(db: Db, id: string): Promise<{ model: unknown } | Refusal<'notFound'>> {
  const row = id.includes(':') ? await queries.findRule(db, id) : undefined;
  return row ? { model: row.model } : refuse('notFound');
}

const problemTexts = {
  noJson: '不是有效的 JSON',
  tooLarge: '内容的层级过深或过多',
  invalidText: invalidCharactersText,
} as const;

/** Maximum number of values in the JSON of a rule. */
const maxValues = 5_000;

function readRuleText(json: string): { rule: ConfiguredRule } | { problems: Problem[] } {
  const parsed = readInnerJson(json, { values: maxValues });
  if ('value' in parsed) return readRule(parsed.value);
  return { problems: [{ field: 'json', message: problemTexts[parsed.problem] }] };
}

async function problemsAmong(db: Db, rule: ConfiguredRule): Promise<Problem[]> {
  const rows = await queries.listNewestRules(db);
  const rules = new Map(rows.map(({ code, model }) => [code, model as ConfiguredRule]));
  const users = { rules: [...rules.values()], ...(await queries.listRuleUsers(db)) };
  return [
    ...problemsOfConfiguredRule(rule, { ...(await queries.readTreeIds(db)), rules }),
    ...problemsForUsers(rule, users),
  ];
}

/** Checks a rule that need not be published, against all others and its current version. */
export async function checkRule(
  { db, config }: Pick<Context, 'db' | 'config'>,
  json: string,
): Promise<OutputOf<typeof calls.check>> {
  const read = readRuleText(json);
  if ('problems' in read)
    return { problems: read.problems.slice(0, 200), hints: [], rule: null, changes: [] };
  const { rule } = read;
  const { id: code, name } = rule.ruleBase;
  const current = await findCurrent(db, code);
  return {
    problems: await problemsAmong(db, rule),
    hints: hintsOfConfiguredRule(rule, config.remoteTraces.origins),
    rule: { code, name, current: current?.version ?? null },
    changes: current ? ruleChanges(current.model as ConfiguredRule, rule) : [],
  };
}

/** Finds the newest version of a code; a code that is no rule id has none. */
const findCurrent = async (db: Db, code: string) =>
  code.includes(':') ? undefined : queries.findRule(db, code);

/** Calls of interfaces by all trials of one request, and the milliseconds for which it waits for them. */
const trialLimits = { calls: ruleLimits.interfaces * (ruleLimits.examples + 1), time: 30_000 };

/**
 * Tries a rule that need not be published, with the values of each trial; its author sees the beginning of the last
 * answer of an interface.
 */
export async function tryRule(
  context: Context,
  { staffId }: Pick<Actor, 'staffId'>,
  { json, trials }: { json: string; trials: readonly Record<string, string>[] },
): Promise<OutputOf<typeof calls.tryOut> | Refusal<'busy'>> {
  const read = readRuleText(json);
  if ('problems' in read) return { problems: read.problems.slice(0, 200), results: [] };
  const wrong = problemsOfRuleInterface(read.rule);
  if (wrong.length > 0) return { problems: wrong, results: [] };
  const interfaces = createInterfaceCalls(context, staffId, trialLimits);
  const results = [];
  for (const trial of trials) {
    let answer = '';
    const runner = createRuleRunner(context, staffId, {
      async ask(...request) {
        const response = await interfaces.ask(...request);
        if (typeof response === 'object' && 'json' in response) answer = beginningOfAnswer(response.json);
        return response;
      },
    });
    // The parameters have different keys, so that both sides can get all values.
    const outcome = await runner.run(read.rule, { dataValue: trial, compareValue: trial });
    if (isRefusal(outcome)) return outcome;
    results.push({ ...outcome, answer });
  }
  return { problems: [], results };
}

/** A version that was published, with its changes against the previous one. */
interface PublishedRuleVersion {
  id: string;
  code: string;
  version: number;
  changes: readonly PartChange[];
}

/**
 * Publishes a rule as the next version of its code; an unchanged rule is not published again. It is checked
 * under the lock of all rules.
 */
export async function publishRule(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  json: string,
  over?: number,
): Promise<PublishedRuleVersion | Refusal<'definitionInvalid' | 'dataChanged'>> {
  await queries.lockRules(tx);
  const read = readRuleText(json);
  const problems = 'problems' in read ? read.problems : await problemsAmong(tx, read.rule);
  if ('problems' in read || problems.length > 0)
    return refuse('definitionInvalid', { message: '规则未通过检查', problems });
  const { rule } = read;
  const { id: code, name } = rule.ruleBase;
  const latest = await findCurrent(tx, code);
  if (latest && isSame(latest.model, rule)) return { ...latest, changes: [] };
  const current = latest?.version ?? 0;
  const lastChange = latest && { name: latest.published_by, at: latest.published_at };
  const verb = `发布第 ${current} 版`;
  const refusal = await refuseOverwriting(tx, { over, current, title: '规则', lastChange, verb });
  if (refusal) return refusal;
  const head = { code, version: current + 1, name, model: rule };
  const row = await queries.insertRule(tx, { ...head, publishedAt: context.now(), publishedBy: actor.name });
  return { ...row, changes: latest ? ruleChanges(latest.model as ConfiguredRule, rule) : [] };
}

/** Adds a group, or renames one. */
export async function saveGroup(
  tx: Tx,
  context: Pick<Context, 'newId'>,
  group: { id?: string | undefined; name: string; parent: string; seenName?: string | undefined },
): Promise<{ id: string; name: string; was: string } | Refusal<'notFound' | 'dataChanged' | 'badInput'>> {
  await queries.lockRules(tx);
  const { id, name, seenName } = group;
  if (id !== undefined) {
    const current = await queries.findGroup(tx, id);
    if (!current) return refuse('notFound', { message: '未找到该规则组' });
    const refusal = await refuseOverwriting(tx, {
      over: seenName,
      current: current.name,
      title: '规则组',
      lastChange: { kind: 'rule-group', id },
    });
    if (refusal) return refusal;
    await queries.renameGroup(tx, id, name);
    return { id, name, was: current.name };
  }
  const parent = isTreeRoot(group.parent) ? null : group.parent;
  if (parent !== null && !(await queries.findGroup(tx, parent)))
    return refuse('badInput', { problems: [{ field: 'parent', message: '上级规则组不存在' }] });
  const { count, last } = await queries.readGroupPlaces(tx, parent);
  // The tree is loaded in one page.
  if (count >= ruleTreeSize)
    return refuse('badInput', {
      problems: [{ field: 'name', message: `规则组不能超过 ${ruleTreeSize} 个` }],
    });
  const added = { id: context.newId(), name, parent, sortBy: last + 1 };
  await queries.insertGroup(tx, added);
  return { id: added.id, name, was: '' };
}

/** Adds the groups of the demo that do not exist yet. */
export async function insertSeedGroups(
  tx: Tx,
  groups: readonly Parameters<typeof queries.insertGroup>[1][],
): Promise<void> {
  for (const group of groups)
    if (!(await queries.findGroup(tx, group.id))) await queries.insertGroup(tx, group);
}

/** Lists the newest version of every rule, each after the rules that it uses. */
export async function listRulesInOrderOfUse(db: Db): Promise<ConfiguredRule[]> {
  return inOrderOfUse((await queries.listNewestRules(db)).map(({ model }) => model as ConfiguredRule));
}

/** Lists the rules that forms may use. */
export async function listUsableRules(db: Db): Promise<OutputOf<typeof calls.usable>> {
  const rules = [...(await findUsableRules(db)).values()];
  return { rows: rules.map(({ params, ...rule }) => ({ ...rule, params: [...params] })) };
}

/** Returns the newest version of every rule that forms, buttons and conditions may use. */
export async function findUsableRules(db: Db): Promise<Map<string, UsableRule>> {
  return usableRules((await queries.listNewestRules(db)).map(({ model }) => model as ConfiguredRule));
}

export { createInterfaceCalls, type InterfaceCalls } from './interface-calls.ts';
export { createRuleRunner, type RuleRunner } from './process-rule.ts';
export { insertGroup, listAllGroups, listNewestRules, lockRules, renameGroup } from './queries.ts';
export { createRuleResults, problemsOfFieldRules, type RuleResults } from './rules-in-use.ts';
