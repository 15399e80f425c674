import type { z } from 'zod';
import type { HistoryPage, PetitionHistoryRow, petitionHistory } from '#contract/petition-history.ts';
import type { Actor } from '#domain/access/actor.ts';
import { normaliseCertCode } from '#domain/applicants/normalise-applicant.ts';
import { normalisePhone } from '#domain/certificates/normalise-numbers.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import { isServiceType, ServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { isEnded } from '#domain/enumerations/work-order-phase.ts';
import { isWorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { type PetitionChoices, petitionChoices } from '#domain/items/petition-fields.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { isBucketFull, type RateLimit, reserveHits } from '#server/kernel/http/rate-limit.ts';
import { appendAudit, appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { findUnfinishedOrder } from '#server/modules/cases/initiation/service.ts';
import {
  maskApplicantName,
  type ReadableOrder,
  statusLabelOf,
} from '#server/modules/cases/work-orders/service.ts';
import { findCurrentItem, listPetitionItems } from '#server/modules/design/catalogue/service.ts';
import { getPublishedForm } from '#server/modules/design/forms/service.ts';
import {
  findPetitioner,
  type HistoryFilter,
  type HistoryRecord,
  listHistory,
  type Petitioner,
} from './queries.ts';

/**
 * Earlier petitions of a petitioner (S1 §2, §3). A person who registers or handles a petition learns that
 * there were others, with number, day and state, so that a repetition is recognised; only a person who may
 * open them sees their content. Readings are counted and recorded in the audit log. See docs/decisions/0062.
 */

interface HistoryCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

type Query = z.output<typeof petitionHistory.ofOrder.body>;

const maxReadsAnHour = 120;
const maxClosedReadsAnHour = 30;

/** Limit of readings whose result contains orders that the person may not open. */
const closedLimit = (actor: Actor): RateLimit => ({
  bucket: `petition-history-closed:${actor.staffId}`,
  limit: maxClosedReadsAnHour,
  windowSeconds: 3600,
});

/** Returns the earlier petitions of an order's petitioner. */
export async function historyOfOrder(
  requester: HistoryCall,
  { order }: ReadableOrder,
  query: Query,
): Promise<HistoryPage | Refusal<'notFound' | 'tooManyRequests'>> {
  const { context, actor, requestId } = requester;
  if (!order.is_petition) return refuse('notFound');
  const applicant = await findPetitioner(context.db, order.id);
  if (!applicant) return refuse('notFound');
  const petitioner: Petitioner = {
    source: 'order',
    workorderId: order.id,
    certDigest: applicant.cert_code_digest,
    mobileDigest: applicant.mobile_digest,
    name: applicant.name,
  };
  return readHistory(requester, petitioner, query, (detail) =>
    inTransaction(context.db, (tx) =>
      appendOrderAudit(tx, context, {
        workorderId: order.id,
        actor,
        action: 'work-order.petition-history',
        detail,
        requestId,
      }),
    ),
  );
}

/** Returns the petitions of a person about to be registered, by the complete certificate or phone number. */
export async function historyOfPetitioner(
  requester: HistoryCall,
  { name, certTyp, certNum, contTel, taskCode, ...query }: z.output<typeof petitionHistory.ofPetitioner.body>,
): Promise<HistoryPage | Refusal<'badInput' | 'tooManyRequests'>> {
  const { context, actor, requestId } = requester;
  const certCode = normaliseCertCode(certTyp, certNum ?? '');
  const telephone = normalisePhone(contTel ?? '');
  if (certCode === '' && telephone === '') {
    const message = '请输入证件号码或联系电话';
    return refuse('badInput', { problems: ['certNum', 'contTel'].map((field) => ({ field, message })) });
  }
  const petitioner: Petitioner = {
    source: 'search',
    ...(certCode === '' ? {} : { certDigest: context.crypto.searchHash(certCode) }),
    ...(telephone === '' ? {} : { mobileDigest: context.crypto.searchHash(telephone) }),
    ...(name ? { name } : {}),
  };
  const audit = (detail: Record<string, unknown>) =>
    inTransaction(context.db, (tx) =>
      appendAudit(tx, context, {
        chain: 'petition-history',
        actor,
        action: 'petition-history.look',
        objectKind: 'petitioner',
        // Shows that readings concern the same petitioner, without identifying the petitioner.
        objectId: petitioner.certDigest ?? petitioner.mobileDigest ?? '',
        detail,
        requestId,
      }),
    );
  return readHistory(requester, petitioner, query, audit, () =>
    findBlockingOrder(context, taskCode, petitioner),
  );
}

/** Returns the id of the unfinished order that prevents the certificate from starting the item. */
async function findBlockingOrder(
  { db }: Context,
  taskCode: string | undefined,
  petitioner: Petitioner,
): Promise<string | undefined> {
  const item = taskCode ? await findCurrentItem(db, taskCode) : undefined;
  return item && petitioner.certDigest
    ? (await findUnfinishedOrder(db, item, petitioner.certDigest))?.id
    : undefined;
}

async function readHistory(
  { context, actor }: HistoryCall,
  petitioner: Petitioner,
  query: Query,
  audit: (detail: Record<string, unknown>) => Promise<void>,
  findBlocking: () => Promise<string | undefined> = async () => undefined,
): Promise<HistoryPage | Refusal<'tooManyRequests'>> {
  const now = context.now();
  const readings = {
    bucket: `petition-history:${actor.staffId}`,
    limit: maxReadsAnHour,
    windowSeconds: 3600,
  };
  if (!(await reserveHits(context.db, [readings], now))) return refuse('tooManyRequests');
  // At the limit of closed readings all are refused: refusing only those would reveal the result.
  if (await isBucketFull(context.db, closedLimit(actor), now)) return refuse('tooManyRequests');
  const page = { limit: query.size, offset: offsetOf(query) };
  const [{ rows, total, closed }, choices, blockingId] = await Promise.all([
    listHistory(context.db, actor, petitioner, filterOf(query), page),
    choicesOf(context),
    findBlocking(),
  ]);
  if (closed > 0 && !(await reserveHits(context.db, [closedLimit(actor)], now))) {
    return refuse('tooManyRequests');
  }
  await audit({ total, closed });
  return {
    total,
    rows: rows.map((row, index) => presentRow(row, page.offset + index + 1, choices, blockingId)),
    choices: {
      petLetFm: [...choices.channel],
      txMode: codeOptions(ServiceType, serviceTypeLabel),
      probCls: choices.problem.map((one) => ({ ...one, children: [...one.children] })),
    },
  };
}

function filterOf(query: Query): HistoryFilter {
  return {
    title: query.lettTtl || undefined,
    from: query.startTime ?? query.petLetDt?.startTime,
    to: query.endTime ?? query.petLetDt?.endTime,
    channel: query.petLetFm || undefined,
    serveType: query.txMode,
    problem: (query.probCls ?? '').split(',').filter((part) => part !== ''),
    code: query.workOrdCd || undefined,
  };
}

/** Returns the choices of the published petition items, each choice once. */
async function choicesOf({ db }: Context): Promise<PetitionChoices> {
  const items = await listPetitionItems(db);
  const all = await Promise.all(
    items.map(async ({ petition_fields, form_definition_ids }) => {
      const forms = await Promise.all(form_definition_ids.map((id) => getPublishedForm(db, id)));
      return petitionChoices(
        petition_fields,
        forms.map(({ compiled }) => compiled),
      );
    }),
  );
  return {
    channel: uniqueChoices(all.flatMap(({ channel }) => channel)),
    problem: uniqueChoices(all.flatMap(({ problem }) => problem)),
  };
}

function uniqueChoices<Choice extends { value: string }>(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

function presentRow(
  row: HistoryRecord,
  index: number,
  { channel }: PetitionChoices,
  blockingId: string | undefined,
): PetitionHistoryRow {
  const visibleFields = {
    index,
    workOrdCd: row.code,
    petLetDtStr: row.day,
    statusLabel: statusLabelOf(row.status),
    ended: isWorkOrderStatus(row.status) && isEnded(row.status),
    keepsFromStarting: row.id === blockingId,
  };
  if (!row.readable) {
    return { ...visibleFields, workOrdId: '', petLetFm: '', name: '', refctItm: '', txMode: '', urlLink: '' };
  }
  return {
    ...visibleFields,
    workOrdId: row.id,
    petLetFm: channel.find(({ value }) => value === row.channel)?.label ?? row.channel ?? '',
    name: maskApplicantName(row.applicant_name, row.applicant_type),
    refctItm: row.title,
    txMode: row.serve_types.map((type) => (isServiceType(type) ? serviceTypeLabel[type] : type)).join('、'),
    urlLink: `/affair/detail/${row.code}?actionTarget=_blank`,
  };
}
