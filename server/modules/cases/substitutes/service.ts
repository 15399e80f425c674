import type { SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { type Actor, mayParticipateInMatters, Permission, systemActor } from '#domain/access/actor.ts';
import { localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { problemOfReason } from '#domain/opinions/opinion.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import {
  problemsOfRule,
  type RuleRequest,
  ruleStateOn,
  type SubstituteRuleState,
} from '#domain/substitutes/rule.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { notify, reconnectStreams } from '#server/kernel/http/notify.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  actOnce,
  appendAudit,
  recordOwnChanges,
} from '#server/modules/access/audit/service.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';
import * as queries from './queries.ts';

/** Number of rules that a person is shown for each side, the newest ones. */
const maxShown = 100;

/** Returns the substitutes of this person, and the people whom this person substitutes. */
export async function mySubstitutes(context: Context, actor: Actor) {
  const [mine, forOthers] = await Promise.all(
    (['absent_id', 'substitute_id'] as const).map((side) =>
      queries.listRulesOf(context.db, side, actor.staffId, maxShown),
    ),
  );
  const present = (rows: queries.RuleRow[] = [], mayEnd: boolean) =>
    rows
      .map((row) => presentRule(context, row, mayEnd))
      .sort((one, other) => stateOrder.indexOf(one.state) - stateOrder.indexOf(other.state));
  return { mine: present(mine, true), forOthers: present(forOthers, false) };
}

const stateOrder: readonly SubstituteRuleState[] = ['current', 'planned', 'past'];

export async function allSubstitutes(context: Context, query: Omit<queries.RuleFilter, 'today'>) {
  const today = localDateOf(context.now());
  const { rows, total } = await queries.listAllRules(context.db, { ...query, today });
  return { rows: rows.map((row) => presentRule(context, row, true)), total };
}

function presentRule(
  { now }: Pick<Context, 'now'>,
  { begunAt: _begunAt, endedAt, ...row }: queries.RuleRow,
  mayEnd: boolean,
): SubstituteRule {
  const state = ruleStateOn(localDateOf(now()), { ...row, ended: endedAt !== null });
  return { ...row, state, endedAt: endedAt?.toISOString() ?? null, mayEnd: mayEnd && state !== 'past' };
}

export { listActiveRulesOf } from './queries.ts';

/** Sets a person's own rule. */
export function setRule(call: ActingCall<typeof substitutes.set> & { actor: Actor }, request: RuleRequest) {
  return actOnce(call, (tx) => storeRule(tx, call, call.actor.staffId, request));
}

/** The permission to set and end the rules of other people, which the matter administrator has. */
const requiredRight = { permission: Permission.administer };

/** Sets a rule for a person, as the matter administrator. */
export function setRuleFor(
  call: ActingCall<typeof substitutes.setForOther> & { actor: Actor },
  { absentId, ...rule }: RuleRequest & { absentId: string },
) {
  return actIfStillAllowed(call, requiredRight, (tx) => storeRule(tx, call, absentId, rule));
}

interface RuleCall {
  context: Context;
  actor: Pick<Actor, 'staffId' | 'name'>;
}

async function storeRule(tx: Tx, { context, actor }: RuleCall, absentId: string, request: RuleRequest) {
  const now = context.now();
  const today = localDateOf(now);
  const taskCodes = [...new Set(request.taskCodes)];
  await queries.lockPeople(tx, [absentId, request.substituteId]);
  const [absent, substitute, active, unknownItems] = [
    await queries.findPerson(tx, absentId),
    await queries.findPerson(tx, request.substituteId),
    await queries.listActiveRules(tx, [absentId, request.substituteId], today),
    await queries.listUnknownItems(tx, taskCodes),
  ];
  const problems = [
    ...problemsOfAbsent(absentId, absent),
    ...problemsOfRule(request, {
      today,
      absentId,
      substitute: substitute && { ...substitute, mayHandle: mayHandle(substitute) },
      active,
      unknownItems,
      isSetByOther: absentId !== actor.staffId,
    }),
  ];
  if (problems.length > 0) return refuse('badInput', { problems });
  const id = context.newId();
  const begins = startOfDay(request.startsOn);
  await queries.insertRule(tx, {
    id,
    absent_id: absentId,
    substitute_id: request.substituteId,
    starts_on: request.startsOn,
    ends_on: request.endsOn,
    task_codes: taskCodes.length > 0 ? taskCodes : null,
    since: request.takesOpen ? null : begins > now ? begins : now,
    reason: request.reason.trim(),
    set_by_id: actor.staffId,
    set_by_name: actor.name,
    created_at: now,
  });
  await applyRuleDate(tx, context, id);
  await notifySubstitutedPeople(tx, context, id);
  const { substituteId, startsOn, endsOn, takesOpen, reason } = request;
  const detail = { absentId, substituteId, startsOn, endsOn, taskCodes, takesOpen, reason };
  return { answer: { id }, auditRecord: auditRecordOf('set', id, absentId, detail) };
}

/**
 * Notifies the people whom the absent person substitutes on these days: their keys are not lent to the second
 * substitute, so that they need another one.
 */
