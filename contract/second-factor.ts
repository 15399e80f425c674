import { z } from 'zod';
import { endpoint, requiredText } from './endpoint.ts';
import { encryptedPassword, LoginResult } from './session.ts';

/** The second factor: time-based codes and recovery codes (docs/decisions/0133). */

/** A six-digit code of an authenticator, or a recovery code; spaces and hyphens are ignored. */
const code = requiredText('请输入动态口令').max(32, '动态口令格式不正确');
const halfSession = z.string().min(1).max(128);

/** Secret for setting up an authenticator; shown once, valid for ten minutes. */
export const Enrolment = z.object({
  /** The secret in Base32, for typing. */
  secret: z.string(),
  /** Setup address `otpauth://totp/…`. */
  uri: z.string(),
  /** The setup address as a QR code, `data:image/png;base64,…`. */
  picture: z.string(),
});
export type Enrolment = z.output<typeof Enrolment>;

export const RecoveryCodes = z.object({
  /** Recovery codes; shown once, stored only as digests. */
  recoveryCodes: z.array(z.string()),
});
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

export const EnrolledLogin = LoginResult.extend(RecoveryCodes.shape);
export type EnrolledLogin = z.output<typeof EnrolledLogin>;

export const OwnFactor = z.object({
  enrolledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** True if a role of this person requires it: it can be renewed, not removed. */
  obliged: z.boolean(),
});
export type OwnFactor = z.output<typeof OwnFactor>;

const halfSessionRefusals = ['wrongCode', 'loginStepOver', 'tooManyAttempts'] as const;
const ownProof = {
  /** Encrypted as for a change of password, and bound to the ticket. */
  password: encryptedPassword.min(1, '请输入密码'),
  ticket: z.string().max(128).default(''),
};
const ownRefusals = ['wrongCredentials', 'wrongCode', 'tooManyAttempts', 'secondFactorMissing'] as const;

export const secondFactor = {
  finish: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/login/second-factor',
    summary: '登录（动态口令）',
    body: z.strictObject({ halfSession, code }),
    output: LoginResult,
    refusals: halfSessionRefusals,
  }),
  beginAtLogin: endpoint({
    method: 'POST',
    path: '/api/login/second-factor/enrolment',
    summary: '登录时启用二次验证',
    body: z.strictObject({ halfSession }),
    output: Enrolment,
    refusals: ['loginStepOver', 'tooManyAttempts'],
    mutates: false,
  }),
  enrolAtLogin: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/login/second-factor/enrolment/confirm',
    summary: '确认启用二次验证并登录',
    body: z.strictObject({ halfSession, code }),
    output: EnrolledLogin,
    refusals: halfSessionRefusals,
  }),
  mine: endpoint({
    method: 'GET',
    reads: ['second-factor'],
    path: '/api/session/second-factor',
    summary: '我的二次验证',
    output: OwnFactor,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/session/second-factor/enrolment',
    summary: '启用或更换二次验证',
    body: z.strictObject({
      ...ownProof,
      /** Required if the person already has a second factor. */
      code: z.string().trim().max(32).default(''),
    }),
    output: Enrolment,
    refusals: ownRefusals,
    mutates: false,
  }),
  confirm: endpoint({
    method: 'POST',
    changes: ['second-factor'],
    path: '/api/session/second-factor/enrolment/confirm',
    summary: '确认启用或更换二次验证',
    body: z.strictObject({ code }),
    output: RecoveryCodes,
    refusals: ['wrongCode', 'loginStepOver', 'tooManyAttempts'],
  }),
  renewCodes: endpoint({
    method: 'POST',
    changes: ['second-factor'],
    path: '/api/session/second-factor/recovery-codes',
    summary: '重新生成恢复码',
    body: z.strictObject({ ...ownProof, code }),
    output: RecoveryCodes,
    refusals: ownRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['second-factor'],
    path: '/api/session/second-factor/remove',
    summary: '关闭二次验证',
    body: z.strictObject({ ...ownProof, code }),
    output: z.object({}),
    refusals: [...ownRefusals, 'secondFactorObliged'],
  }),
  /**
   * Proves the person's identity for a protected change within five minutes: by a code if there is a second
   * factor, else by the password.
   */
  confirmIdentity: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/session/identity',
    summary: '验证本人身份',
    body: z.strictObject({
      password: encryptedPassword.default(''),
      ticket: z.string().max(128).default(''),
      code: z.string().max(64).default(''),
    }),
    output: z.object({}),
    refusals: ownRefusals,
  }),
};
