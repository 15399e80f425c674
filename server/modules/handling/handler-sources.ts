import { keysIn, peopleOf } from '#domain/workflow/candidates.ts';
import { variablesOf } from '#domain/workflow/effects.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model.ts';
import { isDone } from '#domain/workflow/outcomes.ts';
import type { Context } from '#server/context/context.ts';
import { currentDirectory } from '#server/modules/organisations/service.ts';
import type { ReadableOrder } from '#server/modules/work-orders/service.ts';
import { choice } from './reads.ts';

/** What the handler picker offers of the order itself: variables that name handlers, and who handled it before (S1 §2). */

/** Variables by which nodes find their handlers, and whatever else holds candidate keys on this order. */
export async function handlerVariables({ db }: Pick<Context, 'db'>, { order, definition }: ReadableOrder) {
  const directory = await currentDirectory(db);
  const values = variablesOf(order.state);
  return {
    rows: variableNames(definition, order.state).map((varKey) => ({
      varName: varKey,
      varKey,
      varType: 'handler' as const,
      candidates: keysIn(values[varKey]).map((key) => ({ key, name: directory.nameOf(key) })),
    })),
  };
}

function variableNames({ nodes }: ProcessDefinition, state: OrderState): string[] {
  const asked = Object.values(nodes).flatMap((node) =>
    node.kind === 'userTask'
      ? node.candidates.flatMap((rule) => (rule.kind === 'variable' ? [rule.name] : []))
      : [],
  );
  const held = Object.entries(variablesOf(state)).flatMap(([name, value]) =>
    keysIn(value).length > 0 ? [name] : [],
  );
  return [...new Set([...asked, ...held])];
}

/** The people who did the tasks before this one, the last first; each once for a node. */
export async function previousHandlers(
  { db }: Pick<Context, 'db'>,
  { order, definition }: ReadableOrder,
  { id }: Task,
) {
  const directory = await currentDirectory(db);
  const done = order.state.tasks
    .filter((task) => task.id !== id && isDone(task) && task.finishedBy !== undefined)
    .sort((left, right) => right.finishedSeq - left.finishedSeq);
  const rows = done.flatMap((task) =>
    peopleOf([task]).map((key) => ({
      ...choice({ nodeId: task.nodeId, nodeName: definition.nodes[task.nodeId]?.name ?? '' }),
      key,
      name: directory.nameOf(key),
      fault: faultOf(directory.addressee(key)?.standing),
    })),
  );
  const first = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const same = `${row.flowNodeId} ${row.key}`;
    if (!first.has(same)) first.set(same, row);
  }
  return { rows: [...first.values()] };
}

function faultOf(standing: 'able' | 'unable' | 'absent' | undefined): string | null {
  if (standing === 'able') return null;
  return standing === 'unable' ? '没有办理权限' : '账号已停用';
}
