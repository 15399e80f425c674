import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#contract/session.ts';
import { Permission } from '#domain/access/actor.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { UserMenu } from './UserMenu.tsx';

afterEach(() => vi.unstubAllGlobals());

async function entriesOf(permissions: readonly Permission[]): Promise<(string | null)[]> {
  answerCalls({
    [`GET ${session.currentUser.path}`]: () => ({
      staffUid: 'w1',
      name: '周岚',
      orgName: '信访局',
      permissions,
      tourEnded: true,
    }),
  });
  renderPart(<UserMenu systems={[]} />);
  await screen.findByText('周岚');
  fireEvent.click(screen.getByRole('button'));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

it('offers entries about work orders to people who participate in them', async () => {
  const entries = await entriesOf([Permission.handle]);
  expect(entries).toEqual(expect.arrayContaining(['我的申请', '查看日程', '外出委托', '修改密码']));
});

it('offers administrators of the portal only their own account', async () => {
  const entries = await entriesOf([Permission.manageStaff]);
  for (const entry of ['我的申请', '查看日程', '外出委托']) expect(entries).not.toContain(entry);
  expect(entries).toContain('修改密码');
});
