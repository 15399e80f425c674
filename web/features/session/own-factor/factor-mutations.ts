import { type Enrolment, secondFactor } from '#contract/second-factor.ts';
import { call } from '#web/api/call.ts';
import { encryptPasswords } from '../encrypt-passwords.ts';

/**
 * Actions on the user's own second factor; each asks for the password, and for a code if there is a factor.
 */
export type FactorMutation = 'enrol' | 'renew' | 'codes' | 'remove';

export const textsOfMutation: Record<FactorMutation, { title: string; description: string; okText: string }> =
  {
    enrol: { title: '启用二次验证', description: '请先输入登录密码，确认是本人操作。', okText: '下一步' },
    renew: {
      title: '更换身份验证器',
      description: '换手机时使用。新的身份验证器设置完成后，原来的验证器和恢复码都不能再用。',
      okText: '下一步',
    },
    codes: { title: '重新生成恢复码', description: '生成后，原来的恢复码都不能再用。', okText: '生成' },
    remove: {
      title: '关闭二次验证',
      description: '关闭后登录只需密码，恢复码同时作废。',
      okText: '确认关闭',
    },
  };

/** The result of an allowed action: a secret to set up, codes to store, or nothing. */
export type MutationOutcome = { enrolment: Enrolment } | { recoveryCodes: readonly string[] } | undefined;

/** Runs the action with the proof of identity. */
export async function runMutation(
  mutation: FactorMutation,
  proof: { password: string; code: string },
): Promise<MutationOutcome> {
  const { ticket, encrypted } = await encryptPasswords(proof.password);
  const body = { password: encrypted[0] ?? '', ticket, code: proof.code.trim() };
  if (mutation === 'codes') return await call(secondFactor.renewCodes, { body });
  if (mutation === 'remove') {
    await call(secondFactor.remove, { body });
    return undefined;
  }
  return { enrolment: await call(secondFactor.begin, { body }) };
}

/** Verifies the new authenticator by its first code. */
export async function confirmFactor(code: string): Promise<readonly string[]> {
  return (await call(secondFactor.confirm, { body: { code } })).recoveryCodes;
}
