import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { PetitionJudgement, petitions } from '#contract/petitions.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { areaOf, matterOf } from '#domain/items/petition-fields.ts';
import {
  judgementLabel,
  linkedOrderLabel,
  manualLinks,
  type PetitionLink,
  petitionLimits,
  petitionStageLabel,
  problemOfConcludedMatter,
} from '#domain/petitions/petition-links.ts';
import { comparedLength } from '#domain/petitions/similar-words.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { runIdempotently } from '#server/kernel/http/idempotency.ts';
import { type ActingCall, appendOrderAudit } from '#server/modules/access/audit/service.ts';
import type { PetitionOfOrder } from '#server/modules/cases/decisions/service.ts';
import { type ReadableOrder, statusLabelOf } from '#server/modules/cases/work-orders/service.ts';
import {
  findCurrentItem,
  type ItemRecord,
  refuseUnknownItem,
} from '#server/modules/design/catalogue/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import {
  countLinks,
  findJudgement,
  findStagedOrder,
  insertLink,
  listLinks,
  listStages,
  removeLink,
  type StageRow,
} from './links.queries.ts';
import { findOrderForSearch } from './order-search.queries.ts';
import { comparedPerson, findSimilar, reserveSearch } from './similar.ts';
import { checkStage, nextStageOf, type StartedStage, stageOfOrder } from './stages.ts';

export { wholePetition } from './whole-petition.ts';

/** Repeat petitions and links between petitions (docs/decisions/0234). */

interface PetitionCall {
  context: Context;
  actor: Actor;
}

type Similar = OutputOf<typeof petitions.findSimilar>;
const noneCompared: Similar = { months: 0, rows: [] };

/** Finds petitions like the one that is being registered. */
export async function findSimilarPetitions(
  { context, actor }: PetitionCall,
  typed: Parameters<typeof comparedPerson>[1] & { taskCode: string; matter: string; area: readonly string[] },
): Promise<Similar | RefusalOf<typeof petitions.findSimilar>> {
  const item = await findCurrentItem(context.db, typed.taskCode);
  if (!item) return refuseUnknownItem();
  const search = item.petition_fields?.similar;
  if (search === undefined) return noneCompared;
  const refusal = await reserveSearch(context, actor);
  if (refusal) return refusal;
  const { matter, area } = typed;
  const person = comparedPerson(context, typed);
  return findSimilar(context, actor, { search, person, matter, area, areaCode: item.area_code });
}

/** Finds petitions like one that has been started. */
export async function similarToOrder(
  { context, actor }: PetitionCall,
  { order }: ReadableOrder,
): Promise<Similar | RefusalOf<typeof petitions.similarToOrder>> {
  const item = await findCurrentItem(context.db, order.task_code);
  const search = item?.petition_fields?.similar;
  if (search === undefined) return noneCompared;
  const refusal = await reserveSearch(context, actor);
  if (refusal) return refusal;
  const { person, forms } = await findOrderForSearch(context.db, order.id);
  return findSimilar(context, actor, {
    search,
    person,
    matter: matterOf(search, forms).slice(0, comparedLength),
    area: areaOf(search, forms),
    areaCode: order.area_code,
    id: order.id,
  });
}