async function notifySubstitutedPeople(tx: Tx, context: Context, id: string): Promise<void> {
  const affected = await queries.listPeopleSubstitutedBy(tx, id);
  const messages = affected.map(({ staffId, name, startsOn, endsOn }) => ({
    staffId,
    kind: 'substitute',
    title: `代理人外出：${name}`,
    content: `您的代理人${name}于${daysOf(startsOn, endsOn)}外出，您的待办不会转由${name}的代理人办理。请结束原委托，另行委托他人。`,
  }));
  if (messages.length > 0) await sendMessages(tx, context, messages);
}

function daysOf(startsOn: string, endsOn: string): string {
  return startsOn === endsOn ? startsOn : `${startsOn}至${endsOn}`;
}

function problemsOfAbsent(id: string, absent: queries.RulePersonFacts | undefined): Problem[] {
  const problem = (message: string) => [{ field: 'absentId', message }];
  if (id === '') return problem('请选择外出人员');
  if (absent === undefined) return problem('外出人员不存在');
  if (!absent.isInService) return problem(`“${absent.name}”已停用，不能委托代理，请用工作移交`);
  return mayParticipateInMatters(rightsOf(absent)) ? [] : problem(`“${absent.name}”不参与办件，无需代理人`);
}

type Rights = Pick<queries.RulePersonFacts, 'permissions'>;

function rightsOf({ permissions }: Rights): Pick<Actor, 'permissions'> {
  return { permissions: new Set(permissions as Permission[]) };
}

function mayHandle(person: Rights): boolean {
  const rights = rightsOf(person);
  return mayParticipateInMatters(rights) && rights.permissions.has(Permission.handle);
}

function auditRecordOf(act: 'set' | 'end', id: string, absentId: string, detail: Record<string, unknown>) {
  const action = act === 'set' ? 'substitute.set' : 'substitute.end';
  return {
    chain: 'substitute',
    action,
    objectKind: 'substitute',
    objectId: id,
    detail: { absentId, ...detail },
  };
}

/** Ends one's own rule before its last day. */
export function endRule(call: ActingCall<typeof substitutes.end> & { actor: Actor }, id: string) {
  return actOnce(call, async (tx) => {
    const rule = await queries.lockRule(tx, id);
    if (rule?.absent.id !== call.actor.staffId) return refuse('notFound');
    return closeRule(tx, call, rule, '');
  });
}

/** Ends a person's rule, with a reason. */
export function endRuleFor(
  call: ActingCall<typeof substitutes.endForOther> & { actor: Actor },
  id: string,
  reason: string,
) {
  const problem = reason.trim() === '' ? '请填写结束原因' : problemOfReason(reason, '结束');
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    if (problem) return refuse('badInput', { problems: [{ field: 'reason', message: problem }] });
    const rule = await queries.lockRule(tx, id);
    return rule ? closeRule(tx, call, rule, reason.trim()) : refuse('notFound');
  });
}

/**
 * Ends the rules of a departing person, whose tasks are handed over: no substitute acts for a person who has
 * left.
 */
export async function endRulesOfDepartingPerson(
  tx: Tx,
  { context, actor, requestId }: RuleCall & { requestId: string },
  staffId: string,
): Promise<number> {
  const ids = await queries.listUnfinishedRules(tx, staffId);
  for (const id of ids) {
    const rule = await queries.lockRule(tx, id);
    if (!rule) continue;
    const { auditRecord } = await closeRule(tx, { context, actor }, rule, '');
    await appendAudit(tx, context, { ...auditRecord, actor, requestId });
  }
  return ids.length;
}

async function closeRule(tx: Tx, { context, actor }: RuleCall, rule: queries.RuleRow, reason: string) {
  await queries.endRule(tx, rule.id, context.now(), actor.name);
  if (rule.begunAt !== null) await notifyParties(tx, context, rule, 'ended');
  const detail = { substituteId: rule.substitute.id, ...(reason && { reason }) };
  return { answer: {}, auditRecord: auditRecordOf('end', rule.id, rule.absent.id, detail) };
}

/**
 * Notifies people of the rules that begin today, and of those that are over: their last day has passed, or
 * their substitute is no longer available. Runs every minute; a rule that fails stays for the next run and
 * does not block the others.
 */
