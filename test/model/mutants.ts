/** Errors that are put into a copy of the core (mutants), to check that the oracle finds each of them. */
export interface Mutant {
  name: string;
  /** File in `domain/workflow`. */
  file: string;
  /** Text that occurs there once, and the text that replaces it. */
  find: string;
  replacement: string;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'an inclusive join continues while a token can still come',
    file: 'state/inclusive-join.ts',
    find: '![...reachableFlows].some((flowId) => filled.has(flowId))',
    replacement: 'false',
  },
  {
    name: 'an inclusive join waits for tokens that can only come by a flow that already has one',
    file: 'state/inclusive-join.ts',
    find: '![...reachableFlows].some((flowId) => filled.has(flowId))',
    replacement: 'reachableFlows.size > 0',
  },
  {
    name: 'a parallel join continues with the first token',
    file: 'decision/gateways.ts',
    find: 'consumed.length === gateway.incoming.length ? consumed : null',
    replacement: 'consumed.length > 0 ? consumed : null',
  },
  {
    name: 'a token freed from a join is not restored',
    file: 'decision/rewind.ts',
    find: 'const freed = restoredTokens(state, descendants, targets);',
    replacement: 'const freed = restoredTokens(state, descendants, targets).slice(1);',
  },
  {
    name: 'a killed token that waits stays alive',
    file: 'state/apply.ts',
    find: 'for (const id of event.killed) changeToken(state, id, { dead: true });',
    replacement: 'for (const id of event.killed.slice(0, -1)) changeToken(state, id, { dead: true });',
  },
  {
    name: 'a completed direct return does not restore every killed token',
    file: 'state/apply.ts',
    find: 'for (const id of event.undo.killed) changeToken(state, id, { dead: false });',
    replacement: 'for (const id of event.undo.killed.slice(1)) changeToken(state, id, { dead: false });',
  },
  {
    name: 'the token of the detour stays alive when a direct return is complete',
    file: 'state/apply.ts',
    find: 'for (const id of detours) changeToken(state, id, { dead: true });',
    replacement: '',
  },
  {
    name: 'a finished target of a direct return no longer counts as a token that can come',
    file: 'state/net.ts',
    find: 'targets.filter(({ dead, usedBy }) => !dead && usedBy !== null)',
    replacement: 'targets.filter(({ dead, usedBy }) => !dead && usedBy === -1)',
  },
  {
    name: 'named handlers apply beyond the next person',
    file: 'state/net.ts',
    find: 'else pending.push(...parentsOf(state, current));\n  }\n  return collected;',
    replacement: 'pending.push(...parentsOf(state, current));\n  }\n  return collected;',
  },
  {
    name: 'a result still counts when its token is dead',
    file: 'state/effects.ts',
    find: 'tokens[tokenId - 1]?.dead === false',
    replacement: 'tokens[tokenId - 1] !== undefined',
  },
  {
    name: 'of parallel results the last counts, not the strongest',
    file: 'state/effects.ts',
    find: 'results.findLast((result) => firstByPrecedence === undefined || result === firstByPrecedence)',
    replacement: 'results.at(-1)',
  },
  {
    name: 'values set on a detour are lost when a direct return is complete',
    file: 'state/apply.ts',
    find: 'return original === undefined ? effect : { ...effect, tokenId: original };',
    replacement: 'return original === undefined ? effect : effect;',
  },
  {
    name: 'the default flow is taken although one condition holds',
    file: 'decision/gateways.ts',
    find: 'if (chosen.length > 0) return chosen;',
    replacement: 'if (chosen.length > 1) return chosen;',
  },
  {
    name: 'only the first of the chosen branches is taken',
    file: 'decision/gateways.ts',
    find: 'if (flows.length > 0) return flows.map(({ id }) => id);',
    replacement: 'if (flows.length > 0) return flows.slice(0, 1).map(({ id }) => id);',
  },
  {
    name: 'a return leaves the siblings’ tasks open',
    file: 'actions/return.ts',
    find: "closeTasks(builder, rewound.descendants, 'closedByReturn');",
    replacement: "closeTasks(builder, new Set([task.tokenId]), 'closedByReturn');",
  },
  {
    name: 'a return to two nodes in sequence is accepted',
    file: 'actions/return.ts',
    find: "return inLine ? refuse('returnTargetsInLine') : targets;",
    replacement: 'return inLine ? targets : targets;',
  },
  {
    name: 'a return goes to the oldest visit of a node',
    file: 'decision/return-targets.ts',
    find: '!latest.has(nodeId) && ',
    replacement: '',
  },
  {
    name: 'a step is withdrawn although a later person has handled the order',
    file: 'state/panels.ts',
    find: 'const done = tasks.filter((task) => task.outcome !== null && !isClosed(task));',
    replacement: 'const done = tasks.filter((task) => task.outcome === null && !isClosed(task));',
  },
  {
    name: 'a step that an open return needs is withdrawn',
    file: 'actions/withdraw.ts',
    find: 'if ([...descendants].some((id) => coveredTokens.has(id))) return false;',
    replacement: 'if (coveredTokens.size < 0) return false;',
  },
  {
    name: 'an order that a person has handled is recalled',
    file: 'actions/recall.ts',
    find: 'return hasActivity(state, descendants) ? undefined : start;',
    replacement: 'return hasActivity(state, descendants) ? start : start;',
  },
  {
    name: 'an order ends while tokens wait',
    file: 'advancing/advance.ts',
    find: 'else if (waitingTokens(builder.state).length === 0) endOrder',
    replacement: 'else if (waitingTokens(builder.state).length >= 0) endOrder',
  },
  {
    name: 'a terminating end does not stop the other branches',
    file: 'advancing/advance.ts',
    find: "if (node.behaviour !== 'plain') endOrder(builder, node.id, node.result);",
    replacement: "if (node.behaviour === 'error') endOrder(builder, node.id, node.result);",
  },
  {
    name: 'finished targets of an ended direct return do not continue',
    file: 'advancing/rollbacks.ts',
    find: 'if (token.dead || token.usedBy === null) continue;',
    replacement: 'if (token.dead || token.usedBy !== null) continue;',
  },
  {
    name: 'a direct return completes although a later return moved a token that it restores',
    file: 'advancing/rollbacks.ts',
    find: 'if (!undo.freed.every(({ tokenId }) => isWaiting(tokenOf(state, tokenId)))) return false;',
    replacement: 'if (undo.freed.length < 0 && isWaiting !== undefined) return false;',
  },
  {
    name: 'answers are lost when a direct return is complete',
    file: 'state/panels-after.ts',
    find: "case 'started':",
    replacement:
      "case 'restored':\n      return panels.map((panel) => panel.outcome ? panel : { ...panel, seats: panel.seats.map((seat) => ({ ...seat, outcome: null })) });\n    case 'started':",
  },
  {
    name: 'a task that waits for others can be acted on',
    file: 'state/panels.ts',
    find: 'return task.outcome === null && blockingPanel(state, task.id) === undefined;',
    replacement: 'return task.outcome === null && state !== undefined;',
  },
  {
    name: 'half of the votes is a majority',
    file: 'state/panels.ts',
    find: 'if (yes * 2 > seats.length) return decided(true);',
    replacement: 'if (yes * 2 >= seats.length) return decided(true);',
  },
  {
    name: 'a removed seat still counts',
    file: 'state/panels.ts',
    find: ".filter((seat) => seat !== 'removed')",
    replacement: '',
  },
  {
    name: 'a time limit ends an approval round that is decided or cancelled',
    file: 'actions/expire.ts',
    find: 'if (!isOpen(builder, panel) || recordThatBlocks(builder.state, panel)) return null;',
    replacement: 'if (recordThatBlocks(builder.state, panel)) return null;',
  },
  {
    name: 'signers after a task are asked before it is done',
    file: 'slots/visit.ts',
    find: "if (panel.kind === 'after' && by?.outcome === null) return false;",
    replacement: 'if (by === null) return false;',
  },
  {
    name: 'seats in sequence are all asked at once',
    file: 'state/panels.ts',
    find: "if (panel.sequence === 'any') return unanswered;",
    replacement: 'if (panel.sequence !== undefined) return unanswered;',
  },
  {
    name: 'with a veto, other answers are awaited after a rejection',
    file: 'state/panels.ts',
    find: "if (count('failed') > 0) return decided(false);",
    replacement: "if (count('failed') > 0 && open === 0) return decided(false);",
  },
  {
    name: 'the requester has a vote',
    file: 'slots/votes.ts',
    find: "if (isRequester) return 'requester';",
    replacement: "if (isRequester && requesters.length === 0) return 'requester';",
  },
  {
    name: 'a person with an own seat answers the seat of a department',
    file: 'slots/votes.ts',
    find: "return ownSeatOf(state, panel, votingId) === undefined ? null : 'ownSeat';",
    replacement: 'return null;',
  },
  {
    name: 'a person in two departments answers the seat that others could answer',
    file: 'slots/shared-seats.ts',
    find: 'if (keepsMaximum(namedSeat)) return namedSeat;',
    replacement: 'if (namedSeat >= 0) return namedSeat;',
  },
  {
    name: 'the seat of a department is awaited although all its people have own seats',
    file: 'slots/shared-seats.ts',
    find: 'canVote(staffId) && (isExactlyPerson(keys, staffId) || ownSeatOf(state, panel, staffId) === undefined)',
    replacement: 'canVote(staffId)',
  },
  {
    name: 'votes are lost when the waiting task is reassigned',
    file: 'actions/reassign.ts',
    find: 'return lostVotes > 0 ? refuseLostVotes(builder, key, lostVotes) : advanceVisit(builder, newTask);',
    replacement:
      'return lostVotes > 99 ? refuseLostVotes(builder, key, lostVotes) : advanceVisit(builder, newTask);',
  },
  {
    name: 'a person who transfers a task remains the requester of its approval rounds',
    file: 'state/panels.ts',
    find: 'for (let earlier = slot; earlier?.replaces; ) {',
    replacement: 'for (let earlier = slot; earlier?.replaces === -1; ) {',
  },
  {
    name: 'a condition reads a parallel countersign instead of its own',
    file: 'state/effects.ts',
    find: 'return { ...values, ...ownCountersign?.variables };',
    replacement: 'return ownCountersign === null ? {} : values;',
  },
  {
    name: 'a condition of an empty field holds',
    file: 'conditions/condition.ts',
    find: 'if (value === null) return false;',
    replacement: 'if (value === null) return true;',
  },
  {
    name: 'a task of several people ends after the first of them',
    file: 'slots/instances.ts',
    find: '|| numbers.nrOfCompletedInstances === 0) return false;',
    replacement: ') return numbers.nrOfCompletedInstances > 0;',
  },
  {
    name: 'values set by some of several people are lost when the order ends before all are done',
    file: 'state/effects.ts',
    find: ' || hasEndedIncomplete(state, tokenId)',
    replacement: '',
  },
];
