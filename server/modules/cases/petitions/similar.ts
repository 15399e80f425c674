import type { OutputOf } from '#contract/endpoint.ts';
import type { petitions, SimilarPetition } from '#contract/petitions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { normaliseCertCode } from '#domain/applicants/normalise-applicant.ts';
import { addMonths, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { normaliseName, normalisePhone } from '#domain/certificates/normalise-numbers.ts';
import { isServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { areaOf, type SimilarSearch } from '#domain/items/petition-fields.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { comparedText, sharedWords } from '#domain/petitions/similar-words.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import {
  findSimilarCandidates,
  maskApplicantName,
  statusLabelOf,
} from '#server/modules/cases/work-orders/service.ts';
import { listPetitionItems } from '#server/modules/design/catalogue/service.ts';
import {
  type ComparedOrder,
  type ComparedPerson,
  listComparedOrders,
  listOrdersOfPerson,
} from './similar.queries.ts';

/** A petition that is compared with earlier ones. */
export interface ComparedPetition {
  search: SimilarSearch;
  person: ComparedPerson;
  /** Its title, summary and demand. */
  matter: string;
  /** Codes of the region that it is about, the province first; empty compares the region of the item. */
  area: readonly string[];
  /** Region of the item. */
  areaCode: string;
  /** Id of the order itself, if it has been started. */
  id?: string | undefined;
}

type Similar = OutputOf<typeof petitions.findSimilar>;

/** Each registration asks a few times; more is no registration. */
const maxSearchesPerHour = 600;

/** Counts a search of this person; refuses one above the limit. */
export async function reserveSearch(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId }: Pick<Actor, 'staffId'>,
): Promise<Refusal<'tooManyRequests'> | undefined> {
  const limit = { bucket: `similar-petitions:${staffId}`, limit: maxSearchesPerHour, windowSeconds: 3600 };
  return (await reserveHits(db, [limit], now())) ? undefined : refuse('tooManyRequests');
}

/** Returns a person by the keyed digests of the numbers as typed. */
export function comparedPerson(
  { crypto }: Pick<Context, 'crypto'>,
  typed: { name: string; certCategory: string; certCode: string; mobile: string },
): ComparedPerson {
  const digestOf = (number: string) => (number === '' ? '' : crypto.searchHash(number));
  return {
    certDigest: digestOf(normaliseCertCode(typed.certCategory, typed.certCode)),
    mobileDigest: digestOf(normalisePhone(typed.mobile)),
    name: normaliseName(typed.name),
  };
}

/**
 * Finds earlier petitions of the same person, and those about the same matter: same region, shared words, within
 * the months that the item states. Only orders that this person may read; the same person first, then those
 * that share most words.
 */
export async function findSimilar(
  { db, now }: Pick<Context, 'db' | 'now'>,
  actor: Actor,
  petition: ComparedPetition,
): Promise<Similar> {
  const { search, person, areaCode } = petition;
  const until = localDateOf(now());
  const from = addMonths(until, -search.months);
  const since = startOfDay(from);
  const compared = comparedText(petition.matter);
  const items = await listPetitionItems(db);
  const [ofPerson, { ids, isCommonPair }] = await Promise.all([
    listOrdersOfPerson(db, person, since),
    findSimilarCandidates(db, actor, compared, {
      taskCodes: items.map(({ task_code }) => task_code),
      areaCode,
      from,
      until,
    }),
  ]);
  const candidates = [...new Set([...ofPerson, ...ids])];
  const orders =
    candidates.length === 0
      ? []
      : await listComparedOrders(db, actor, candidates, { person, since, without: petition.id });
  const hits = orders
    .flatMap((order) => hitOf(order, petition, compared, isCommonPair) ?? [])
    .sort((a, b) => Number(b.row.samePerson) - Number(a.row.samePerson) || b.letters - a.letters);
  return { months: search.months, rows: hits.slice(0, petitionLimits.hits).map(({ row }) => row) };
}

/** Returns an order as a hit with its reasons; undefined if it is about something else. */
function hitOf(
  order: ComparedOrder,
  { search, area, areaCode }: ComparedPetition,
  compared: string,
  isCommonPair: (pair: string) => boolean,
): { row: SimilarPetition; letters: number } | undefined {
  const samePerson = order.same_cert || order.same_phone;
  const region = sharedRegion(order, area, areaCode);
  const shared = sharedWords(compared, comparedText(`${order.title} ${order.body ?? ''}`), isCommonPair);
  const sameMatter = region !== undefined && shared.letters >= search.letters;
  if (!samePerson && !sameMatter) return undefined;
  const personReason = order.same_cert ? '同一证件号码' : '同一姓名和联系电话';
  const row = {
    workorderCode: order.code,
    title: order.title,
    applicantName: maskApplicantName(order.applicant_name, order.applicant_type),
    startedOn: localDateOf(order.started_at),
    serveType: order.serve_types
      .map((type) => (isServiceType(type) ? serviceTypeLabel[type] : type))
      .join('、'),
    status: order.status,
    statusLabel: statusLabelOf(order.status),
    ended: order.ended,
    samePerson,
    reason: samePerson ? personReason : region ? `同在${region}` : '同一地区',
    words: sameMatter || samePerson ? shared.words : [],
    concluded: order.concluded,
  };
  return { row, letters: shared.letters };
}

/**
 * Returns the name of the region that both petitions are about: one contains the other. Without a region in both
 * forms the regions of the items are compared. Undefined if the regions differ.
 */
function sharedRegion(
  { petition_fields: { similar }, forms, area_code, area_name }: ComparedOrder,
  area: readonly string[],
  areaCode: string,
): string | undefined {
  const theirs = similar?.area === undefined ? [] : areaOf(similar, forms ?? {});
  if (area.length === 0 || theirs.length === 0) return area_code === areaCode ? area_name : undefined;
  const isShared = theirs.slice(0, area.length).every((code, index) => code === area[index]);
  if (!isShared) return undefined;
  const [formCode = '', id = ''] = (similar?.area ?? '').split('.');
  const regions = (forms?.[formCode]?.[id] ?? []) as { name?: string }[];
  return regions[Math.min(area.length, regions.length) - 1]?.name ?? area_name;
}
