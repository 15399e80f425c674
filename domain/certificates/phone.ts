const phoneMessage = {
  mobile: '请输入正确的手机号',
  landline: '请输入固定电话，示例：020-12345678',
} as const;

/**
 * 1, a second digit from 3 to 9, and nine more digits (S2 §5). S1 asks only for "1 followed by 10 digits";
 * the stricter rule is used everywhere, because no person has a number that begins with 10, 11 or 12.
 */
const mobile = /^1[3-9]\d{9}$/;

/** Area code 010, 02x or 03xx to 09xx, a hyphen, then seven or eight digits that do not begin with 0. */
const landline = /^0(?:10|2\d|[3-9]\d{2})-[1-9]\d{6,7}$/;

/** Checks whether a text is a mainland mobile number, without country code, spaces or hyphens. */
export function isMobile(text: string): boolean {
  return mobile.test(text);
}

/** Checks whether a text is a landline number such as 020-12345678 (S1 §5). */
export function isLandline(text: string): boolean {
  return landline.test(text);
}

/** Checks whether a text is a mobile or a landline number, which the applicant card accepts (S2 §5). */
export function isPhone(text: string): boolean {
  return isMobile(text) || isLandline(text);
}

/** Returns the Chinese message for an invalid mobile number; undefined for a valid one. */
export function checkMobile(text: string): string | undefined {
  return isMobile(text) ? undefined : phoneMessage.mobile;
}

/** Returns the Chinese message for an invalid landline number; undefined for a valid one. */
export function checkLandline(text: string): string | undefined {
  return isLandline(text) ? undefined : phoneMessage.landline;
}

/**
 * Returns the Chinese message for a text that is neither a mobile nor a landline number; undefined otherwise
 * (S2 §5).
 */
export function checkPhone(text: string): string | undefined {
  return isPhone(text) ? undefined : phoneMessage.mobile;
}
