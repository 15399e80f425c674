/**
 * Masks for the parts of a sensitive value that a reader without the permission must not see (S1 §5, S2 §5).
 * A rare character outside the basic plane counts as one character and is never split; every hidden character
 * becomes one star. A value that is too short for its rule becomes stars only.
 */

export const MaskRule = {
  name: 'name',
  legalName: 'legalName',
  certCode: 'certCode',
  mobile: 'mobile',
  address: 'address',
  bankCard: 'bankCard',
  email: 'email',
  landline: 'landline',
} as const;
export type MaskRule = (typeof MaskRule)[keyof typeof MaskRule];

export const maskRuleLabel: Record<MaskRule, string> = {
  name: '姓名',
  legalName: '法人名称',
  certCode: '证件号码',
  mobile: '手机号码',
  address: '地址',
  bankCard: '银行卡号',
  email: '电子邮箱',
  landline: '固定电话',
};

export function isMaskRule(value: unknown): value is MaskRule {
  return Object.values(MaskRule).some((rule) => rule === value);
}

/** Keeps the last character: 张三丰 → **丰. A name of one character is hidden completely. */
export function maskName(name: string): string {
  return maskMiddle(name, 0, 1);
}

/** Keeps the first two characters and the last: 广州某某有限公司 → 广州*****司. */
export function maskLegalName(name: string): string {
  return maskMiddle(name, 2, 1);
}

/** Masks a name of an unknown kind: one of four characters or fewer is taken for that of a person. */
export function maskAnyName(name: string): string {
  return [...name].length <= 4 ? maskName(name) : maskLegalName(name);
}

/** Keeps the last four characters of a certificate number. */
export function maskCertCode(code: string): string {
  return maskMiddle(code, 0, 4);
}

/** Keeps the first three and the last four digits: 13800138000 → 138****8000. */
export function maskMobile(mobile: string): string {
  return maskMiddle(mobile, 3, 4);
}

/**
 * Keeps the first six characters, or the first half, rounded down, of an address of up to twelve characters.
 */
export function maskAddress(address: string): string {
  const length = charactersOf(address).length;
  return maskMiddle(address, length <= 12 ? Math.floor(length / 2) : 6, 0);
}

/** Keeps the first four and the last four digits; spaces between groups stay. */
function maskBankCard(number: string): string {
  return maskDigits(number, 4, 4);
}

/** Keeps the first character before the @ and everything from the @ on: zhangsan@a.cn → z*******@a.cn. */
function maskEmail(email: string): string {
  const atSign = email.lastIndexOf('@');
  if (atSign < 0) return maskMiddle(email, 1, 0);
  return maskMiddle(email.slice(0, atSign), 1, 0) + email.slice(atSign);
}

/** Keeps the area code with its hyphen and the last two digits: 020-12345678 → 020-******78. */
function maskLandline(number: string): string {
  const hyphen = number.indexOf('-');
  return number.slice(0, hyphen + 1) + maskMiddle(number.slice(hyphen + 1), 0, 2);
}

const maskBy: Record<MaskRule, (value: string) => string> = {
  name: maskName,
  legalName: maskLegalName,
  certCode: maskCertCode,
  mobile: maskMobile,
  address: maskAddress,
  bankCard: maskBankCard,
  email: maskEmail,
  landline: maskLandline,
};

/** The rule of a value that no reader gets back. */
export const writeOnlyRule = 'writeOnly';

/**
 * The mask of every such value. It begins with a character that no keyboard has (a word joiner), so that a person may
 * also choose asterisks as the value.
 */
const writeOnlyMask = '\u2060********';

export type FieldMaskRule = MaskRule | typeof writeOnlyRule;

/** Masks a value by a rule; an empty value stays empty. */
export function mask(rule: FieldMaskRule, value: string): string {
  if (rule !== writeOnlyRule) return maskBy[rule](value);
  return value === '' ? '' : writeOnlyMask;
}

/** Masks a phone number as a landline or a mobile number; the applicant card accepts both (S2 §5). */
export function maskPhone(number: string): string {
  return number.startsWith('0') && number.includes('-') ? maskLandline(number) : maskMobile(number);
}

function maskMiddle(text: string, head: number, tail: number): string {
  const characters = charactersOf(text);
  if (characters.length <= head + tail) return '*'.repeat(characters.length);
  const end = characters.length - tail;
  return characters.map((character, index) => (index < head || index >= end ? character : '*')).join('');
}

function maskDigits(text: string, head: number, tail: number): string {
  const masked = maskMiddle(text.replaceAll(' ', ''), head, tail);
  let nextDigit = 0;
  return charactersOf(text)
    .map((character) => (character === ' ' ? ' ' : masked.charAt(nextDigit++)))
    .join('');
}

/** Splits a text into code points, with combining marks and variation selectors kept with their character. */
function charactersOf(text: string): string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
}
