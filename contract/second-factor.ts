import { z } from 'zod';
import { endpoint, requiredText } from './endpoint.ts';
import { LoginAnswer, wrappedPassword } from './session.ts';

/** The second factor: codes by time and recovery codes (docs/decisions/0133). */

/** Six digits of an authenticator, or one of the recovery codes; spaces and hyphens are not read. */
const code = requiredText('请输入动态口令').max(32, '动态口令格式不正确');
const halfSession = z.string().min(1).max(128);

/** Secret by which an authenticator is set up; shown once, good for ten minutes. */
export const Enrolment = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`. */
  uri: z.string(),
  /** The same as a picture, `data:image/png;base64,…`. */
  picture: z.string(),
});
export type Enrolment = z.output<typeof Enrolment>;

export const RecoveryCodes = z.object({
  /** Shown once and kept as digests. */
  recoveryCodes: z.array(z.string()),
});
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

export const EnrolledLogin = LoginAnswer.extend(RecoveryCodes.shape);
export type EnrolledLogin = z.output<typeof EnrolledLogin>;

export const OwnFactor = z.object({
  enrolledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The office asks it of a role of this person: it can be renewed, not removed. */
  obliged: z.boolean(),
});
export type OwnFactor = z.output<typeof OwnFactor>;

const halfRefusals = ['wrongCode', 'loginStepOver', 'tooManyAttempts'] as const;
const ownProof = {
  /** Wrapped as at a change of password, and bound to the ticket. */
  password: wrappedPassword.min(1, '请输入密码'),
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
    output: LoginAnswer,
    refusals: halfRefusals,
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
    refusals: halfRefusals,
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
      /** Required of a person who has a factor already. */
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
  /** Proves who is at the keyboard, for one change that asks for it within five minutes: a code where there is a factor, else the password. */
  confirmIdentity: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/session/identity',
    summary: '验证本人身份',
    body: z.strictObject({
      password: wrappedPassword.default(''),
      ticket: z.string().max(128).default(''),
      code: z.string().max(64).default(''),
    }),
    output: z.object({}),
    refusals: ownRefusals,
  }),
};
