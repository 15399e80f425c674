import { toIdCard18 } from '../certificates/id-card.ts';
import { normaliseNumber, normalisePhone } from '../certificates/normalise-numbers.ts';
import { checkMobile } from '../certificates/phone.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength, problemOfLine } from '../texts/characters.ts';
import { problemOfInvisible } from '../texts/similar-names.ts';

/** Limits of an account's data. */
export const staffLimits = {
  accountCharacters: 32,
  nameCharacters: 32,
  titleCharacters: 64,
  /** Largest number of posts, user groups, windows or roles of one person. */
  maxEntriesPerList: 50,
  /** Largest number of first passwords issued by one call: hashing each takes some 30 ms. */
  maxFirstPasswordsPerCall: 20,
} as const;

/**
 * Pages that a person can choose to start with; if the person has no such menu, the first existing menu (S0
 * §2).
 */
export const landingLabel = {
  '/': '按菜单自动选择',
  '/index': '工作台',
  '/todo': '待办事项',
  '/workflow-new': '新建办件',
  '/dashboard': '数据看板',
  '/affair': '我的申请',
  '/business/first-steps': '开始使用',
} as const;
export type LandingPage = keyof typeof landingLabel;

export function isLanding(path: string): path is LandingPage {
  return Object.hasOwn(landingLabel, path);
}

const accountPattern = /^[a-z0-9][a-z0-9._-]{1,31}$/;

/** Returns the reason why an account name is refused; undefined for a valid one (docs/decisions/0170). */
export function problemOfAccountName(account: string): string | undefined {
  if (account === '') return '请输入账号';
  return accountPattern.test(account)
    ? undefined
    : '账号须为2至32位，以小写字母或数字开头，只能包含小写字母、数字、点、下划线和连字符';
}

/** The data of a person that an administrator enters; an empty number means none. */
export interface StaffEntry {
  account: string;
  name: string;
  title: string;
  orgId: string;
  /** Left out to keep the stored number. */
  idCard?: string | undefined;
  mobile?: string | undefined;
  landing: string;
}

function problemOfName(name: string): string | undefined {
  if (isBlank(name)) return '请输入姓名';
  return (
    problemOfLength(name, staffLimits.nameCharacters, '姓名') ??
    problemOfLine(name, '姓名') ??
    problemOfInvisible(name, '姓名')
  );
}

/**
 * Returns the 18-character form of a person's identity number, or its problem; an empty text means no number.
 */
export function readStaffIdCard(text: string): { number: string } | { problem: string } {
  const trimmed = normaliseNumber(text);
  if (trimmed === '') return { number: '' };
  const number = toIdCard18(trimmed);
  return number === undefined ? { problem: '请输入正确的身份证号' } : { number };
}

/** Returns every problem of the entered values, each at its field. */
export function checkStaffEntry(entry: StaffEntry): Problem[] {
  const { account, name, title, orgId, idCard, mobile, landing } = entry;
  const card = readStaffIdCard(idCard ?? '');
  const problems: Record<string, string | undefined> = {
    account: problemOfAccountName(account),
    name: problemOfName(name),
    orgId: orgId === '' ? '请选择机构' : undefined,
    title: problemOfLength(title, staffLimits.titleCharacters, '职务') ?? problemOfLine(title, '职务'),
    idCard: 'problem' in card ? card.problem : undefined,
    mobile: mobile ? checkMobile(normalisePhone(mobile)) : undefined,
    landing: isLanding(landing) ? undefined : '不是可选的值',
  };
  return Object.entries(problems).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
