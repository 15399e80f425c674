import { isRefusal, type Refusal, refuse } from '../../refusals/refusals.ts';
import { advance } from '../advance.ts';
import { closeTasks, type Draft, emit, openTask, tokenOf } from '../draft.ts';
import type { Command, Token } from '../model.ts';
import { futureOf } from '../net.ts';
import { returnableTokens } from '../return-targets.ts';
import { rewind } from '../rewind.ts';
import { addresseesOf, openRollback, settleRollbacks } from '../rollbacks.ts';
import { press } from './carry-on.ts';
import { actorsTask, checkOpinion, pressedButton } from './checks.ts';

/**
 * Return (S1 §4, 2): the order goes back to one or more nodes that it came through, the start included. What came from
 * the targets ends, siblings' tasks close as 被退回; `replay` walks the flow again, `direct` (退回后直送) comes straight
 * back when all targets are done.
 */
export function decideReturn(draft: Draft, command: Extract<Command, { action: 'return' }>): Refusal | null {
  const task = actorsTask(draft, command.taskId);
  if (isRefusal(task)) return task;
  const pressed = pressedButton(draft, task, command.buttonId, 'return');
  if (isRefusal(pressed)) return pressed;
  const offered = returnableTokens(draft.state, draft.context.definition, task);
  if (offered.length === 0) return refuse('returnNotAllowed');
  if (!pressed.node.returns.ways.includes(command.way)) return refuse('returnNotAllowed');
  const opinion = checkOpinion(command.opinion, true);
  if (opinion !== null) return opinion;
  const targets = chosenTargets(draft, offered, command.targetNodeIds);
  if (isRefusal(targets)) return targets;

  emit(draft, {
    type: 'taskFinished',
    at: draft.at,
    taskId: task.id,
    outcome: 'returned',
    by: draft.by,
    buttonId: pressed.button.id,
    opinion: command.opinion,
    resultCode: pressed.button.resultCode ?? null,
  });
  press(draft, pressed.button);
  const rewound = rewind(draft, targets);
  closeTasks(draft, rewound.future, 'closedByReturn');
  const direct = command.way === 'direct';
  const { killed, freed } = rewound;
  openRollback(draft, {
    kind: 'return',
    way: command.way,
    targetTokenIds: rewound.placed.map(({ id }) => id),
    undo: direct ? { killed, freed, returnerTaskId: task.id } : null,
    byTaskId: task.id,
  });
  targets.forEach((target, index) => {
    const placed = rewound.placed[index];
    if (placed) openTask(draft, placed, 'return', addresseesOf(draft, target.id));
  });
  settleRollbacks(draft);
  return advance(draft);
}

/** The tokens at the chosen nodes; two of which one came from the other would put two tokens into one branch. */
function chosenTargets(
  draft: Draft,
  offered: readonly { nodeId: string; tokenId: number }[],
  nodeIds: readonly string[],
): Token[] | Refusal {
  const chosen = [...new Set(nodeIds)];
  const tokens = chosen.map((nodeId) => offered.find((target) => target.nodeId === nodeId));
  const known = tokens.filter((target) => target !== undefined);
  if (known.length === 0 || known.length < chosen.length) return refuse('returnTargetRequired');
  const targets = known.map(({ tokenId }) => tokenOf(draft.state, tokenId));
  const inLine = targets.some((target) => {
    const future = futureOf(draft.state, [target]);
    return targets.some((other) => other !== target && future.has(other.id));
  });
  return inLine ? refuse('returnTargetsInLine') : targets;
}
