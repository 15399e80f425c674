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

/** Text of the desk for each state (S0 §4). */
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
  /** The time that 材料已提交 stays before the desk goes back to its form by itself. */
  returnSeconds: 3,
} as const;

/** Files of one plan, more than any place takes of a phone, and characters of a name, as long as file systems have them. */
export const phonePlanLimits = { files: 15, nameCharacters: 255 } as const;

/**
 * Returns the state of a code: a submitted code stays so, and a code that was refreshed is as dead as one that ran out.
 */
export function stateOfPhoneUpload(
  code: { submittedAt: Date | null; endedAt: Date | null; expiresAt: Date; scannedAt: Date | null },
  now: Date,
): PhoneUploadState {
  if (code.submittedAt !== null) return PhoneUploadState.submitted;
  if (code.endedAt !== null || code.expiresAt <= now) return PhoneUploadState.expired;
  return code.scannedAt === null ? PhoneUploadState.shown : PhoneUploadState.scanned;
}

/** Rule by which a place takes files of a phone, in the words of a form field; `present` files stand there already. */
export interface PhonePlace {
  accept?: readonly string[] | undefined;
  maxSizeMb?: number | undefined;
  maxCount?: number | undefined;
  present?: number;
}

/**
 * Returns the rule for files from a phone for that place: the rule of the phone (S0 §5), narrowed by that of the place,
 * so that nothing arrives that the form would refuse afterwards. Without a format or a free place left it takes
 * nothing.
 */
export function phoneRuleOf({ accept, maxSizeMb, maxCount, present = 0 }: PhonePlace): Required<UploadRule> {
  const taken = accept && new Set(accept.map((format) => format.toLowerCase()));
  const most = phoneUploadRule.maxCount ?? 0;
  return {
    formats: phoneUploadRule.formats.filter((format) => !taken || taken.has(format)),
    maxSize: Math.min(phoneUploadRule.maxSize, maxSizeMb ?? phoneUploadRule.maxSize),
    unit: 'MB',
    maxCount: Math.max(0, Math.min(most, (maxCount ?? most + present) - present)),
  };
}
