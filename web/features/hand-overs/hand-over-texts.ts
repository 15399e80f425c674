import type { HandOver, HandOverPreview, HandOverTask, UnattendedCandidate } from '#contract/hand-overs.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import type { DepartingPerson } from './DepartingPersonField.tsx';

export const taskState: Record<HandOverTask['state'], { label: string; tone: StatusTone }> = {
  waiting: { label: '待移交', tone: 'progress' },
  moved: { label: '已移交', tone: 'success' },
  gone: { label: '无需移交', tone: 'neutral' },
  failed: { label: '未移交', tone: 'error' },
};

/** Returns the progress of a hand-over, as a label and a tone. */
export function stateOf({ waiting, failed }: Pick<HandOver, 'waiting' | 'failed'>): {
  label: string;
  tone: StatusTone;
} {
  if (waiting > 0) return { label: '未完成', tone: 'progress' };
  return failed > 0 ? { label: '部分未移交', tone: 'warning' } : { label: '已完成', tone: 'success' };
}

/** Returns the name of the departing person, if there is one. */
export const departingPersonText = ({ from }: Pick<HandOver, 'from'>) => from?.name ?? '无人可办的待办';

export const countText = ({ total, more }: { total: number; more: boolean }) =>
  more ? `${total} 以上` : `${total}`;

/** Returns the name of an addressee without a handler, with the reason. */
export function nameOf({ name, orgName, inOffice, leavers: departingPeople }: UnattendedCandidate): string {
  const reason =
    departingPeople.length > 0
      ? `${departingPeople.map((person) => person.name).join('、')}已停用`
      : '没有在职人员';
  if (orgName === null) return `“${name}”（${reason}）`;
  return `${name}（${inOffice ? '没有办理权限' : '已停用'}）`;
}

/** Number of addressees named in one line. */
const maxNames = 3;

export function namesOf(addressees: readonly UnattendedCandidate[]): string {
  const names = addressees.slice(0, maxNames).map((person) => `${nameOf(person)} ${person.count} 件`);
  return `${names.join('、')}${addressees.length > maxNames ? '等' : ''}`;
}

/** Returns the person to hand over from; undefined for a post, unless exactly one person has left it. */
export function departingPersonOf({
  key,
  name,
  orgName,
  inOffice,
  leavers: departingPeople,
}: UnattendedCandidate): DepartingPerson | undefined {
  const [person, ...others] = departingPeople;
  if (orgName === null) return person && others.length === 0 ? { ...person, inOffice: false } : undefined;
  return { id: key.replace(/^staff:/, ''), name, orgName, inOffice };
}

/** Returns notes on the tasks that stay, and on what the administrator has to resolve on other screens. */
export function notesOf(preview: HandOverPreview): string[] {
  const { total, more, twice, shared, byPosts, drafts, rules, from } = preview;
  const notes: string[] = [];
  if (more) notes.push(`一次最多移交 ${total} 件，其余请在完成后再次移交。`);
  if (twice > 0) notes.push(`${twice} 件会由接收人办理同一办件的两个环节，请确认符合办理分工的要求。`);
  if (shared > 0) notes.push(`${shared} 件同时指定了其他人办理，留给其他人，不移交。`);
  if (byPosts > 0) notes.push(`${byPosts} 件由同岗位、同机构或同角色的人员共同办理，不移交。`);
  if (from && drafts > 0) notes.push(`${drafts} 份草稿只有${from.name}本人能看到，不移交。`);
  const names = rules.map(({ absentName, substituteName }) => `${substituteName}代${absentName}`).join('、');
  if (names !== '') notes.push(`代理关系（${names}）不变，需要结束的请到“代理管理”办理。`);
  if (from?.inOffice)
    notes.push(`移交后${from.name}仍可收到新的待办；不再办件的，请同时停用账号或调整岗位。`);
  return notes;
}
