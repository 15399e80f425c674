import type { loginEventNames } from '#contract/administration.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/** Words for sign-ins: what happened, by which way, in which browser. */

type LoginEventName = (typeof loginEventNames)[number];

const loginEvent: Record<LoginEventName, { label: string; tone: StatusTone }> = {
  'login.succeeded': { label: '登录成功', tone: 'success' },
  'login.failed': { label: '账号或密码错误', tone: 'warning' },
  'login.captcha-failed': { label: '验证码错误', tone: 'neutral' },
  'login.limited': { label: '登录受限', tone: 'error' },
  'login.disabled': { label: '停用账号登录', tone: 'warning' },
  'login.half-way': { label: '密码正确，待二次验证', tone: 'neutral' },
  'login.code-failed': { label: '动态口令错误', tone: 'warning' },
  'login.code-limited': { label: '动态口令受限', tone: 'error' },
  'sign-on.succeeded': { label: '统一身份认证登录', tone: 'success' },
  'sign-on.failed': { label: '统一身份认证未通过', tone: 'error' },
  'sign-on.unknown': { label: '统一身份认证账号未关联', tone: 'warning' },
  'sign-on.limited': { label: '统一身份认证过于频繁', tone: 'error' },
  'captcha.limited': { label: '验证码过于频繁', tone: 'warning' },
  'password.changed': { label: '修改密码成功', tone: 'success' },
  'password.change-failed': { label: '修改密码失败', tone: 'warning' },
  'password.change-limited': { label: '修改密码受限', tone: 'error' },
  'second-factor.enrolled': { label: '启用二次验证', tone: 'success' },
  'second-factor.removed': { label: '关闭二次验证', tone: 'warning' },
  'second-factor.codes-renewed': { label: '重新生成恢复码', tone: 'success' },
  'second-factor.failed': { label: '二次验证操作未通过', tone: 'warning' },
  'second-factor.limited': { label: '二次验证操作受限', tone: 'error' },
};

/** Of an event of logins; undefined for every other. */
export function loginEventLabel(event: string): string | undefined {
  return loginEvent[event as LoginEventName]?.label;
}

export function wordOfLoginEvent(event: string): { label: string; tone: StatusTone } {
  return loginEvent[event as LoginEventName] ?? { label: event, tone: 'neutral' };
}

export const loginEventOptions = Object.entries(loginEvent).map(([value, { label }]) => ({ value, label }));

const loginType: Record<string, string> = {
  password: '密码',
  device: '记住密码',
  oidc: '统一身份认证',
  gateway: '统一身份认证',
};

export function wordOfLoginType(type: string): string {
  return loginType[type] ?? type;
}

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/(?:QIHU|360SE|360EE)/i, '360 浏览器'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser in two words, `Chrome 131 · Windows`; what is unknown is shown as it came. */
export function wordOfBrowser(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent === '' ? '—' : userAgent.slice(0, 40);
  const version = browser[0].exec(userAgent)?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [[browser[1], version].filter(Boolean).join(' '), system].filter(Boolean).join(' · ');
}
