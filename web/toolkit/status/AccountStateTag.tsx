import type { Account } from '#contract/accounts.ts';
import { StatusTag, type StatusTone } from './StatusTag.tsx';

/** Shows whether a person can log in with an account, and else why not. */
export function AccountStateTag({ account }: { account: Account }) {
  return <StatusTag label={stateOfAccount(account)} tone={toneOfAccount(account)} />;
}

function stateOfAccount(row: Account): string {
  if (row.disabled) return '停用';
  if (row.locked) return '已锁定';
  if (row.withoutPassword) return '未发放密码';
  return row.mustChangePassword ? '待改密码' : '启用';
}

function toneOfAccount(row: Account): StatusTone {
  if (row.disabled) return 'neutral';
  if (row.locked) return 'error';
  return row.mustChangePassword || row.withoutPassword ? 'warning' : 'success';
}
