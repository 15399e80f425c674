import type { Account } from '#contract/administration.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

/** Returns the state of an account: whether the person can log in, and else why not. */
export function stateOfAccount(row: Account): string {
  if (row.disabled) return '停用';
  if (row.locked) return '已锁定';
  if (row.withoutPassword) return '未发放密码';
  return row.mustChangePassword ? '待改密码' : '启用';
}

export function toneOfAccount(row: Account): StatusTone {
  if (row.disabled) return 'neutral';
  if (row.locked) return 'error';
  return row.mustChangePassword || row.withoutPassword ? 'warning' : 'success';
}
