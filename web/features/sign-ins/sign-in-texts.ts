import { loginEventLabel } from '#contract/audit-texts.ts';
import type { loginEventNames } from '#contract/sign-ins.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/** Texts for logins: the event and the way. */

type LoginEventName = (typeof loginEventNames)[number];

const tone: Record<LoginEventName, StatusTone> = {
  'login.succeeded': 'success',
  'login.failed': 'warning',
  'login.captcha-failed': 'neutral',
  'login.limited': 'error',
  'login.disabled': 'warning',
  'login.half-way': 'neutral',
  'login.code-failed': 'warning',
  'login.code-limited': 'error',
  'sign-on.succeeded': 'success',
  'sign-on.failed': 'error',
  'sign-on.unknown': 'warning',
  'sign-on.limited': 'error',
  'captcha.limited': 'warning',
  'password.changed': 'success',
  'password.change-failed': 'warning',
  'password.change-limited': 'error',
  'second-factor.enrolled': 'success',
  'second-factor.removed': 'warning',
  'second-factor.codes-renewed': 'success',
  'second-factor.failed': 'warning',
  'second-factor.limited': 'error',
};

export function labelOfLoginEvent(event: string): { label: string; tone: StatusTone } {
  return { label: loginEventLabel(event) ?? event, tone: tone[event as LoginEventName] ?? 'neutral' };
}

export const loginEventOptions = Object.keys(tone).map((value) => ({
  value,
  label: loginEventLabel(value) ?? value,
}));

const loginTypeLabel: Record<string, string> = {
  password: '密码',
  device: '记住密码',
  oidc: '统一身份认证',
  gateway: '统一身份认证',
};

export function labelOfLoginType(type: string): string {
  return loginTypeLabel[type] ?? type;
}
