import type { SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { type Actor, mayHaveMatters, Permission } from '#domain/access/actor.ts';
import { localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { type AskedRule, problemsOfRule, type RuleState, ruleStateOn } from '#domain/substitutes/rule.ts';
import { faultOfReason } from '#domain/workflow/opinion.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { type ActingCall, actOnce } from '#server/modules/audit/service.ts';
import { sendMessages } from '#server/modules/messages/service.ts';
import * as queries from './queries.ts';

/** Rules that a person is shown of each side, the newest. */
const shownAtMost = 100;

/** Who stands in for this person, and for whom this person does. */
export async function mySubstitutes(context: Context, actor: Actor) {
  const [mine, forOthers] = await Promise.all(
    (['absent_id', 'substitute_id'] as const).map((side) =>
      queries.listOf(context.db, side, actor.staffId, shownAtMost),
    ),
  );
  const present = (rows: queries.RuleRow[] = [], mayEnd: boolean) =>
    rows
      .map((row) => presentRule(context, row, mayEnd))
      .sort((one, other) => places.indexOf(one.state) - places.indexOf(other.state));
  return { mine: present(mine, true), forOthers: present(forOthers, false) };
}

const places: readonly RuleState[] = ['current', 'planned', 'past'];

export async function allSubstitutes(
  context: Context,
  query: Pick<queries.RuleFilter, 'keyword' | 'state' | 'page' | 'size'>,
) {
  const today = localDateOf(context.now());
  const { rows, total } = await queries.listAll(context.db, { ...query, today });
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

export { listStandingOf as standingRules } from './queries.ts';

/** A person's own rule. */
export function setRule(call: ActingCall<typeof substitutes.set> & { actor: Actor }, asked: AskedRule) {
  return actOnce(call, (tx) => set(tx, call, call.actor.staffId, asked));
}

/** A rule that the matter administrator sets for somebody. */
export function setRuleFor(
  call: ActingCall<typeof substitutes.setFor> & { actor: Actor },
  { absentId, ...asked }: AskedRule & { absentId: string },
) {
  return actOnce(call, (tx) => set(tx, call, absentId, asked));
}

interface Setting {
  context: Context;
  actor: Pick<Actor, 'staffId' | 'name'>;
}

async function set(tx: Tx, { context, actor }: Setting, absentId: string, asked: AskedRule) {
  const now = context.now();
  const today = localDateOf(now);
  const taskCodes = [...new Set(asked.taskCodes)];
  await queries.lockPeople(tx, [absentId, asked.substituteId]);
  const [absent, substitute, standing, unknownItems] = [
    await queries.findPerson(tx, absentId),
    await queries.findPerson(tx, asked.substituteId),
    await queries.listStanding(tx, [absentId, asked.substituteId], today),
    await queries.listUnknownItems(tx, taskCodes),
  ];
  const problems = [
    ...problemsOfAbsent(absentId, absent),
    ...problemsOfRule(asked, {
      today,
      absentId,
      substitute: substitute && { ...substitute, mayHandle: mayHandle(substitute) },
      standing,
      unknownItems,
      byOther: absentId !== actor.staffId,
    }),
  ];
  if (problems.length > 0) return refuse('badInput', { problems });
  const id = context.newId();
  const begins = startOfDay(asked.startsOn);
  await queries.insertRule(tx, {
    id,
    absent_id: absentId,
    substitute_id: asked.substituteId,
    starts_on: asked.startsOn,
    ends_on: asked.endsOn,
    task_codes: taskCodes.length > 0 ? taskCodes : null,
    since: asked.takesOpen ? null : begins > now ? begins : now,
    reason: asked.reason.trim(),
    set_by_id: actor.staffId,
    set_by_name: actor.name,
    created_at: now,
  });
  await turn(tx, context, id);
  const { substituteId, startsOn, endsOn, takesOpen, reason } = asked;
  const detail = { absentId, substituteId, startsOn, endsOn, taskCodes, takesOpen, reason };
  return { answer: { id }, note: noteOf('set', id, absentId, detail) };
}

function problemsOfAbsent(id: string, absent: queries.JudgedPerson | undefined): Problem[] {
  const say = (message: string) => [{ field: 'absentId', message }];
  if (id === '') return say('请选择外出人员');
  if (absent === undefined) return say('外出人员不存在');
  return mayHaveMatters(rightsOf(absent)) ? [] : say(`“${absent.name}”不参与办件，无需代理人`);
}

function rightsOf({ permissions }: queries.JudgedPerson): Pick<Actor, 'permissions'> {
  return { permissions: new Set(permissions as Permission[]) };
}

function mayHandle(person: queries.JudgedPerson): boolean {
  const rights = rightsOf(person);
  return mayHaveMatters(rights) && rights.permissions.has(Permission.handle);
}

function noteOf(act: 'set' | 'end', id: string, absentId: string, detail: Record<string, unknown>) {
  const action = act === 'set' ? 'substitute.set' : 'substitute.end';
  return {
    chain: 'substitute',
    action,
    objectKind: 'substitute',
    objectId: id,
    detail: { absentId, ...detail },
  };
}

/** Ends an own rule before its last day. */
export function endRule(call: ActingCall<typeof substitutes.end> & { actor: Actor }, id: string) {
  return actOnce(call, async (tx) => {
    const rule = await queries.lockRule(tx, id);
    if (rule?.absent.id !== call.actor.staffId) return refuse('notFound');
    return end(tx, call, rule, '');
  });
}

/** Ends somebody's rule, with a reason. */
export function endRuleFor(
  call: ActingCall<typeof substitutes.endFor> & { actor: Actor },
  id: string,
  reason: string,
) {
  const fault = reason.trim() === '' ? '请填写结束原因' : faultOfReason(reason, '结束');
  return actOnce(call, async (tx) => {
    if (fault) return refuse('badInput', { problems: [{ field: 'reason', message: fault }] });
    const rule = await queries.lockRule(tx, id);
    return rule ? end(tx, call, rule, reason.trim()) : refuse('notFound');
  });
}

async function end(tx: Tx, { context, actor }: Setting, rule: queries.RuleRow, reason: string) {
  await queries.endRule(tx, rule.id, context.now(), actor.name);
  if (rule.begunAt !== null) await tell(tx, context, rule, 'ended');
  const detail = { substituteId: rule.substitute.id, ...(reason && { reason }) };
  return { answer: {}, note: noteOf('end', rule.id, rule.absent.id, detail) };
}

/** Tells people of the rules that begin today, and of those whose last day is past; a job of every minute. */
export async function turnSubstitutes(context: Context): Promise<void> {
  for (const id of await queries.listTurning(context.db, localDateOf(context.now()))) {
    await inTransaction(context.db, (tx) => turn(tx, context, id));
  }
}

/** What the day brings to a rule, once: it is told that it begins, or it is over and that is told. */
async function turn(tx: Tx, context: Context, id: string): Promise<void> {
  const rule = await queries.lockRule(tx, id);
  if (!rule) return;
  const state = ruleStateOn(localDateOf(context.now()), { ...rule, ended: false });
  if (state === 'past') {
    await queries.endRule(tx, id, context.now(), null);
    if (rule.begunAt !== null) await tell(tx, context, rule, 'ended');
  } else if (state === 'current' && rule.begunAt === null) {
    await queries.markBegun(tx, id, context.now());
    await tell(tx, context, rule, 'begun');
  }
}

async function tell(tx: Tx, context: Context, rule: queries.RuleRow, what: 'begun' | 'ended'): Promise<void> {
  const { absent, substitute, startsOn, endsOn, items, takesOpen } = rule;
  const days = startsOn === endsOn ? startsOn : `${startsOn}至${endsOn}`;
  const about = items.length === 0 ? '全部事项' : items.map(({ name }) => name).join('、');
  const scope = `${about}${takesOpen ? '，含已在办的待办' : '的新待办'}`;
  const [title, toAbsent, toSubstitute] =
    what === 'begun'
      ? [
          '代理开始',
          `${days}由${substitute.orgName}${substitute.name}代您办理（${scope}）。您仍可自行办理。`,
          `${days}由您代${absent.orgName}${absent.name}办理（${scope}）。代办的待办标有“代${absent.name}”。`,
        ]
      : [
          '代理结束',
          `${substitute.orgName}${substitute.name}代您办理（${days}）已结束，未办的待办仍在您的待办中。`,
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
}

/** A substitute who is told of a task in the place of somebody who is. */
export interface ToldSubstitute {
  staffId: string;
  absentId: string;
  absentName: string;
}

/** Who stands in for any of these people at a task of an item that opened then. */
export async function substitutesFor(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  absentIds: readonly string[],
  task: { taskCode: string; openedAt: string; initiatorId: string },
): Promise<ToldSubstitute[]> {
  if (absentIds.length === 0) return [];
  const rows = await queries.listSubstitutes(tx, absentIds, localDateOf(now()));
  return rows
    .filter(({ taskCodes }) => taskCodes === null || taskCodes.includes(task.taskCode))
    .filter(({ since }) => since === null || since.toISOString() <= task.openedAt)
    .filter(({ substituteId }) => substituteId !== task.initiatorId)
    .map(({ substituteId, absentId, absentName }) => ({ staffId: substituteId, absentId, absentName }));
}