export async function applyRuleDates(context: Context): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await queries.listDueRules(context.db, localDateOf(context.now()))) {
    await inTransaction(context.db, (tx) => applyRuleDate(tx, context, id)).catch((error: unknown) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some substitutes could not be switched');
}

/** Begins or ends a rule according to the day, each once, and notifies both people. */
async function applyRuleDate(tx: Tx, context: Context, id: string): Promise<void> {
  const rule = await queries.lockRule(tx, id);
  if (!rule) return;
  const state = ruleStateOn(localDateOf(context.now()), { ...rule, ended: false });
  const substitute = await queries.findPerson(tx, rule.substitute.id);
  if (state === 'past') {
    await queries.endRule(tx, id, context.now(), null);
    await recordOwnChanges(tx, context, {
      at: context.now(),
      staffId: null,
      staffName: systemActor.name,
      action: 'substitute.over',
      objectKind: 'substitute',
      objectId: id,
      detail: {},
      requestId: 'substitutes.turn',
    });
    if (rule.begunAt !== null) await notifyParties(tx, context, rule, 'ended');
  } else if (!substitute?.isInService || !mayHandle(substitute)) {
    await queries.endRule(tx, id, context.now(), systemActor.name);
    await notifyParties(tx, context, rule, 'void');
    const detail = { substituteId: rule.substitute.id, unfit: true };
    const auditRecord = auditRecordOf('end', id, rule.absent.id, detail);
    await appendAudit(tx, context, { ...auditRecord, actor: systemActor, requestId: 'substitutes.turn' });
  } else if (state === 'current' && rule.begunAt === null) {
    await queries.markBegun(tx, id, context.now());
    await notifyParties(tx, context, rule, 'begun');
  }
}

/** Number of items listed in a message, which may be a text message; the others are only counted. */
const notifiedItems = 2;

/** Notifies both people; their open pages reload with their new keys. */
async function notifyParties(
  tx: Tx,
  context: Context,
  rule: queries.RuleRow,
  change: 'begun' | 'ended' | 'void',
): Promise<void> {
  const { absent, substitute, startsOn, endsOn, items, takesOpen } = rule;
  const days = daysOf(startsOn, endsOn);
  const names = items.slice(0, notifiedItems).map(({ name }) => name);
  const rest = items.length > notifiedItems ? `等${items.length}个事项` : '';
  const itemNames = items.length === 0 ? '全部事项' : `${names.join('、')}${rest}`;
  const scope = `${itemNames}${takesOpen ? '，含已在办的待办' : '的新待办'}`;
  const [title, toAbsent, toSubstitute] =
    change === 'begun'
      ? [
          '代理开始',
          `${days}由${substitute.orgName}${substitute.name}代您办理（${scope}）。您仍可自行办理。`,
          `${days}由您代${absent.orgName}${absent.name}办理（${scope}）。代办的待办标有“代${absent.name}”。`,
        ]
      : [
          '代理结束',
          change === 'void'
            ? `${substitute.orgName}${substitute.name}已停用或不再有办理权限，代您办理（${days}）提前结束，请另行委托。`
            : `${substitute.orgName}${substitute.name}代您办理（${days}）已结束，未办的待办仍在您的待办中。`,
          `您代${absent.orgName}${absent.name}办理（${days}）已结束。`,
        ];
  await sendMessages(tx, context, [
    {
      staffId: absent.id,
      kind: 'substitute',
      title: `${title}：${substitute.name}代${absent.name}`,
      content: toAbsent,
    },
    {
      staffId: substitute.id,
      kind: 'substitute',
      title: `${title}：${substitute.name}代${absent.name}`,
      content: toSubstitute,
    },
  ]);
  await notify(tx, { topics: [`staff:${substitute.id}`], event: reconnectStreams, id: '' });
}

/** A substitute of people who have a task. */
export interface NotifiedSubstitute {
  staffId: string;
  /** The absent person: several of them may have the same substitute, who is notified once. */
  absentName: string;
}

/** The fields of a task that the rules use. */
export interface TaskOfSubstitute {
  taskCode: string;
  openedAt: string;
  initiatorId: string;
  /** The requesters of this task; empty or undefined if it is the node's own. */
  askedBy?: readonly string[] | undefined;
}

/** Lists the substitutes of any of these people for a task of an item that opened at that time, each once. */
export async function substitutesFor(
  db: Db,
  context: Pick<Context, 'now'>,
  absentIds: readonly string[],
  task: TaskOfSubstitute,
): Promise<NotifiedSubstitute[]> {
  return (await findSubstitutes(db, context, absentIds))(absentIds, task);
}

/**
 * Finds the substitutes of absent people in one query; returns a function that selects those for one task and the
 * people who have it.
 */
export async function findSubstitutes(
  db: Db,
  { now }: Pick<Context, 'now'>,
  absentIds: readonly string[],
): Promise<(holderIds: readonly string[], task: TaskOfSubstitute) => NotifiedSubstitute[]> {
  if (absentIds.length === 0) return () => [];
  const rows = await queries.listSubstitutes(db, absentIds, localDateOf(now()));
  const available = rows.filter(({ permissions }) => mayHandle({ permissions }));
  return (holderIds, task) => {
    const matching = available.filter(
      ({ absentId, taskCodes, since, until, substituteId }) =>
        holderIds.includes(absentId) &&
        (taskCodes === null || taskCodes.includes(task.taskCode)) &&
        (since === null || since.toISOString() <= task.openedAt) &&
        (until === null || task.openedAt < until.toISOString()) &&
        substituteId !== task.initiatorId &&
        !task.askedBy?.includes(substituteId),
    );
    return [...Map.groupBy(matching, ({ substituteId }) => substituteId)].map(([staffId, rules]) => ({
      staffId,
      absentName: [...new Set(rules.map(({ absentName }) => absentName))].join('、'),
    }));
  };
}
