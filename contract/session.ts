import { z } from 'zod';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { PasswordProfileName } from '#domain/passwords/password-rule.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { loginText } from '#domain/texts/input-texts.ts';
import { endpoint, requiredText } from './endpoint.ts';

/** Captcha, login, the current user, password and one-time tickets (S0 §2, §4, §7). */

/**
 * `sm2:` and the hex of the SM2 ciphertext (C1C3C2), under the key of `publicKey`, of a nonce, a space and
 * the password. The nonce is the `captchaToken` at login and the `ticket` at a change of password. Plain text
 * is accepted in the demo only.
 */
const maxEncryptedPasswordLength = 2000;
export const encryptedPassword = z.string().max(maxEncryptedPasswordLength);

export const LoginForm = z
  .strictObject({
    username: requiredText(loginText.usernameMissing).max(64),
    /** Optional if `deviceToken` is sent (记住密码). */
    password: encryptedPassword.default(''),
    verifyCode: requiredText(loginText.captchaMissing).max(64),
    captchaToken: requiredText(sessionRefusals.wrongCaptcha.text, 'as-typed').max(128),
    /** `true` requests a device token for logins without the password. */
    remember: z.enum(['true', 'false']).default('false'),
    /** Token from the response of an earlier login in this browser. */
    deviceToken: z.string().max(128).optional(),
  })
  .refine(({ password, deviceToken }) => (password ?? '') !== '' || deviceToken !== undefined, {
    path: ['password'],
    message: loginText.passwordMissing,
    // Runs even if other fields are missing, so that all problems are reported at once (S0 §5).
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type LoginForm = z.output<typeof LoginForm>;

export const LoginResult = z.object({
  /** Token to send in the header `x-access-token` with every call. */
  accessToken: z.string(),
  loginType: z.string(),
  /** Id of the logged-in person. */
  staffId: z.string(),
  /**
   * To be stored in this browser and sent with the next login: it shows that the browser has logged in before.
   */
  deviceToken: z.string(),
  /** The theme of the portal for this person; null if none was chosen. */
  theme: z.enum(PortalTheme).nullable(),
  /** True if `deviceToken` allows a login without the password (记住密码). */
  remembered: z.boolean(),
  /** The screen that `/` opens for this person (S0 §2); null if that depends on more than the menu. */
  landing: z.string().nullable(),
  expiresAt: z.string(),
});
export type LoginResult = z.output<typeof LoginResult>;

/**
 * Response to a correct password if the second factor is still needed (docs/decisions/0133); there is no
 * session yet.
 */
export const SecondFactorChallenge = z.object({
  /**
   * `code`: a code of the person's authenticator; `enrol`: a required second factor that the person must set
   * up first.
   */
  secondFactor: z.enum(['code', 'enrol']),
  /** Account that logs in, as an authenticator displays it. */
  account: z.string(),
  /** Token for the second step only, valid for five minutes and a few attempts. */
  halfSession: z.string(),
  expiresAt: z.string(),
});
export type SecondFactorChallenge = z.output<typeof SecondFactorChallenge>;

export const LoginOutcome = z.union([LoginResult, SecondFactorChallenge]);
export type LoginOutcome = z.output<typeof LoginOutcome>;

export const CurrentUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** Masked ID card number; empty if none is stored. */
  cid: z.string(),
  /** Masked mobile number; empty if none is stored. */
  phone: z.string(),
  staffUid: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  areaCode: z.string(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
  /** The screen that `/` opens for this person, if the menu contains it. */
  defaultLanding: z.string().nullable(),
  /** True with a one-time password: until it is changed, every other call is refused with 40302. */
  mustChangePassword: z.boolean(),
  /**
   * Reason for `mustChangePassword`: true if the password is too old by the office's policy, false if it is
   * one-time.
   */
  passwordExpired: z.boolean(),
  /** Days until the password must be changed, near its end; null while no warning is due. */
  passwordDaysLeft: z.number().int().nullable(),
  /** The profile that a new password must satisfy. */
  passwordProfile: z.enum(PasswordProfileName),
  /** Theme of the portal for this person, if chosen, and whether the tour of the first login was ended. */
  theme: z.enum(PortalTheme).nullable(),
  tourEnded: z.boolean(),
  /**
   * True if the person's name is shown as a watermark on every screen, if the setting is on and the person
   * participates in work orders.
   */
  watermark: z.boolean(),
  /**
   * True if previewed files carry the reader's name; the page adds it to files on which the server cannot
   * (0159).
   */
  fileWatermark: z.boolean(),
  /** True if the person sits at a window of a service hall, whose PC has devices (S2 §1). */
  isAtWindow: z.boolean(),
  /** Topics of `GET /api/events` that this person receives without subscribing. */
  keys: z.array(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const Captcha = z.object({
  /** A picture as `data:image/png;base64,…`; empty for a proof of work. */
  img: z.string(),
  captchaToken: z.string(),
  /**
   * For `kind=work`: find a number n so that SHA-256 of `salt` + n begins with `difficulty` zero bits; send n
   * as verifyCode.
   */
  work: z.object({ salt: z.string(), difficulty: z.number() }).nullable(),
  expiresAt: z.string(),
});
export type Captcha = z.output<typeof Captcha>;

export const TicketPurpose = z.enum(['events', 'download', 'password']);
export type TicketPurpose = z.output<typeof TicketPurpose>;

const loginRefusals = [
  'wrongCredentials',
  'wrongCaptcha',
  'accountDisabled',
  'publishedPassword',
  'tooManyAttempts',
] as const;

export const session = {
  captcha: endpoint({
    method: 'GET',
    path: '/sys/captcha',
    summary: '获取验证码',
    query: z.strictObject({
      /** `work` is the accessible alternative: the browser computes, and there is nothing to see or hear. */
      kind: z.enum(['picture', 'work']).default('picture'),
      /** Ignored; makes each address unique, so that no cache answers. */
      t: z.string().max(40).optional(),
    }),
    output: Captcha,
    refusals: ['tooManyRequests'],
  }),
  publicKey: endpoint({
    method: 'GET',
    path: '/api/session/public-key',
    summary: '获取密码加密公钥',
    output: z.object({ algorithm: z.literal('SM2'), publicKey: z.string() }),
  }),
  login: endpoint({
    method: 'POST',
    changes: [],
    path: '/login',
    summary: '登录',
    encoding: 'form',
    body: LoginForm,
    output: LoginOutcome,
    refusals: loginRefusals,
  }),
  /** The same login under the specification's second path; the header `x-app-type` is ignored (0132). */
  loginForm: endpoint({
    method: 'POST',
    changes: [],
    path: '/sys/login/form',
    summary: '登录（表单）',
    encoding: 'form',
    body: LoginForm,
    output: LoginOutcome,
    refusals: loginRefusals,
  }),
  currentUser: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/sys/whoim',
    summary: '当前用户',
    output: CurrentUser,
  }),
  logout: endpoint({
    method: 'GET',
    changes: [],
    path: '/sys/user/logout',
    summary: '退出登录',
    output: z.object({}),
    mutates: true,
  }),
  singleLogout: endpoint({
    method: 'GET',
    changes: [],
    path: '/auth/ac/logout',
    summary: '统一认证退出',
    query: z.strictObject({ redirectURI: z.string().max(2000).default('/login') }),
    output: z.object({
      /** Always an address of this portal or of the allowed list. */
      redirect_uri: z.string(),
    }),
    mutates: true,
  }),
  changePassword: endpoint({
    method: 'POST',
    changes: [],
    path: '/staffs',
    summary: '修改密码',
    query: z.strictObject({ mark: z.literal('password'), method: z.literal('put') }),
    body: z.strictObject({
      oldpassword: requiredText('请输入当前密码', 'as-typed').max(maxEncryptedPasswordLength),
      password: requiredText('请输入新密码', 'as-typed').max(maxEncryptedPasswordLength),
      /** Ticket of purpose `password` to which both passwords are bound; required if they are encrypted. */
      ticket: z.string().max(128).default(''),
    }),
    output: z.object({}),
    refusals: ['wrongCredentials', 'tooManyAttempts'],
  }),
  forgetDevice: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/session/devices/forget',
    summary: '取消记住密码',
    body: z.strictObject({ deviceToken: z.string().min(1).max(128) }),
    output: z.object({}),
  }),
  createTicket: endpoint({
    method: 'POST',
    path: '/api/session/tickets',
    summary: '获取一次性凭据',
    body: z.strictObject({
      purpose: TicketPurpose,
      /** Id of the file or the export, for the purpose `download`. */
      subject: z.string().max(100).default(''),
    }),
    output: z.object({ ticket: z.string(), expiresAt: z.string() }),
    /** `forbidden`: the person may no longer download the export. */
    refusals: ['tooManyRequests', 'forbidden'],
    mutates: false,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    summary: '实时通知',
    query: z.strictObject({
      ticket: z.string().max(128).optional(),
      /** Ids of orders on the screen, joined by commas, to receive their changes. */
      orders: z.string().max(1000).default(''),
    }),
    output: z.void(),
    refusals: ['tooManyRequests'],
    answer: 'raw',
  }),
};
