import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type InstallationFigures, installation } from '#contract/installation.ts';
import { session } from '#contract/session.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { InstallationScreen } from './InstallationScreen.tsx';
import { healthyFigures, healthyInstallation } from './test-installation.ts';

afterEach(() => vi.unstubAllGlobals());

const failedJob = {
  id: '77',
  task: 'archive.make',
  tries: 2,
  triesAtMost: 25,
  nextAt: '2026-11-24T07:00:00.000Z',
};
const now = new Date().toISOString();
const database = (change: Partial<NonNullable<InstallationFigures['database']>> = {}) => ({
  ...healthyFigures,
  database: {
    ...(healthyFigures.database as NonNullable<InstallationFigures['database']>),
    lastBackupAt: now,
    verified: { isWhole: true, at: now, acknowledged: 0 },
    ...change,
  },
});
const retryPath = installation.retryJob.path.replace(':id', '77');
const show = (figures: () => unknown) => {
  const calls = answerCalls({
    [`GET ${installation.show.path}`]: () => healthyInstallation,
    [`GET ${installation.figures.path}`]: figures,
    [`POST ${retryPath}`]: () => ({}),
  });
  renderPart(<InstallationScreen />);
  return calls;
};
const card = async (title: string) => {
  const section = (await screen.findByRole('heading', { name: title })).closest('section');
  if (!section) throw new Error(`${title} is no card`);
  return within(section);
};

it('shows that everything is healthy, with the running, waiting and free figures', async () => {
  show(() => database());
  expect(await screen.findByText('运行正常')).toBeDefined();
  expect((await card('运行')).getByText('1 / 20 使用中')).toBeDefined();
  expect((await card('存储')).getByText(/^剩余 745.1 GB，共/)).toBeDefined();
  expect((await card('等待处理')).getByRole('row', { name: '短信 1 3 秒' })).toBeDefined();
  expect((await card('安装')).getByText('未连接')).toBeDefined();
});

it('says that no waiting message is due yet', async () => {
  const sms = { channel: 'sms', label: '短信', waiting: 5, oldest: 0, dead: 0 };
  show(() => database({ outbound: [sms] }));
  expect((await card('等待处理')).getByRole('row', { name: '短信 5 均未到发送时间' })).toBeDefined();
});

it('names the findings, and remains usable while the database does not answer', async () => {
  show(() => ({ ...healthyFigures, isUp: false, database: null }));
  expect((await screen.findByRole('status')).textContent).toBe('有 1 项需要处理');
  const problem = within(screen.getByRole('list', { name: '需要处理' })).getByRole('listitem');
  expect(problem.textContent).toContain('检查 PostgreSQL 是否在运行');
  expect(problem.textContent).toContain('npm run doctor');
  expect((await card('运行')).getByText('没有应答')).toBeDefined();
  expect((await card('等待处理')).getByText('数据库没有应答')).toBeDefined();
});

it('shows that there never was a backup, in its card and at the top, and explains how to make one', async () => {
  show(() => database({ lastBackupAt: null }));
  expect((await screen.findByRole('status')).textContent).toBe('有 1 项需要处理');
  expect((await card('备份与安全')).getByText('从未备份')).toBeDefined();
  expect((await card('备份与安全')).getByText(/npm run backup/)).toBeDefined();
});

it('lists the storage use in plain words, with the total', async () => {
  show(() => database());
  const storage = await card('存储');
  expect(storage.getByRole('row', { name: '办件 95.4 MB' })).toBeDefined();
  expect(storage.getByRole('row', { name: '其余各表 190.7 MB' })).toBeDefined();
  expect(storage.getByRole('row', { name: '合计 286.1 MB' })).toBeDefined();
});

it('retries a failed job at once, after confirmation', async () => {
  const calls = show(() => database({ failed: [failedJob] }));
  fireEvent.click(await screen.findByRole('button', { name: '重试 制作档案包 77' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls.some(({ path }) => path === retryPath)).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: '确认重试' }));
  await waitFor(() => expect(calls.some(({ path }) => path === retryPath)).toBe(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  [
    'links to the audit log of a person with joined duties for users who may read it',
    ['system:operate', 'audit:read'],
    1,
  ],
  ['hides the link to the audit log from other users', ['system:operate'], 0],
])('%s', async (_what, permissions, links) => {
  const joined = [
    { kind: 'person', code: 'tianye', name: '田野', duties: '系统管理、安全审计', objectId: 'staff-tianye' },
  ];
  const calls = answerCalls({
    [`GET ${installation.show.path}`]: () => ({
      ...healthyInstallation,
      access: { ...healthyInstallation.access, joined },
    }),
    [`GET ${installation.figures.path}`]: () => database(),
    [`GET ${session.currentUser.path}`]: () => ({ permissions }),
  });
  const { router } = renderPart(<InstallationScreen />);
  const access = await card('管理权限');
  expect(access.getByText(/田野（tianye）：系统管理、安全审计/)).toBeDefined();
  // By then the permissions of the user are loaded, even if no link is shown.
  await waitFor(() => expect(calls.some(({ path }) => path === session.currentUser.path)).toBe(true));
  await waitFor(() => expect(access.queryAllByRole('link', { name: '田野的审计记录' })).toHaveLength(links));
  if (links === 0) return;
  fireEvent.click(access.getByRole('link', { name: '田野的审计记录' }));
  expect(router.state.location).toMatchObject({
    pathname: '/business/audit',
    search: '?objectId=staff-tianye&startDate=',
  });
});

it('shows a failure with a way to retry', async () => {
  show(() => refuseWith(403, '无权执行此操作'));
  expect(await screen.findByText('无权执行此操作')).toBeDefined();
});
