import type { Permission } from './actor.ts';
import { grantBeforeRemovalText } from './administrator-roles.ts';
import { labelOfPermission } from './permission-labels.ts';
import { knownPasswordMessageWhenEnabled } from './role-rules.ts';

/** State of an account, as far as the rules of its administration need it. */
export interface AccountState {
  /** True if the account belongs to the administrator who makes the change. */
  isOwn: boolean;
  isDisabled: boolean;
  isLocked: boolean;
  /** True if its holder administers the portal (`mayParticipateInMatters` returns false). */
  runsPortal: boolean;
  /** True if another person knows the password: a one-time password that the owner has not changed yet. */
  isPasswordKnownToOthers: boolean;
  /**
   * Reason why the account would combine duties that are kept apart; undefined if it combines none, or may combine
   * them.
   */
  joinedDutiesMessage: string | undefined;
  /** Portal administration permissions that no other account could use. */
  solePermissions: readonly Permission[];
}

export const AccountChange = {
  disable: 'disable',
  enable: 'enable',
  resetPassword: 'resetPassword',
  unlock: 'unlock',
} as const;
export type AccountChange = (typeof AccountChange)[keyof typeof AccountChange];

type Rule = (account: AccountState) => string | undefined;

const rules: Record<AccountChange, Rule> = {
  disable: ({ isOwn, isDisabled, solePermissions: [sole] }) => {
    if (isDisabled) return '该账号已停用';
    if (isOwn) return '不能停用自己的账号';
    return sole === undefined
      ? undefined
      : `该账号是唯一可以${labelOfPermission(sole)}的账号，不能停用，${grantBeforeRemovalText}`;
  },
  enable: ({ isDisabled, runsPortal, isPasswordKnownToOthers, joinedDutiesMessage }) => {
    if (!isDisabled) return '该账号已启用';
    return runsPortal && isPasswordKnownToOthers ? knownPasswordMessageWhenEnabled : joinedDutiesMessage;
  },
  resetPassword: ({ isOwn, isDisabled, runsPortal }) => {
    if (isOwn) return '不能重置自己的密码，请使用“修改密码”';
    if (isDisabled) return '该账号已停用，请先启用';
    return runsPortal ? '管理人员的密码不能由其他管理员重置，请在服务器上执行重置命令' : undefined;
  },
  unlock: ({ isLocked }) => (isLocked ? undefined : '该账号没有被锁定'),
};

/**
 * Returns the reason why a change of an account is refused; undefined if it is allowed. An administrator who
 * sets a password can sign in with it; therefore no administrator resets the password of another
 * administrator. The last account that can use a permission of portal administration is not disabled
 * (docs/decisions/0085).
 */
export function problemOfAccountChange(change: AccountChange, account: AccountState): string | undefined {
  return rules[change](account);
}

/** Returns every change of the account that is allowed now. */
export function allowedAccountChanges(account: AccountState): AccountChange[] {
  return Object.values(AccountChange).filter((change) => rules[change](account) === undefined);
}
