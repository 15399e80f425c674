import type { DemoPerson } from '#contract/welcome.ts';
import { mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import type { GuideRow } from './queries.ts';

/**
 * Descriptions of the work of a person without a post, by the first of these permissions that the person has.
 */
const workByRight: readonly (readonly [Permission, string])[] = [
  [Permission.manageStaff, '机构、人员、账号'],
  [Permission.manageRole, '角色、会话、登录安全'],
  [Permission.readAudit, '审计记录、链校验'],
  [Permission.publishProcess, '流程、表单发布'],
  [Permission.administer, '无人可办的待办、改派'],
  [Permission.readAll, '查看本单位办件、督办'],
  [Permission.handle, '办理'],
];

/**
 * Returns people as the guide shows them: first the person with the most waiting tasks for each kind of work, so that
 * visitors can try every part of the portal, then the others by office.
 */
export function presentDemoPeople(rows: readonly GuideRow[]): DemoPerson[] {
  const busiest = new Map<string, GuideRow>();
  for (const row of rows) {
    const work = phrasesOf(row)[0] ?? '';
    const best = busiest.get(work);
    if (!best || countWaiting(row) > countWaiting(best)) busiest.set(work, row);
  }
  const first = [...busiest.values()].sort((one, other) => countWaiting(other) - countWaiting(one));
  return [...first, ...rows.filter((row) => !first.includes(row))].map(presentPerson);
}

function countWaiting({ todo, drafts }: GuideRow): number {
  return todo + drafts;
}

function presentPerson(row: GuideRow): DemoPerson {
  const { account, name, todo, drafts } = row;
  const hasMatters = mayParticipateInMatters({ permissions: new Set(row.permissions as Permission[]) });
  return {
    account,
    name,
    place: `${shortName(row)} ${postOf(row)}`.trim(),
    work: phrasesOf(row).join('、'),
    todo: hasMatters ? todo : 0,
    drafts,
  };
}

/** Returns the name of an office without the county, with which it begins: 信访局. */
function shortName({ orgName, areaName }: GuideRow): string {
  const rest = areaName && orgName.startsWith(areaName) ? orgName.slice(areaName.length) : orgName;
  return rest === '' ? orgName : rest;
}

/** Returns the title; a short title, which is only a rank, with the department before it (办信科科员). */
function postOf({ title, departmentName }: GuideRow): string {
  return title.length <= 2 && departmentName ? `${departmentName}${title}` : title;
}

const maxPhrases = 2;

function phrasesOf({ positions, groups, windows, permissions }: GuideRow): string[] {
  const posts = [...positions.map((name) => name.replace(/岗$/, '')), ...windows, ...groups];
  if (posts.length > 0) return posts.slice(0, maxPhrases);
  return workByRight.flatMap(([right, text]) => (permissions.includes(right) ? [text] : [])).slice(0, 1);
}
