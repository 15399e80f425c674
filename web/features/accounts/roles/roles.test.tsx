import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Role, roles } from '#contract/accounts.ts';
import { audit } from '#contract/audit.ts';
import { grants } from '#contract/people.ts';
import { AuditScreen } from '../../audit/AuditScreen.tsx';
import { answerCalls, renderPart } from '../../work-orders/test-screen.tsx';
import { PeopleWithoutRoles } from './PeopleWithoutRoles.tsx';
import { RolesScreen } from './RolesScreen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const clerk = {
  code: 'clerk',
  name: '窗口人员',
  runsPortal: false,
  permissions: [
    { code: 'work-order:start', name: '发起办件' },
    { code: 'work-order:handle', name: '办理办件' },
  ],
  menus: [],
  holders: 5,
} as unknown as Role;

it('counts permissions and menus, names them on hover, and links to the role that lists them', async () => {
  answerCalls({
    [`GET ${roles.list.path}`]: () => ({ rows: [clerk], total: 1 }),
    [`GET ${roles.holders.path.replace(':code', 'clerk')}`]: () => ({ rows: [], total: 0 }),
  });
  renderPart(<RolesScreen />);
  const row = await screen.findByRole('row', { name: /窗口人员/ });
  fireEvent.mouseEnter(row);
  const count = within(row).getByRole('button', { name: '窗口人员的权限 2 项' });
  expect(count.closest('td')?.title).toBe('发起办件、办理办件');
  expect(within(row).getByText('—')).toBeDefined();
  expect(within(row).queryByText(/发起办件/)).toBeNull();
  fireEvent.click(count);
  const dialog = await screen.findByRole('dialog', { name: '角色 窗口人员' });
  expect(within(dialog).getByText('权限（2 项）')).toBeDefined();
  expect(within(dialog).getByText('发起办件')).toBeDefined();
});

it('offers the people without a role, or all people where the list shows only them', async () => {
  answerCalls({ [`GET ${grants.list.path}`]: () => ({ rows: [], total: 0, without: 3 }) });
  const { update } = renderPart(<PeopleWithoutRoles isListFiltered={false} />);
  expect(await screen.findByRole('link', { name: '只看未授予角色的人员' })).toBeDefined();
  update(<PeopleWithoutRoles isListFiltered />);
  expect(screen.getByText(/有 3 人未授予角色/)).toBeDefined();
  const all = screen.getByRole('link', { name: '查看全部人员' });
  expect(all.getAttribute('href')).toBe('/business/staff-roles?state=');
});

it('shows above the audit log which days it covers', async () => {
  answerCalls({ [`GET ${audit.list.path}`]: () => ({ rows: [], total: 0 }) });
  renderPart(<AuditScreen />);
  expect(await screen.findByText(/^只列出 \d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d 的记录/)).toBeDefined();
});
