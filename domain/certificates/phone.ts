const phoneMessage = {
  mobile: '请输入正确的手机号',
  landline: '请输入固定电话，示例：020-12345678',
} as const;

/**
 * 1, a second digit from 3 to 9, and nine more (S2 §5). S1 asks for "1 followed by 10 digits" only; the stricter rule
 * holds everywhere, because no number with 10, 11 or 12 in front belongs to a person.
 */
const mobile = /^1[3-9]\d{9}$/;

/** Area code 010, 02x or 03xx to 09xx, a hyphen, seven or eight digits of which the first is no zero. */
const landline = /^0(?:10|2\d|[3-9]\d{2})-[1-9]\d{6,7}$/;

/** Checks whether a text is a mainland mobile number, without country code, spaces or hyphens. */
export function isMobile(text: string): boolean {
  return mobile.test(text);
}

/** Checks whether a text is a landline number shaped like 020-12345678 (S1 §5). */
export function isLandline(text: string): boolean {
  return landline.test(text);
}

/** Checks whether a text is either, as the applicant card takes them (S2 §5). */
export function isPhone(text: string): boolean {
  return isMobile(text) || isLandline(text);
}

/** Returns the Chinese message for a wrong mobile number, undefined for a right one. */
export function checkMobile(text: string): string | undefined {
  return isMobile(text) ? undefined : phoneMessage.mobile;
}

/** Returns the Chinese message for a wrong landline number, undefined for a right one. */
export function checkLandline(text: string): string | undefined {
  return isLandline(text) ? undefined : phoneMessage.landline;
}

/**
 * Returns the Chinese message where a mobile or a landline number is taken, undefined for a right one
 * (S2 §5).
 */
export function checkPhone(text: string): string | undefined {
  return isPhone(text) ? undefined : phoneMessage.mobile;
}