/** Returns the judgement, the links and the stages of a petition. */
export async function petitionFacts(
  { context, actor }: PetitionCall,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof petitions.ofOrder>> {
  const { db } = context;
  const [judgement, links, stages, staged, holidays] = await Promise.all([
    findJudgement(db, order.id),
    listLinks(db, actor, order.id),
    listStages(db, actor, order.id),
    findStagedOrder(db, actor, order.code),
    currentHolidays(db),
  ]);
  const mayLink = mayLinkOrders(actor);
  return {
    judgement: judgement
      ? {
          label: judgementLabel[judgement.result],
          newFacts: judgement.new_facts,
          judgedBy: judgement.judged_by_name,
          judgedAt: judgement.judged_at.toISOString(),
        }
      : null,
    links: links.map(({ readable, ...link }) => ({
      linkId: link.id,
      kind: link.kind,
      label: linkedOrderLabel(link.kind, link.other_is),
      workorderCode: readable ? link.code : '',
      title: readable ? link.title : '',
      status: link.status,
      statusLabel: statusLabelOf(link.status),
      note: readable ? link.note : '',
      madeBy: link.made_by_name,
      madeAt: link.made_at.toISOString(),
      removable: mayLink && readable && isManual(link.kind),
    })),
    mayLink,
    stages: stages.map((row) => presentStage(row, order.id)),
    concluded: staged?.concluded === true,
    stageLabel: staged ? petitionStageLabel[stageOfOrder(staged)] : '',
    next: (staged && nextStageOf(staged, holidays, context.now())) ?? null,
  };
}

function presentStage({ readable, limit, ...row }: StageRow, thisId: string) {
  const dayOf = (time: Date | null) => (readable && time !== null ? localDateOf(time) : null);
  return {
    label: petitionStageLabel[row.stage],
    workorderCode: readable ? row.code : '',
    isThis: row.id === thisId,
    status: row.status,
    statusLabel: statusLabelOf(row.status),
    limitText: limit === null ? '' : timeLimitText(limit),
    startedOn: dayOf(row.started_at),
    dueOn: dayOf(row.due_at),
    endedOn: dayOf(row.ended_at),
  };
}

const isManual = (kind: string) => manualLinks.some((manual) => manual === kind);

/** Checks whether a person may link the orders that they can read: who registers or handles petitions. */
export function mayLinkOrders(actor: Actor): boolean {
  return [Permission.initiate, Permission.handle, Permission.administer].some((code) => can(actor, code));
}

const problemAt = (field: string, message: string) => refuse('badInput', { problems: [{ field, message }] });

/** Links an order with an earlier one; both sides show the link. */
export async function linkOrders(
  call: ActingCall<typeof petitions.link> & PetitionCall & { order: ReadableOrder },
  { kind, earlierCode, note }: { kind: (typeof manualLinks)[number]; earlierCode: string; note: string },
): Promise<AnswerText | RefusalOf<typeof petitions.link>> {
  const { context, actor } = call;
  const { order } = call.order;
  if (!mayLinkOrders(actor)) return refuse('forbidden');
  if (earlierCode === order.code) return problemAt('earlierCode', '不能与本件关联');
  const earlier = await findStagedOrder(context.db, actor, earlierCode);
  if (earlier === undefined) return problemAt('earlierCode', '没有找到该办件，或您无权查看');
  return inTransaction(context.db, (tx) =>
    runIdempotently(tx, call, async () => {
      if ((await countLinks(tx, order.id)) >= petitionLimits.links) {
        return problemAt('earlierCode', `最多关联 ${petitionLimits.links} 件`);
      }
      const linkId = context.newId();
      const made = await insertLink(tx, {
        ...{ id: linkId, kind, laterId: order.id, earlierId: earlier.id },
        ...{ note: note.trim(), at: context.now(), by: actor },
      });
      if (!made) return problemAt('earlierCode', '两件已经关联');
      await auditLink(tx, call, 'petition.link', { kind, other: earlier.id, note: note.trim() });
      return { linkId };
    }),
  );
}

/** Removes a link that was made by hand, with the reason. */
export async function unlinkOrders(
  call: ActingCall<typeof petitions.unlink> & PetitionCall & { order: ReadableOrder },
  { linkId, reason }: { linkId: string; reason: string },
): Promise<AnswerText | RefusalOf<typeof petitions.unlink>> {
  const { context, actor } = call;
  if (!mayLinkOrders(actor)) return refuse('forbidden');
  return inTransaction(context.db, (tx) =>
    runIdempotently(tx, call, async () => {
      const removal = { linkId, reason, at: context.now(), by: actor.staffId, kinds: manualLinks };
      const removed = await removeLink(tx, call.order.order.id, removal);
      if (removed === undefined) return problemAt('linkId', '该关联已解除');
      await auditLink(tx, call, 'petition.unlink', { kind: removed.kind, other: removed.other_id, reason });
      return { linkId };
    }),
  );
}

function auditLink(
  tx: Tx,
  { context, actor, requestId, order }: PetitionCall & { requestId: string; order: ReadableOrder },
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return appendOrderAudit(tx, context, { workorderId: order.order.id, actor, action, detail, requestId });
}

/** What a start writes in addition: the judgement, and the link to the earlier order. */
export interface PetitionOfStart {
  judgement: PetitionJudgement | undefined;
  earlierId: string | undefined;
  stage: StartedStage | undefined;
}

interface StartingPetition {
  item: Pick<ItemRecord, 'task_code' | 'area_code' | 'petition_fields'>;
  judgement: PetitionJudgement | undefined;
  reviewOf: string | undefined;
  applicant: { name: string; certCategory: string; certCode: string; mobile: string };
  contents: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Checks the judgement and the stage of a petition that is being started; returns the problems. A petition with
 * similar ones needs a judgement; they are searched only without one.
 */
export async function checkPetition(
  { context, actor }: PetitionCall,
  { item, judgement, reviewOf, applicant, contents }: StartingPetition,
): Promise<PetitionOfStart | Problem[]> {
  const search = item.petition_fields?.similar;
  const person = comparedPerson(context, applicant);
  const problems: Problem[] = [];
  let stage: StartedStage | undefined;
  if (reviewOf !== undefined) {
    const start = { code: reviewOf, taskCode: item.task_code, certDigest: person.certDigest };
    const checked = await checkStage(context, actor, start);
    if (typeof checked === 'string') problems.push({ field: 'reviewOf', message: checked });
    else stage = checked;
  }
  if (judgement === undefined) {
    // 复查 and 复核 are about the matter of their order: there is nothing to judge.
    if (search !== undefined && reviewOf === undefined) {
      const petition = {
        ...{ search, person, areaCode: item.area_code },
        ...{ matter: matterOf(search, contents).slice(0, comparedLength), area: areaOf(search, contents) },
      };
      const { rows } = await findSimilar(context, actor, petition);
      if (rows.length > 0) {
        const message = `查到 ${rows.length} 件可能重复的信访件，请判断是否重复信访`;
        problems.push({ field: 'judgement', message });
      }
    }
    return problems.length > 0 ? problems : { judgement, earlierId: undefined, stage };
  }
  const earlier = await checkJudgement({ context, actor }, judgement);
  if (Array.isArray(earlier)) problems.push(...earlier);
  return problems.length > 0 || Array.isArray(earlier) ? problems : { judgement, earlierId: earlier, stage };
}

/** Checks a judgement; returns the id of the order that it names. */
async function checkJudgement(
  { context, actor }: PetitionCall,
  { result, earlierCode, newFacts }: PetitionJudgement,
): Promise<string | undefined | Problem[]> {
  if (result === 'new') return undefined;
  if (earlierCode === '') return [{ field: 'judgement.earlierCode', message: '请选择重复或关联的办件' }];
  const earlier = await findStagedOrder(context.db, actor, earlierCode);
  if (earlier === undefined) {
    return [{ field: 'judgement.earlierCode', message: '没有找到该办件，或您无权查看' }];
  }
  const problem =
    result === 'repeat' && earlier.concluded ? problemOfConcludedMatter(earlier.code, newFacts) : undefined;
  return problem === undefined ? earlier.id : [{ field: 'judgement.newFacts', message: problem }];
}

/** Returns the links of a petition that is being started. */
function linksOfStart({ judgement, earlierId, stage }: PetitionOfStart) {
  const links: { kind: PetitionLink; earlierId: string }[] = [];
  if (stage) links.push({ kind: stage.kind, earlierId: stage.earlierId });
  if (judgement && judgement.result !== 'new' && earlierId !== undefined && earlierId !== stage?.earlierId) {
    links.push({ kind: judgement.result, earlierId });
  }
  return links;
}

/** Returns what the start of a petition writes in addition to its order; null if that is nothing. */
export function petitionOfOrder({ newId }: Context, petition: PetitionOfStart): PetitionOfOrder | null {
  const { judgement } = petition;
  const links = linksOfStart(petition);
  if (judgement === undefined && links.length === 0) return null;
  return {
    judgement: judgement ? { result: judgement.result, newFacts: judgement.newFacts.trim() } : null,
    links: links.map((link) => ({ id: newId(), ...link })),
  };
}

/** Returns the part of the audit record of a start that is about its petition. */
export function auditDetailOfPetition({ judgement, links }: PetitionOfOrder): Record<string, unknown> {
  return { ...judgement, links: links.map(({ kind, earlierId }) => ({ kind, earlierId })) };
}
