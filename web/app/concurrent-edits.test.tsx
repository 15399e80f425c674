import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loginPolicy } from '#contract/login-policy.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { type EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import { officeGroups, officePosts } from '#contract/office-parts.ts';
import { organisations } from '#contract/organisations.ts';
import { LoginPolicyDialog } from '../features/login-policy/LoginPolicyDialog.tsx';
import { MessageTemplatesScreen } from '../features/messages/templates/MessageTemplatesScreen.tsx';
import { OrganisationsScreen } from '../features/office/OrganisationsScreen.tsx';
import { PostsScreen } from '../features/office/PostsScreen.tsx';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../features/work-orders/test-screen.tsx';

/** Records that two administrators edit at the same time (decision 0194). */

afterEach(() => vi.unstubAllGlobals());

const organisation = (overrides: Partial<EditableOrganisation>): EditableOrganisation => ({
  id: '10002',
  name: '本单位',
  kind: 'organisation',
  parent: null,
  areaCode: '330127',
  areaName: '淳安县',
  address: '',
  phone: '',
  level: 1,
  sortBy: 1,
  enabled: true,
  people: 0,
  digest: 'seen',
  ...overrides,
});
const root = organisation({});
const petition = organisation({ id: 'xfj', name: '信访局', parent: '10002', level: 2 });

it('keeps the typed text of a message template that another person saved first, and shows the other text', async () => {
  let template = { content: '您有一条待办', digest: 'seen' };
  const sent = answerCalls({
    [`GET ${messageTemplates.list.path}`]: () => ({
      events: [
        {
          event: 'todo',
          eventLabel: '待办',
          channel: '10',
          channelLabel: '短信',
          isDefault: false,
          updatedAt: '2026-11-20T02:00:00.000Z',
          updatedByName: '赵敏',
          ...template,
        },
      ],
      picked: [],
    }),
    [`POST ${messageTemplates.saveEvent.path}`]: ({ body }) =>
      (body as { digest: string }).digest === 'newer'
        ? {}
        : refuseWith(40958, '该消息模板已由赵敏于 2026-11-20 10:05 修改'),
  });
  renderPart(<MessageTemplatesScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '修改 待办 短信' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('内容'), { target: { value: '请办理' } });
  template = { content: '赵敏写的', digest: 'newer' };
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('该消息模板已由赵敏于 2026-11-20 10:05 修改。');
  expect(alert.textContent).toContain('内容：您有一条待办 → 赵敏写的（您也改了这一项');
  expect(within(dialog).getByLabelText('内容')).toHaveProperty('value', '请办理');
  await pressAgain(() => within(dialog).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
    event: 'todo',
    channel: '10',
    content: '请办理',
    digest: 'newer',
  });
});

it('keeps the typed text of a post that another person saved first, and shows the other changes', async () => {
  const path = officePosts.change.path.replace(':id', 'p1');
  let post = {
    id: 'p1',
    name: '审查岗',
    sortBy: 4,
    orgId: null as string | null,
    people: 2,
    digest: 'seen',
  };
  const sent = answerCalls({
    [`GET ${officeOrganisations.list.path}`]: () => ({ rows: [root, petition] }),
    [`GET ${officePosts.list.path}`]: () => ({
      rows: [{ ...post, orgName: post.orgId === null ? null : '信访局' }],
    }),
    [`GET ${officeGroups.list.path}`]: () => ({ rows: [] }),
    [`GET ${organisations.applications.path}`]: () => ({ rows: [], total: 0 }),
    [`PUT ${path}`]: ({ body }) =>
      (body as { digest: string }).digest === 'newer'
        ? { id: 'p1' }
        : refuseWith(40958, '该岗位已由赵敏于 2026-11-20 10:05 修改'),
  });
  renderPart(<PostsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '修改 审查岗' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '受理审查岗' } });
  post = { ...post, name: '审核岗', orgId: 'xfj', digest: 'newer' };
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('该岗位已由赵敏于 2026-11-20 10:05 修改。');
  expect(alert.textContent).toContain('名称：审查岗 → 审核岗（您也改了这一项');
  expect(alert.textContent).toContain('所属机构：无 → 信访局');
  expect(within(dialog).getByLabelText('名称')).toHaveProperty('value', '受理审查岗');
  await pressAgain(() => within(dialog).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(sent.filter((call) => call.path === path)).toHaveLength(2));
  expect(sent.findLast((call) => call.path === path)?.body).toEqual({
    name: '受理审查岗',
    sortBy: 4,
    orgId: 'xfj',
    digest: 'newer',
  });
});

it('keeps the typed text of an organisation that another person saved first, and shows the other changes', async () => {
  const path = officeOrganisations.change.path.replace(':id', 'xfj');
  let address = '';
  let digest = 'seen';
  const sent = answerCalls({
    [`GET ${officeOrganisations.list.path}`]: () => ({
      rows: [root, { ...petition, address, digest }],
    }),
    [`PUT ${path}`]: ({ body }) =>
      (body as { digest: string }).digest === 'newer'
        ? { id: 'xfj' }
        : refuseWith(40958, '该机构已由赵敏于 2026-11-20 10:05 修改'),
  });
  renderPart(<OrganisationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '信访局' }));
  fireEvent.click(await screen.findByRole('button', { name: '修改' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('电话'), { target: { value: '0571' } });
  [address, digest] = ['新安东路1号', 'newer'];
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('该机构已由赵敏于 2026-11-20 10:05 修改。');
  expect(alert.textContent).toContain('地址：无 → 新安东路1号');
  expect(within(dialog).getByLabelText('电话')).toHaveProperty('value', '0571');
  await pressAgain(() => within(dialog).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(sent.filter((call) => call.path === path)).toHaveLength(2));
  expect(sent.findLast((call) => call.path === path)?.body).toMatchObject({
    address: '新安东路1号',
    phone: '0571',
    digest: 'newer',
  });
});

it('keeps the typed values of a sign-in policy that another person saved first, and shows the other changes', async () => {
  const role = { code: 'leader', name: '领导', runsPortal: false, holders: 1, enrolled: 0 };
  let policy = { passwordWarnDays: 14, obliged: false, digest: 'seen' };
  const sent = answerCalls({
    [`GET ${loginPolicy.show.path}`]: () => ({
      passwordMaxAgeDays: 90,
      passwordWarnDays: policy.passwordWarnDays,
      secondFactorAfterSignOn: false,
      roles: [{ ...role, obliged: policy.obliged }],
      changed: null,
      digest: policy.digest,
    }),
    [`POST ${loginPolicy.effect.path}`]: () => ({ passwordsExpired: 0, factorsMissing: 0 }),
    [`POST ${loginPolicy.save.path}`]: ({ body }) =>
      (body as { digest: string }).digest === 'newer'
        ? {}
        : refuseWith(40958, '该登录策略已由赵敏于 2026-11-20 10:05 修改'),
  });
  const onClose = vi.fn();
  renderPart(<LoginPolicyDialog onClose={onClose} />);
  const days = await screen.findByLabelText('到期前提醒天数');
  fireEvent.change(days, { target: { value: '7' } });
  policy = { passwordWarnDays: 14, obliged: true, digest: 'newer' };
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('必须使用二次验证的角色：无 → 领导');
  expect(days).toHaveProperty('value', '7');
  await pressAgain(() => screen.getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(
    sent.findLast((call) => call.method === 'POST' && call.path === loginPolicy.save.path)?.body,
  ).toMatchObject({
    passwordWarnDays: 7,
    obligedRoles: ['leader'],
    digest: 'newer',
  });
});
