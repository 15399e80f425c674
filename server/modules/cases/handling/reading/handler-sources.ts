import { formPathIn, handlerKeysOf, keysIn } from '#domain/workflow/decision/candidates.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { variablesOf } from '#domain/workflow/state/effects.ts';
import { isDone } from '#domain/workflow/state/outcomes.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { finisherOfPreviousTask } from '../notices/event-tasks.ts';
import { presentNode } from './dialog-data.ts';

/**
 * Sources of the handler picker in the order itself: variables that name handlers, and earlier handlers (S1
 * §2).
 */

/**
 * Returns variables that name handlers (S1 §3, §7): those that every order has, those by which nodes of its
 * process find their handlers, and all others with candidate keys. Each is returned with its current people,
 * for the task.
 */
export async function handlerVariables(
  { db }: Pick<Context, 'db'>,
  { order, definition }: ReadableOrder,
  task: Task,
) {
  const directory = await currentDirectory(db);
  const values = variablesOf(order.state);
  const withNames = (keys: readonly string[]) => keys.map((key) => ({ key, name: directory.nameOf(key) }));
  const builtIn = builtInVariables(order.state, task);
  return {
    rows: [
      ...builtIn.map(({ keys, ...variable }) => ({ ...variable, candidates: withNames(keys) })),
      ...variableNames(definition, order.state)
        .filter((varKey) => builtIn.every((variable) => variable.varKey !== varKey))
        .map((varKey) => ({
          varName: varKey,
          varKey,
          varType: 'handler' as const,
          candidates: withNames(keysIn(values[varKey])),
        })),
    ],
  };
}

interface BuiltInVariable {
  varName: string;
  varKey: string;
  varType: 'person' | 'organisation';
  keys: readonly string[];
}

/** Returns the variables that every order has, whatever its process. */
function builtInVariables({ initiator, tasks }: OrderState, task: Task): BuiltInVariable[] {
  const last = finisherOfPreviousTask({ tasks }, task);
  const orgKey = (orgId: string | undefined) => (orgId ? [`org:${orgId}`] : []);
  return [
    { varName: '发起人', varKey: 'initiator', varType: 'person', keys: [`staff:${initiator.staffId}`] },
    {
      varName: '发起人所在机构',
      varKey: 'initiatorOrg',
      varType: 'organisation',
      keys: orgKey(initiator.orgId),
    },
    {
      varName: '上一办理人',
      varKey: 'previousHandler',
      varType: 'person',
      keys: last ? [`staff:${last.staffId}`] : [],
    },
    {
      varName: '上一办理人所在机构',
      varKey: 'previousHandlerOrg',
      varType: 'organisation',
      keys: orgKey(last?.orgId),
    },
  ];
}

function variableNames({ nodes }: ProcessDefinition, state: OrderState): string[] {
  const candidateNames = Object.values(nodes).flatMap((node) =>
    node.kind === 'userTask'
      ? node.candidates.flatMap((rule) =>
          rule.kind === 'variable' && !formPathIn(rule.name) ? [rule.name] : [],
        )
      : [],
  );
  const stateNames = Object.entries(variablesOf(state)).flatMap(([name, value]) =>
    keysIn(value).length > 0 ? [name] : [],
  );
  return [...new Set([...candidateNames, ...stateNames])];
}

/** Returns the people who did the tasks before this one, the last first; each once for a node. */
export async function previousHandlers(
  { db }: Pick<Context, 'db'>,
  { order, definition }: ReadableOrder,
  { id }: Task,
) {
  const directory = await currentDirectory(db);
  const doneTasks = order.state.tasks
    .filter((task) => task.id !== id && isDone(task) && task.finishedBy !== undefined)
    .sort((left, right) => right.finishedSeq - left.finishedSeq);
  const rows = doneTasks.flatMap((task) =>
    handlerKeysOf([task]).map((key) => ({
      ...presentNode({ nodeId: task.nodeId, nodeName: definition.nodes[task.nodeId]?.name ?? '' }),
      key,
      name: directory.nameOf(key),
      fault: problemOf(directory.addressee(key)?.availability),
    })),
  );
  const firstRows = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const rowKey = `${row.flowNodeId} ${row.key}`;
    if (!firstRows.has(rowKey)) firstRows.set(rowKey, row);
  }
  return { rows: [...firstRows.values()] };
}

function problemOf(availability: 'able' | 'unable' | 'absent' | undefined): string | null {
  if (availability === 'able') return null;
  return availability === 'unable' ? '没有办理权限' : '账号已停用';
}
