import { phoneUploadRule } from './limits.ts';
import type { UploadRule } from './upload-rule.ts';

/** States of a QR code for uploading from a phone (S0 §4). */
export const PhoneUploadState = {
  shown: 'shown',
  scanned: 'scanned',
  submitted: 'submitted',
  expired: 'expired',
} as const;
export type PhoneUploadState = (typeof PhoneUploadState)[keyof typeof PhoneUploadState];

/** Text on the desktop page for each state (S0 §4). */
export const phoneUploadText: Readonly<Record<PhoneUploadState, string>> = {
  shown: '请用手机扫描二维码',
  scanned: '扫码成功，请在手机端上传',
  submitted: '材料已提交，页面将自动跳转',
  expired: '二维码已过期，请刷新',
};

/** Times of the QR upload (S0 §9). */
export const phoneUploadTimes = {
  validMinutes: 10,
  refreshSeconds: 10,
  pollSeconds: 5,
  /** Seconds for which 材料已提交 is shown before the desktop page returns to its form. */
  returnSeconds: 3,
} as const;

/**
 * Largest number of files of one plan, more than any place accepts from a phone, and the longest file name of
 * common file systems.
 */
export const phonePlanLimits = { files: 15, nameCharacters: 255 } as const;

/** Returns the state of a code: a submitted code stays submitted, and a replaced code counts as expired. */
export function stateOfPhoneUpload(
  code: { submittedAt: Date | null; endedAt: Date | null; expiresAt: Date; scannedAt: Date | null },
  now: Date,
): PhoneUploadState {
  if (code.submittedAt !== null) return PhoneUploadState.submitted;
  if (code.endedAt !== null || code.expiresAt <= now) return PhoneUploadState.expired;
  return code.scannedAt === null ? PhoneUploadState.shown : PhoneUploadState.scanned;
}

/**
 * Rule of the place for files from a phone, with the names of a form field; `present` is the number of files
 * already there.
 */
export interface PhonePlace {
  accept?: readonly string[] | undefined;
  maxSizeMb?: number | undefined;
  maxCount?: number | undefined;
  present?: number;
}

/**
 * Returns the rule for files from a phone for a place: the phone's rule (S0 §5), restricted by that of the
 * place, so that no file arrives that the form would refuse afterwards. If no format or no free place is
 * left, it accepts no files.
 */
export function phoneRuleOf({ accept, maxSizeMb, maxCount, present = 0 }: PhonePlace): Required<UploadRule> {
  const accepted = accept && new Set(accept.map((format) => format.toLowerCase()));
  const maxFiles = phoneUploadRule.maxCount ?? 0;
  return {
    formats: phoneUploadRule.formats.filter((format) => !accepted || accepted.has(format)),
    maxSize: Math.min(phoneUploadRule.maxSize, maxSizeMb ?? phoneUploadRule.maxSize),
    unit: 'MB',
    maxCount: Math.max(0, Math.min(maxFiles, (maxCount ?? maxFiles + present) - present)),
  };
}
