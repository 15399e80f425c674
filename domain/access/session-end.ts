/** Reason why a session ended, as it is stored. */
export const SessionEnd = {
  logout: 'logout',
  passwordChanged: 'password changed',
  passwordReset: 'password reset',
  disabled: 'disabled',
  tooMany: 'too many sessions',
  byAdministrator: 'ended by administrator',
  byOwner: 'ended by owner',
  restored: 'restored from a backup',
} as const;
export type SessionEnd = (typeof SessionEnd)[keyof typeof SessionEnd];

const label: Record<SessionEnd, string> = {
  logout: '退出登录',
  'password changed': '修改密码',
  'password reset': '重置密码',
  disabled: '账号停用',
  'too many sessions': '会话数量超出上限，最久未用的会话结束',
  'ended by administrator': '管理员结束',
  'ended by owner': '本人结束',
  'restored from a backup': '系统从备份恢复',
};

/**
 * Returns the state of a session as text: active, or the reason why it ended; without a stored reason it
 * expired.
 */
export function sessionEndText(reason: string | null): string {
  return reason !== null && Object.hasOwn(label, reason) ? label[reason as SessionEnd] : '超时失效';
}
