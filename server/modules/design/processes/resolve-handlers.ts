/** Finds the people, posts and groups of this office that a file of another modeller names. */
import type { Problem } from '#domain/refusals/refusals.ts';
import type { CandidateRule, ProcessDefinition, UserTaskNode } from '#domain/workflow/model/model.ts';
import { subjectOf } from '#domain/workflow/publishing/lint-nodes.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findHandlersByName, findMissingKeys } from './queries.ts';

type KeyedRule = Extract<CandidateRule, { id: string }>;

export interface ResolvedHandlers {
  definition: ProcessDefinition;
  hints: Problem[];
}

/**
 * Returns the definition with handlers of this office. Another program names people by account or name, and
 * groups by any text: only exact matches are used; unknown handlers are left out, and a step without any handler
 * goes to the process's administrator. Each change is reported. A step of several instances is unchanged,
 * because each of its handlers gets an instance.
 */
export async function resolveHandlers(
  db: Db,
  definition: ProcessDefinition,
  modellerNodes: readonly string[],
): Promise<ResolvedHandlers> {
  const nodes = modellerNodes.flatMap((id) => {
    const node = definition.nodes[id];
    return node?.kind === 'userTask' ? [node] : [];
  });
  const rules = nodes.flatMap(({ candidates }) => candidates.filter(isKeyed));
  const missing = new Set(await findMissingKeys(db, [...new Set(rules.map(keyOf))]));
  const unresolved = rules.filter((rule) => missing.has(keyOf(rule)));
  if (unresolved.length === 0) return { definition, hints: [] };
  const matches = await findHandlersByName(db, [
    ...new Set(unresolved.flatMap(({ id, name }) => [id, name])),
  ]);
  const resolved: ResolvedHandlers = { definition, hints: [] };
  const changed = nodes.map(
    (node) => [node.id, resolveNodeHandlers(node, { matches, missing, resolved })] as const,
  );
  return {
    ...resolved,
    definition: { ...definition, nodes: { ...definition.nodes, ...Object.fromEntries(changed) } },
  };
}

interface HandlerResolution {
  matches: Awaited<ReturnType<typeof findHandlersByName>>;
  missing: ReadonlySet<string>;
  resolved: ResolvedHandlers;
}

function resolveNodeHandlers(
  node: UserTaskNode,
  { matches, missing, resolved }: HandlerResolution,
): UserTaskNode {
  const subject = `${subjectOf(node)}的处理人`;
  const addResolutionHint = (message: string) =>
    resolved.hints.push({ field: node.id, message: `${subject}：${message}` });
  const candidates = node.candidates.flatMap((rule) => {
    if (!isKeyed(rule) || !missing.has(keyOf(rule))) return [rule];
    const match = findHandler(rule, matches);
    if (match !== undefined) {
      addResolutionHint(`“${rule.id}”认作${match.kindName}“${match.name}”（${match.id}）`);
      return [{ kind: match.kind, id: match.id, name: match.name }];
    }
    // The check of the definition's keys refuses it.
    if (node.instances) return [rule];
    const label = rule.name === rule.id ? `“${rule.id}”` : `“${rule.name}”（${rule.id}）`;
    addResolutionHint(
      `本单位没有${label}，已略过；没有其他处理人时交给兜底处理人。请改为本单位的编码、账号或名称，或用 portal:candidate 填写`,
    );
    return [];
  });
  const distinct = candidates.filter(
    (rule, index) => candidates.findIndex((other) => keyOf(other) === keyOf(rule)) === index,
  );
  return { ...node, candidates: distinct.length > 0 ? distinct : [administrator(resolved.definition)] };
}

/**
 * Finds the handler with the text as account, code or name: of the intended kind, else of any other kind
 * except people.
 */
function findHandler({ kind, id, name }: KeyedRule, matches: HandlerResolution['matches']) {
  for (const text of new Set([id, name])) {
    const sameText = matches.filter((row) => row.text === text);
    const ofKind = sameText.filter((row) => row.kind === kind);
    const allowed =
      kind === 'staff' || ofKind.length > 0 ? ofKind : sameText.filter((row) => row.kind !== 'staff');
    // An account or a code belongs to one person or post; a name may belong to several.
    const exact = allowed.filter((row) => row.isCode);
    const [handler, another] = exact.length > 0 ? exact : allowed;
    if (handler && !another) return handler;
  }
  return undefined;
}

function administrator({ administratorKey }: ProcessDefinition): CandidateRule {
  const [kind = '', id = ''] = administratorKey.split(/:(.*)/);
  return { kind: kind as 'role', id, name: '兜底处理人' };
}

function isKeyed(rule: CandidateRule): rule is KeyedRule {
  return 'id' in rule;
}

function keyOf(rule: CandidateRule): string {
  if (rule.kind === 'variable') return `variable:${rule.name}`;
  return rule.kind === 'previousNode' ? `previousNode:${rule.nodeId}` : `${rule.kind}:${rule.id}`;
}
