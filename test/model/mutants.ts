/** Errors that are put into a copy of the core (mutants), to check that the oracle finds each of them. */
export interface Mutant {
  name: string;
  /** File in `domain/workflow`. */
  file: string;
  /** Text that occurs there once, and the text that replaces it. */
  find: string;
  instead: string;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'an inclusive join goes on while a token can still come',
    file: 'state/inclusive-join.ts',
    find: '![...reachableFlows].some((flowId) => filled.has(flowId))',
    instead: 'false',
  },
  {
    name: 'an inclusive join waits for whoever comes by a way that has its token',
    file: 'state/inclusive-join.ts',
    find: '![...reachableFlows].some((flowId) => filled.has(flowId))',
    instead: 'reachableFlows.size > 0',
  },
  {
    name: 'a parallel join goes on with the first token',
    file: 'decision/gateways.ts',
    find: 'consumed.length === gateway.incoming.length ? consumed : null',
    instead: 'consumed.length > 0 ? consumed : null',
  },
  {
    name: 'a token freed from a join is forgotten',
    file: 'decision/rewind.ts',
    find: 'const freed = tokensFreedBy(state, future, targets);',
    instead: 'const freed = tokensFreedBy(state, future, targets).slice(1);',
  },
  {
    name: 'a killed token that waits stays alive',
    file: 'state/apply.ts',
    find: 'for (const id of event.killed) changeToken(state, id, { dead: true });',
    instead: 'for (const id of event.killed.slice(0, -1)) changeToken(state, id, { dead: true });',
  },
  {
    name: 'a direct return comes home to nothing',
    file: 'state/apply.ts',
    find: 'for (const id of event.undo.killed) changeToken(state, id, { dead: false });',
    instead: 'for (const id of event.undo.killed.slice(1)) changeToken(state, id, { dead: false });',
  },
  {
    name: 'the token of the way round stays when the order is home',
    file: 'state/apply.ts',
    find: 'for (const id of detours) changeToken(state, id, { dead: true });',
    instead: '',
  },
  {
    name: 'a done target of a direct return comes no more',
    file: 'state/net.ts',
    find: 'targets.filter(({ dead, usedBy }) => !dead && usedBy !== null)',
    instead: 'targets.filter(({ dead, usedBy }) => !dead && usedBy === -1)',
  },
  {
    name: 'names reach over the next person',
    file: 'state/net.ts',
    find: 'else pending.push(...parentsOf(state, current));\n  }\n  return collected;',
    instead: 'pending.push(...parentsOf(state, current));\n  }\n  return collected;',
  },
  {
    name: 'a result is not taken back with its token',
    file: 'state/effects.ts',
    find: 'tokens[tokenId - 1]?.dead === false',
    instead: 'tokens[tokenId - 1] !== undefined',
  },
  {
    name: 'results beside each other: the last wins',
    file: 'state/effects.ts',
    find: 'results.findLast((result) => firstByPrecedence === undefined || result === firstByPrecedence)',
    instead: 'results.at(-1)',
  },
  {
    name: 'what the way round set is lost at home',
    file: 'state/apply.ts',
    find: 'return original === undefined ? effect : { ...effect, tokenId: original };',
    instead: 'return original === undefined ? effect : effect;',
  },
  {
    name: 'the default flow is taken although one condition holds',
    file: 'decision/gateways.ts',
    find: 'if (chosen.length > 0) return chosen;',
    instead: 'if (chosen.length > 1) return chosen;',
  },
  {
    name: 'only the first of the chosen branches is taken',
    file: 'decision/gateways.ts',
    find: 'if (flows.length > 0) return flows.map(({ id }) => id);',
    instead: 'if (flows.length > 0) return flows.slice(0, 1).map(({ id }) => id);',
  },
  {
    name: 'a return leaves the siblings’ tasks open',
    file: 'actions/return.ts',
    find: "closeTasks(builder, rewound.future, 'closedByReturn');",
    instead: "closeTasks(builder, new Set([task.tokenId]), 'closedByReturn');",
  },
  {
    name: 'a return to two nodes in line is accepted',
    file: 'actions/return.ts',
    find: "return inLine ? refuse('returnTargetsInLine') : targets;",
    instead: 'return inLine ? targets : targets;',
  },
  {
    name: 'a return goes to the oldest visit of a node',
    file: 'decision/return-targets.ts',
    find: '!latest.has(nodeId) && ',
    instead: '',
  },
  {
    name: 'what somebody handled since is withdrawn',
    file: 'state/panels.ts',
    find: 'const done = tasks.filter((task) => task.outcome !== null && !isClosed(task));',
    instead: 'const done = tasks.filter((task) => task.outcome === null && !isClosed(task));',
  },
  {
    name: 'what an open return holds is withdrawn',
    file: 'actions/withdraw.ts',
    find: 'if ([...future].some((id) => held.has(id))) return false;',
    instead: 'if (held.size < 0) return false;',
  },
  {
    name: 'an order is recalled that somebody has handled',
    file: 'actions/recall.ts',
    find: 'return wasTouched(state, future) ? undefined : start;',
    instead: 'return wasTouched(state, future) ? start : start;',
  },
  {
    name: 'an order ends while tokens wait',
    file: 'advancing/advance.ts',
    find: 'else if (waitingTokens(builder.state).length === 0) endOrder',
    instead: 'else if (waitingTokens(builder.state).length >= 0) endOrder',
  },
  {
    name: 'a terminating end lets the others go on',
    file: 'advancing/advance.ts',
    find: "if (node.behaviour !== 'plain') endOrder(builder, node.id, node.result);",
    instead: "if (node.behaviour === 'error') endOrder(builder, node.id, node.result);",
  },
  {
    name: 'done targets of a promise that is off stay where they are',
    file: 'advancing/rollbacks.ts',
    find: 'if (token.dead || token.usedBy === null) continue;',
    instead: 'if (token.dead || token.usedBy !== null) continue;',
  },
  {
    name: 'a direct return comes home although a later one moved what it restores',
    file: 'advancing/rollbacks.ts',
    find: 'if (!undo.freed.every(({ tokenId }) => isWaiting(tokenOf(state, tokenId)))) return false;',
    instead: 'if (undo.freed.length < 0 && isWaiting !== undefined) return false;',
  },
  {
    name: 'straight home, what was answered is lost',
    file: 'state/panels-after.ts',
    find: "case 'started':",
    instead:
      "case 'restored':\n      return panels.map((panel) => panel.outcome ? panel : { ...panel, seats: panel.seats.map((seat) => ({ ...seat, outcome: null })) });\n    case 'started':",
  },
  {
    name: 'a task that waits for others can be acted on',
    file: 'state/panels.ts',
    find: 'return task.outcome === null && holdingPanel(state, task.id) === undefined;',
    instead: 'return task.outcome === null && state !== undefined;',
  },
  {
    name: 'half of the votes is a majority',
    file: 'state/panels.ts',
    find: 'if (yes * 2 > seats.length) return decided(true);',
    instead: 'if (yes * 2 >= seats.length) return decided(true);',
  },
  {
    name: 'a seat that was taken off still counts',
    file: 'state/panels.ts',
    find: ".filter((seat) => seat !== 'removed')",
    instead: '',
  },
  {
    name: 'a limit ends what is decided or taken back',
    file: 'actions/expire.ts',
    find: 'if (!isOpen(builder, panel)) return null;',
    instead: 'if (isOpen === undefined) return null;',
  },
  {
    name: 'signers after a task are asked before it is done',
    file: 'slots/visit.ts',
    find: "if (panel.kind === 'after' && by?.outcome === null) return false;",
    instead: 'if (by === null) return false;',
  },
  {
    name: 'seats in order all have their turn at once',
    file: 'state/panels.ts',
    find: "if (panel.sequence === 'any') return unanswered;",
    instead: 'if (panel.sequence !== undefined) return unanswered;',
  },
  {
    name: 'with a veto others are waited for after a no',
    file: 'state/panels.ts',
    find: "if (count('failed') > 0) return decided(false);",
    instead: "if (count('failed') > 0 && open === 0) return decided(false);",
  },
  {
    name: 'who asked has a vote',
    file: 'slots/votes.ts',
    find: "if (isRequester) return 'asked';",
    instead: "if (isRequester && requesters.length === 0) return 'asked';",
  },
  {
    name: 'who has an own seat answers that of a department',
    file: 'slots/votes.ts',
    find: "return ownSeatOf(state, panel, votingId) === undefined ? null : 'ownSeat';",
    instead: 'return null;',
  },
  {
    name: 'of two departments a person answers the one that others could',
    file: 'slots/shared-seats.ts',
    find: 'if (keepsMaximum(namedSeat)) return namedSeat;',
    instead: 'if (namedSeat >= 0) return namedSeat;',
  },
  {
    name: 'a department is waited for whose people all have a seat of their own',
    file: 'slots/shared-seats.ts',
    find: 'isFree(staffId) && (isExactlyPerson(keys, staffId) || ownSeatOf(state, panel, staffId) === undefined)',
    instead: 'isFree(staffId)',
  },
  {
    name: 'votes are lost where the waiting task is reassigned',
    file: 'actions/reassign.ts',
    find: 'return lostVotes > 0 ? refuseLostVotes(builder, key, lostVotes) : advanceVisit(builder, newTask);',
    instead:
      'return lostVotes > 99 ? refuseLostVotes(builder, key, lostVotes) : advanceVisit(builder, newTask);',
  },
  {
    name: 'who hands a task over keeps what was started from it',
    file: 'state/panels.ts',
    find: 'for (let earlier = slot; earlier?.replaces; ) {',
    instead: 'for (let earlier = slot; earlier?.replaces === -1; ) {',
  },
  {
    name: 'a condition sees the countersign beside it before its own',
    file: 'state/effects.ts',
    find: 'return { ...values, ...ownCountersign?.variables };',
    instead: 'return ownCountersign === null ? {} : values;',
  },
  {
    name: 'a condition of an empty field holds',
    file: 'conditions/condition.ts',
    find: 'if (value === null) return false;',
    instead: 'if (value === null) return true;',
  },
  {
    name: 'of several who do a task the first is enough',
    file: 'slots/instances.ts',
    find: '|| numbers.nrOfCompletedInstances === 0) return false;',
    instead: ') return numbers.nrOfCompletedInstances > 0;',
  },
  {
    name: 'what several had set is lost when the order ends before all have done their part',
    file: 'state/effects.ts',
    find: ' || endedIncomplete(state, tokenId)',
    instead: '',
  },
];
