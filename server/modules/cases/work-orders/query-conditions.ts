import type { z } from 'zod';
import type { orderQuery } from '#contract/order-query.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { certificateOfKeyword } from '#domain/applicants/normalise-applicant.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { normaliseName, normaliseNumber, normalisePhone } from '#domain/certificates/normalise-numbers.ts';
import { isPhone } from '#domain/certificates/phone.ts';
import { problemsOfSpan } from '#domain/lists/date-span.ts';
import { isCodePrefix, queryTexts, searchWordsOf } from '#domain/lists/query-texts.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { regionPrefix } from '#domain/regions/region-code.ts';
import type { Context } from '#server/framework/context.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findRegionCode } from '#server/modules/organisation/regions/service.ts';
import * as queries from './combined-query.queries.ts';
import {
  nodeSuffix,
  overdueTerms,
  type TermGroup,
  termsOfDays,
  termsOfPerson,
  termsOfRegion,
} from './query-terms.ts';

export type OrderQuery = z.output<typeof orderQuery.page.query>;

/** Conditions of a query: term groups for the bitmap index, and conditions on the rows of single orders. */
export interface QueryConditions {
  groups: TermGroup[];
  rowConditions: queries.RowConditions;
}

interface Problem {
  field: string;
  message: string;
}

/** Returns the conditions of a query for the index; refuses it with all its problems at once. */
export async function queryConditionsOf(
  context: Context,
  actor: Actor,
  query: OrderQuery,
): Promise<QueryConditions | Refusal<'badInput'>> {
  const { db } = context;
  const today = localDateOf(context.now());
  const problems = [...problemsOfNumbers(actor, query), ...problemsOfDays(query, today)];
  if (problems.length > 0) return refuse('badInput', { problems });
  const groups: TermGroup[] = [];
  const simpleTerms: [string, string | number | undefined][] = [
    ['item', query.taskCode],
    ['category', query.categoryId],
    ['status', query.status],
    ['result', query.result],
    ['node', query.nodeName],
    ['initiator', query.initiator],
    ['done-by', query.handledBy],
  ];
  for (const [name, value] of simpleTerms) if (value !== undefined) groups.push([`${name}:${value}`]);
  if (query.phase !== undefined) groups.push([query.phase]);
  if (query.person !== undefined) groups.push(termsOfPerson(query.person));
  if (query.handler !== undefined) {
    groups.push((await queries.keysOfPerson(db, query.handler)).map((key) => `waits-for:${key}`));
  }
  if (query.handlerOrg !== undefined) {
    groups.push((await queries.keysOfOrganisation(db, query.handlerOrg)).map((key) => `waits-for:${key}`));
  }
  groups.push(...(await groupsOfRegions(db, query)), ...(await groupsOfOrganisations(db, query)));
  const { hallId, hallName, windowId } = query;
  if (hallId !== undefined || hallName !== undefined || windowId !== undefined) {
    const counter = {
      ...(hallId !== undefined && { hallId }),
      ...(hallName !== undefined && { hallName }),
      ...(windowId !== undefined && { windowId }),
    };
    groups.push((await queries.findCounterStaff(db, counter)).map((id) => `initiator:${id}`));
  }
  groups.push(...groupsOfDays(query, today));
  const holidays = await currentHolidays(db);
  if (query.due !== undefined) groups.push(termsOfDue('due', query.due, today, holidays));
  if (query.stepDue !== undefined) {
    groups.push(termsOfDue('step-due', query.stepDue, today, holidays, nodeSuffix(query.nodeName)));
  }
  if (query.dueDay !== undefined) groups.push([`due:${query.dueDay}`]);
  return { groups, rowConditions: rowConditionsOf(context, actor, query) };
}

/** Returns the terms of orders or steps that are overdue, due today or due soon, as their lights show it. */
function termsOfDue(
  kind: 'due' | 'step-due',
  due: NonNullable<OrderQuery['due']>,
  today: LocalDate,
  holidays: HolidayTable,
  suffix = '',
): TermGroup {
  if (due === 'overdue') return overdueTerms(kind, today, suffix);
  return termsOfDays(kind, today, due === 'today' ? today : lastWarnedDay(today, holidays), suffix);
}

