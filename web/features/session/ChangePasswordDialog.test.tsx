import { fireEvent, screen } from '@testing-library/react';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '#contract/session.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const { publicKey } = sm2.generateKeyPairHex();
const change = `POST ${session.changePassword.path}`;

function open(answer: () => unknown) {
  const calls = answerCalls({
    [`POST ${session.createTicket.path}`]: () => ({ ticket: 'ticket-1', expiresAt: '' }),
    [`GET ${session.publicKey.path}`]: () => ({ algorithm: 'SM2', publicKey }),
    [change]: answer,
  });
  const onDone = vi.fn();
  renderPart(
    <ChangePasswordDialog
      me={{ username: 'zhangwei', passwordProfile: 'standard' }}
      onClose={() => undefined}
      onDone={onDone}
    />,
  );
  const fill = (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: '确认修改' }));
  };
  const isSent = () => calls.some(({ path }) => path === session.changePassword.path);
  return { fill, isSent, onDone };
}

const validInput = { 当前密码: 'Banjian@2026', 新密码: 'River#98765', 确认新密码: 'River#98765' };

describe('change of the password', () => {
  it('shows 密码修改成功 (S0 §8)', async () => {
    const { fill, onDone } = open(() => ({}));
    fill(validInput);
    expect(await screen.findByText('密码修改成功')).toBeDefined();
    expect(onDone).toHaveBeenCalled();
  });

  it('requires an equal confirmation: 两次输入的新密码需保持一致 (S0 §5)', async () => {
    const { fill, isSent } = open(() => ({}));
    fill({ ...validInput, 确认新密码: 'River#98766' });
    expect(await screen.findByText('两次输入的新密码需保持一致')).toBeDefined();
    expect(isSent()).toBe(false);
  });

  it('shows the password rule once, as a hint or as an error', async () => {
    open(() => ({}));
    expect(screen.getByText('由字母、数字、特殊符号组成，长度 6 到 18 位')).toBeDefined();
    fireEvent.change(screen.getByLabelText('新密码'), { target: { value: 'weak' } });
    fireEvent.blur(screen.getByLabelText('新密码'));
    expect(await screen.findByText('密码必须由字母、数字、特殊符号组成，长度6-18位')).toBeDefined();
    expect(screen.queryByText('由字母、数字、特殊符号组成，长度 6 到 18 位')).toBeNull();
  });

  it('shows the server’s problem at its field, and keeps the typed values', async () => {
    const problems = [{ field: 'oldpassword', message: '当前密码不正确' }];
    const { fill, onDone } = open(() => refuseWith(400, '请检查并完善以下信息', problems));
    fill(validInput);
    expect(await screen.findByText('当前密码不正确')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe(validInput.新密码);
    expect(onDone).not.toHaveBeenCalled();
  });
});
