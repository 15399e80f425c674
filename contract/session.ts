import { z } from 'zod';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { PasswordProfileName } from '#domain/passwords/password-rule.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { loginText } from '#domain/texts/input-texts.ts';
import { endpoint, requiredText } from './endpoint.ts';

/** Captcha, login, the current user, password and one-time tickets (S0 §2, §4, §7). */

/**
 * `sm2:` and the hex of the SM2 ciphertext (C1C3C2), under the key of `publicKey`, of a nonce, a space and the password.
 * The nonce is the `captchaToken` at login and the `ticket` at a change of password. In clear in the demo only.
 */
const wrappedLength = 2000;
export const wrappedPassword = z.string().max(wrappedLength);

export const LoginForm = z
  .strictObject({
    username: requiredText(loginText.usernameMissing).max(64),
    /** May be left out when `deviceToken` stands for 记住密码. */
    password: wrappedPassword.default(''),
    verifyCode: requiredText(loginText.captchaMissing).max(64),
    captchaToken: requiredText(sessionRefusals.wrongCaptcha.text, 'as-typed').max(128),
    /** `true` asks for a device token that can sign in without the password next time. */
    remember: z.enum(['true', 'false']).default('false'),
    /** Token from the answer of an earlier login on this browser. */
    deviceToken: z.string().max(128).optional(),
  })
  .refine(({ password, deviceToken }) => (password ?? '') !== '' || deviceToken !== undefined, {
    path: ['password'],
    message: loginText.passwordMissing,
    // Asked whatever else is missing, so that everything is said at once (S0 §5).
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type LoginForm = z.output<typeof LoginForm>;

export const LoginAnswer = z.object({
  /** Sent back in the header `x-access-token` with every call. */
  accessToken: z.string(),
  loginType: z.string(),
  /** The person of the session. */
  staffId: z.string(),
  /** Keep it on this browser and send it with the next login: it proves a browser that has signed in before. */
  deviceToken: z.string(),
  /** The appearance of the portal for this person; null where none was chosen. */
  theme: z.enum(PortalTheme).nullable(),
  /** True where `deviceToken` can sign in without the password (记住密码). */
  remembered: z.boolean(),
  /** The screen that `/` leads this person to (S0 §2); null where that depends on more than the menu. */
  landing: z.string().nullable(),
  expiresAt: z.string(),
});
export type LoginAnswer = z.output<typeof LoginAnswer>;

/** Answer to a correct first step that wants the second factor (docs/decisions/0133); no person is signed in yet. */
export const HalfWay = z.object({
  /** `code`: a code of the person's authenticator; `enrol`: the office obliges the person, who has none yet. */
  secondFactor: z.enum(['code', 'enrol']),
  /** Account that signs in, as an authenticator names it. */
  account: z.string(),
  /** Good for the second step alone, for five minutes and a few codes. */
  halfSession: z.string(),
  expiresAt: z.string(),
});
export type HalfWay = z.output<typeof HalfWay>;

export const LoginOutcome = z.union([LoginAnswer, HalfWay]);
export type LoginOutcome = z.output<typeof LoginOutcome>;

export const CurrentUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** Masked ID card number; empty when none is kept. */
  cid: z.string(),
  /** Masked mobile number; empty when none is kept. */
  phone: z.string(),
  staffUid: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  areaCode: z.string(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
  /** The screen to which `/` goes for this person, when the menu has it. */
  defaultLanding: z.string().nullable(),
  /** A one-time password: until it is changed, everything else is refused with 40302. */
  mustChangePassword: z.boolean(),
  /** Of `mustChangePassword`: not a one-time password, but one that the office's policy finds too old. */
  passwordExpired: z.boolean(),
  /** Days until the password has to be changed, in the last of them; null while no notice is due. */
  passwordDaysLeft: z.number().int().nullable(),
  /** The rule that a new password follows. */
  passwordProfile: z.enum(PasswordProfileName),
  /**
   * The appearance of the portal for this person, where one was chosen, and whether the tour of the first
   * login was ended.
   */
  theme: z.enum(PortalTheme).nullable(),
  tourEnded: z.boolean(),
  /**
   * True where the person's name stands over every screen, by the setting and for people with a part in
   * matters.
   */
  watermark: z.boolean(),
  /** True where shown files carry the reader's name; the screen adds it to files on which the server cannot (0159). */
  fileWatermark: z.boolean(),
  /** Topics of `GET /api/events` this person hears without asking. */
  keys: z.array(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const Captcha = z.object({
  /** `data:image/png;base64,…`; empty for a proof of work. */
  img: z.string(),
  captchaToken: z.string(),
  /** For `kind=work`: find a number n so that SHA-256 of `salt` + n begins with `difficulty` zero bits; send n as verifyCode. */
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
      /** `work` is the accessible alternative: nothing to see or hear, the browser computes. */
      kind: z.enum(['picture', 'work']).default('picture'),
      /** Against caches. */
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
  /** The same login under the specification's second path; the header `x-app-type` is not read (0132). */
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
      /** Only ever an address of this portal or of the allowed list. */
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
      oldpassword: requiredText('请输入原密码', 'as-typed').max(wrappedLength),
      password: requiredText('请输入新密码', 'as-typed').max(wrappedLength),
      /** Ticket of purpose `password` that both passwords are bound to; needed when they are wrapped. */
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
      /** For `download`: the id of the file. */
      subject: z.string().max(100).default(''),
    }),
    output: z.object({ ticket: z.string(), expiresAt: z.string() }),
    /** `forbidden`: the export that it is for is its person's no more. */
    refusals: ['tooManyRequests', 'forbidden'],
    mutates: false,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    summary: '实时通知',
    query: z.strictObject({
      ticket: z.string().max(128).optional(),
      /** Ids of orders on the screen, joined by comma, to hear of their changes. */
      orders: z.string().max(1000).default(''),
    }),
    output: z.void(),
    refusals: ['tooManyRequests'],
    answer: 'raw',
  }),
};