async function groupsOfRegions(db: Context['db'], query: OrderQuery): Promise<TermGroup[]> {
  const areas = [query.areaCode, query.regionCode, query.areaId].filter((area) => area !== undefined);
  if (areas.length > 0) {
    const codes = await Promise.all([...new Set(areas)].map((area) => findRegionCode(db, area)));
    return codes.map((code) => termsOfRegion(regionPrefix(code)));
  }
  if (query.areaName === undefined) return [];
  const areaCodes = await queries.findRegionCodes(db, query.areaName);
  return [areaCodes.flatMap((code) => termsOfRegion(regionPrefix(code)))];
}

async function groupsOfOrganisations(
  db: Context['db'],
  { orgCode, orgName }: OrderQuery,
): Promise<TermGroup[]> {
  if (orgCode === undefined && orgName === undefined) return [];
  const ids = await queries.findOrganisations(
    db,
    orgCode === undefined ? { name: orgName ?? '' } : { code: orgCode },
  );
  return [ids.map((id) => `org:${id}`)];
}

function groupsOfDays(query: OrderQuery, today: LocalDate): TermGroup[] {
  const groups: TermGroup[] = [];
  const { startDate, endDate, endedFrom, endedTo } = query;
  if (startDate !== undefined) groups.push(termsOfDays('started', startDate, endDate ?? today));
  if (endedFrom !== undefined) groups.push(termsOfDays('ended', endedFrom, endedTo ?? today));
  return groups;
}

function problemsOfDays(query: OrderQuery, today: LocalDate): Problem[] {
  const { startDate, endDate, endedFrom, endedTo } = query;
  return [
    ...problemsOfSpan({ from: 'startDate', until: 'endDate' }, { from: startDate, until: endDate }, today),
    ...problemsOfSpan({ from: 'endedFrom', until: 'endedTo' }, { from: endedFrom, until: endedTo }, today),
  ];
}

/**
 * Returns the problems of numbers: a user who may not see numbers unmasked must not find their owners by
 * searching either (decision 0055).
 */
function problemsOfNumbers(actor: Actor, { certCode, mobile }: OrderQuery): Problem[] {
  const problems: Problem[] = [];
  const mayReveal = can(actor, Permission.revealApplicant);
  if (certCode !== undefined && !mayReveal)
    problems.push({ field: 'certCode', message: queryTexts.noNumbers });
  else if (certCode !== undefined && certificateOfKeyword(certCode) === undefined) {
    problems.push({ field: 'certCode', message: queryTexts.wholeNumber });
  }
  if (mobile !== undefined && !mayReveal) problems.push({ field: 'mobile', message: queryTexts.noNumbers });
  else if (mobile !== undefined && !isPhone(normalisePhone(mobile))) {
    problems.push({ field: 'mobile', message: queryTexts.wholeNumber });
  }
  return problems;
}

function rowConditionsOf(
  { crypto }: Pick<Context, 'crypto'>,
  actor: Actor,
  query: OrderQuery,
): queries.RowConditions {
  const { code, applicant, certCode, mobile, titleWords, contentWords } = query;
  const keyword = query.inputValue?.trim();
  const digits = keyword === undefined ? undefined : normaliseNumber(keyword);
  const searchText = digits !== undefined && /^\d{4,20}$/.test(digits) ? digits : keyword;
  const isNumber = searchText !== undefined && /^\d{4,20}$/.test(searchText);
  const number = code ?? (isNumber ? searchText : undefined);
  const title = titleWords ?? (isNumber ? undefined : searchText);
  const certificate = certCode === undefined ? undefined : certificateOfKeyword(certCode);
  return {
    titleWords: title === undefined ? [] : searchWordsOf(title),
    contentWords: contentWords === undefined ? [] : searchWordsOf(contentWords),
    ...(number !== undefined && { code: isCodePrefix(number) ? { prefix: number } : { suffix: number } }),
    ...(applicant !== undefined && {
      applicant: { name: normaliseName(applicant), byBeginning: can(actor, Permission.revealApplicant) },
    }),
    ...(certificate !== undefined && { certDigest: crypto.searchHash(certificate) }),
    ...(mobile !== undefined && { mobileDigest: crypto.searchHash(normalisePhone(mobile)) }),
  };
}
