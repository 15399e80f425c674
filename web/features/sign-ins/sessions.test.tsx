import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessions } from '#contract/sign-ins.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { SessionsScreen } from './SessionsScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('requests active sessions first and does not offer to end the current one', async () => {
  const row = (id: string, own: boolean) => ({
    id,
    staffId: `staff-${id}`,
    account: id,
    name: id,
    orgName: '信访局',
    loginType: 'password',
    address: '10.0.0.7',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36',
    createdAt: '2026-03-02T02:00:00.000Z',
    seenAt: '2026-03-02T02:00:00.000Z',
    living: true,
    own,
    endText: '',
  });
  const calls = answerCalls({
    [`GET ${sessions.list.path}`]: () => ({ rows: [row('mine', true), row('other', false)], total: 2 }),
  });
  renderPart(<SessionsScreen />);
  expect(await screen.findByText('本会话')).toBeDefined();
  expect(calls[0]?.query.get('state')).toBe('living');
  expect(screen.getAllByText('Chrome 131 · Windows')).toHaveLength(2);
  for (const row of screen.getAllByRole('row')) fireEvent.mouseEnter(row);
  expect(screen.getAllByRole('button', { name: '结束' })).toHaveLength(1);
});
