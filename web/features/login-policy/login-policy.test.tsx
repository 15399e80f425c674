import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type LoginPolicy, loginPolicy } from '#contract/login-policy.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { LoginPolicyScreen } from './LoginPolicyScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const role = { runsPortal: true, holders: 2, enrolled: 0 };
const policy: LoginPolicy = {
  passwordMaxAgeDays: 90,
  passwordWarnDays: 7,
  secondFactorAfterSignOn: false,
  roles: [
    { ...role, code: 'system-admin', name: '系统管理员', obliged: true },
    { ...role, code: 'leader', name: '领导', obliged: false },
  ],
  changed: { name: '董梅', at: '2026-11-20T02:05:00.000Z' },
  digest: 'seen',
};
const answers = {
  [`GET ${loginPolicy.show.path}`]: () => policy,
  [`GET ${loginPolicy.people.path}`]: () => ({ rows: [], total: 0 }),
};

it('shows the policy in force above the people, and who changed it', async () => {
  answerCalls(answers);
  renderPart(<LoginPolicyScreen />);
  const policySection = await screen.findByRole('region', { name: '当前策略' });
  await within(policySection).findByText('密码最长使用天数');
  for (const text of ['密码最长使用天数90 天', '到期前提醒天数7 天', '必须使用二次验证的角色系统管理员'])
    expect(policySection.textContent).toContain(text);
  expect(policySection.textContent).toContain('统一身份认证登录后仍须二次验证否');
  expect(policySection.textContent).toMatch(/董梅于 .*11-20 10:05.* 修改/);
});

it('shows before saving how many people the policy affects', async () => {
  answerCalls({
    ...answers,
    [`POST ${loginPolicy.effect.path}`]: ({ body }) => ({
      passwordsExpired: 3,
      factorsMissing: (body as { obligedRoles: string[] }).obligedRoles.includes('leader') ? 4 : 0,
    }),
  });
  renderPart(<LoginPolicyScreen />);
  fireEvent.click(screen.getByRole('button', { name: '设置策略' }));
  expect(await screen.findByText('保存后，3 人下次登录须修改密码。')).toBeDefined();
  expect(screen.queryByText(/须设置二次验证。/)).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: '领导' }));
  expect(await screen.findByText('保存后，4 人下次登录须设置二次验证。')).toBeDefined();
});

it('refuses at its field a warning that is not shorter than the validity', async () => {
  const calls = answerCalls({
    ...answers,
    [`POST ${loginPolicy.effect.path}`]: () => ({ passwordsExpired: 0, factorsMissing: 0 }),
    [`POST ${loginPolicy.save.path}`]: () => ({}),
  });
  renderPart(<LoginPolicyScreen />);
  fireEvent.click(screen.getByRole('button', { name: '设置策略' }));
  fireEvent.change(await screen.findByLabelText('最长使用天数'), { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('到期前提醒天数须少于最长使用天数')).toBeDefined();
  const sent = () => calls.filter(({ method, path }) => method === 'POST' && path === loginPolicy.save.path);
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText('到期前提醒天数'), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('asks before it saves a policy that affects people', async () => {
  const calls = answerCalls({
    ...answers,
    [`POST ${loginPolicy.effect.path}`]: () => ({ passwordsExpired: 40, factorsMissing: 0 }),
    [`POST ${loginPolicy.save.path}`]: () => ({}),
  });
  renderPart(<LoginPolicyScreen />);
  fireEvent.click(screen.getByRole('button', { name: '设置策略' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: '领导' }));
  const sent = () => calls.filter(({ method, path }) => method === 'POST' && path === loginPolicy.save.path);
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  const confirm = await screen.findByRole('button', { name: '确认保存' });
  const question = within(confirm.closest('[role="dialog"]') as HTMLElement);
  expect(question.getByText('保存后，40 人下次登录须修改密码。')).toBeDefined();
  expect(sent()).toEqual([]);
  fireEvent.click(confirm);
  await waitFor(() => expect(sent()).toHaveLength(1));
});
