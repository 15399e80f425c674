import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archive } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { type ArchiveHandOver, archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { AppraisalDialog } from './AppraisalDialog.tsx';
import { ArchiveCatalogue } from './ArchiveCatalogue.tsx';
import { ArchiveEntryDialog } from './ArchiveEntryDialog.tsx';
import { ArchiveSettingsDialog } from './ArchiveSettingsDialog.tsx';
import { retainedUntilText, stateOf } from './archive-texts.ts';
import { HandOverMutationDialog } from './HandOverMutationDialog.tsx';
import { PrepareHandOverDialog } from './PrepareHandOverDialog.tsx';
import { RetrievalDialog } from './RetrievalDialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const id = '018f0000-0000-7000-8000-000000000001';
const path = (endpoint: { path: string }) => endpoint.path.replace(':id', id);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('the label of an archive entry shows an error before a completed state', () => {
  const handOver = { id, number: 'YJ2026-0001', state: 'done' } as const;
  const create = (change: object) => stateOf({ state: 'kept', found: null, handOver: null, ...change });
  expect(create({}).label).toBe('已归档');
  expect(create({ handOver }).label).toBe('已移交');
  expect(create({ handOver, found: 'missing' })).toEqual({ label: '文件缺失', tone: 'error' });
  expect(create({ state: 'failed', handOver }).label).toBe('归档失败');
  expect(create({ state: 'running', handOver }).label).toBe('归档中');
  expect(retainedUntilText({ period: 'Y', keptUntil: null })).toBe('永久');
  expect(retainedUntilText({ period: null, keptUntil: null })).toBe('—');
});

it('the catalogue shows titles and items in two lines rather than cut', async () => {
  const entry = {
    ...{ id, number: 'J068-BJ·2026-D30-0001', code: '2026000001', year: 2026, state: 'kept', found: null },
    ...{ title: '反映茶合村征迁安置房逾期未交付', itemName: '建设工程规划许可', handOver: null, version: 1 },
    ...{
      period: 'D30',
      concludedOn: '2026-11-20',
      keptUntil: '2056-12-31',
      files: 3,
      size: 1,
      orgName: '局',
    },
  };
  const figures = { all: 1, failed: 0, broken: 0, expired: 0, doomed: 0, proposals: 0, waiting: 0 };
  answerCalls({
    [`GET ${archive.figures.path}`]: () => ({ ...figures, canManage: false }),
    [`GET ${archive.page.path}`]: () => ({ rows: [entry], total: 1 }),
  });
  renderPart(<ArchiveCatalogue />);
  for (const text of [entry.title, entry.itemName]) {
    expect((await screen.findByText(text)).className).toContain('twoLines');
  }
});

it.each([
  ['shows what is to be done with expired entries', 1],
  ['asks nothing where no entry has expired', 0],
])('the catalogue %s', async (_what, expired) => {
  const figures = { all: 1, failed: 0, broken: 0, expired, doomed: 0, proposals: 0, waiting: 0 };
  answerCalls({
    [`GET ${archive.figures.path}`]: () => ({ ...figures, canManage: false }),
    [`GET ${archive.page.path}`]: () => ({ rows: [], total: 0 }),
  });
  renderPart(<ArchiveCatalogue />);
  fireEvent.click(await screen.findByRole('tab', { name: new RegExp(`到期鉴定 ?${expired}`) }));
  await screen.findByText('没有到期的档案');
  expect(screen.queryAllByText(/请勾选后鉴定/)).toHaveLength(expired);
});

it('viewing a package requires a purpose, and sends nothing without it', async () => {
  const calls = answerCalls({ [`POST ${path(archive.openPage)}`]: () => ({ html: '<h1>来信</h1>' }) });
  const [onPreview, onClose] = [vi.fn(), vi.fn()];
  renderPart(<RetrievalDialog access={{ kind: 'look', id }} onPreview={onPreview} onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: '登记并查阅' }));
  expect(await screen.findByText('请填写利用目的')).toBeTruthy();
  expect(calls).toEqual([]);
  type('利用目的', ' 复查 ');
  fireEvent.click(screen.getByRole('button', { name: '登记并查阅' }));
  await waitFor(() => expect(onPreview).toHaveBeenCalledWith('<h1>来信</h1>'));
  expect(calls.map(({ body }) => body)).toEqual([{ purpose: '复查' }]);
  expect(onClose).toHaveBeenCalled();
});

it('keeps the typed purpose when a damaged package is refused', async () => {
  answerCalls({
    [`POST ${path(archive.requestDownload)}`]: () => refuseWith(40951, '档案包内容已变动或缺失'),
  });
  const onClose = vi.fn();
  renderPart(
    <RetrievalDialog access={{ kind: 'download', id, version: 2 }} onPreview={vi.fn()} onClose={onClose} />,
  );
  type('利用目的', '复查');
  fireEvent.click(screen.getByRole('button', { name: '登记并下载' }));
  expect(await screen.findByText(/档案包内容已变动或缺失/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('利用目的')).toHaveProperty('value', '复查');
});

it('enables saving a line of the archive settings only when it is changed and valid', async () => {
  const row = { orgId: 'o1', orgName: '信访局', code: 'J068', name: '信访局' };
  const item = { taskCode: 't', itemName: '来信', period: 'D30', department: 'BJ', isStanding: true };
  const calls = answerCalls({
    [`GET ${archive.settings.path}`]: () => ({ fonds: [row], items: [item] }),
    [`POST ${archive.saveFonds.path}`]: () => row,
    [`POST ${archive.saveItem.path}`]: () => item,
  });
  renderPart(<ArchiveSettingsDialog onClose={vi.fn()} />);
  const save = await screen.findByRole('button', { name: '保存信访局的全宗号' });
  expect(save).toHaveProperty('disabled', true);
  type('信访局的全宗号', 'J-1');
  expect(save).toHaveProperty('disabled', true);
  type('信访局的全宗号', 'J069');
  fireEvent.click(save);
  // Default values can be saved unchanged.
  fireEvent.click(screen.getByRole('button', { name: '保存来信的保管期限' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { orgId: 'o1', code: 'J069', name: '信访局' },
    { taskCode: 't', period: 'D30', department: 'BJ' },
  ]);
});

it('asks before changed lines of the archive settings are lost, but not about saved lines', async () => {
  let code = 'J068';
  answerCalls({
    [`GET ${archive.settings.path}`]: () => ({
      fonds: [{ orgId: 'o1', orgName: '信访局', code, name: '信访局' }],
      items: [{ taskCode: 't', itemName: '来信', period: 'D30', department: 'BJ', isStanding: true }],
    }),
    [`POST ${archive.saveFonds.path}`]: () => {
      code = 'J069';
      return { orgId: 'o1', orgName: '信访局', code, name: '信访局' };
    },
  });
  const onClose = vi.fn();
  renderPart(<ArchiveSettingsDialog onClose={onClose} />);
  const close = () => fireEvent.click(screen.getAllByRole('button', { name: /^关 ?闭$/ }).at(-1) as Element);
  await screen.findByRole('button', { name: '保存信访局的全宗号' });
  type('信访局的全宗号', 'J069');
  close();
  expect(await screen.findByText('有未保存的内容')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '继续填写' }));
  fireEvent.click(screen.getByRole('button', { name: '保存信访局的全宗号' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '保存信访局的全宗号' })).toHaveProperty('disabled', true),
  );
  close();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('names the entries under appraisal, asks before a typed reason is lost, and reports completion', async () => {
  const calls = answerCalls({ [`POST ${archiveDestructions.appraise.path}`]: () => ({ appraised: 2 }) });
  const onDone = vi.fn();
  const onClose = vi.fn();
  const entries = ['0001', '0002'].map((number) => ({ id: number, number, title: '来信', handOver: null }));
  renderPart(<AppraisalDialog entries={entries as never} onDone={onDone} onClose={onClose} />);
  expect(screen.getByText('已选 2 件：0001、0002')).toBeTruthy();
  type('鉴定理由', '涉及诉讼');
  fireEvent.click(screen.getByRole('button', { name: /^取\s*消$/ }));
  expect(await screen.findByText('有未保存的内容')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '继续填写' }));
  fireEvent.click(screen.getByRole('button', { name: '登记鉴定意见' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.map(({ body }) => body)).toMatchObject([{ ids: ['0001', '0002'], outcome: 'keep' }]);
});

it('does not ask about a line that differs from the saved value only in spaces and capitals', async () => {
  answerCalls({
    [`GET ${archive.settings.path}`]: () => ({
      fonds: [{ orgId: 'o1', orgName: '信访局', code: 'J068', name: '信访局' }],
      items: [],
    }),
  });
  const onClose = vi.fn();
  renderPart(<ArchiveSettingsDialog onClose={onClose} />);
  await screen.findByRole('button', { name: '保存信访局的全宗号' });
  type('信访局的全宗号', 'j068 ');
  type('信访局的全宗名称', '信访局 ');
  fireEvent.click(screen.getAllByRole('button', { name: /^关 ?闭$/ }).at(-1) as Element);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('compiles an archive transfer of the query result for a named archive', async () => {
  const calls = answerCalls({ [`POST ${archiveHandOvers.prepare.path}`]: () => handOver });
  const selection = { count: 41, filters: { year: '2026' } };
  renderPart(<PrepareHandOverDialog selection={selection} onDone={vi.fn()} onClose={vi.fn()} />);
  expect(screen.getByText(/^当前查询的 41 件/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '编制移交清单' }));
  expect(await screen.findByText('请填写接收单位')).toBeTruthy();
  type('接收单位', '县档案馆');
  fireEvent.click(screen.getByRole('button', { name: '编制移交清单' }));
  expect(await screen.findByText('另一个页面')).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([
    { receiver: '县档案馆', note: '', filters: { year: '2026' } },
  ]);
});

const handOver: ArchiveHandOver = {
  id,
  number: 'YJ2026-0001',
  receiver: '县档案馆',
  note: '',
  state: 'prepared',
  packages: 41,
  size: 1_000,
  madeAt: new Date(Date.now() - 86_400_000).toISOString(),
  madeBy: '方宁',
  handedOn: null,
  receivedBy: '',
};

it('registers an archive transfer with its day and recipient', async () => {
  const calls = answerCalls({ [`POST ${path(archiveHandOvers.confirm)}`]: () => handOver });
  const onClose = vi.fn();
  renderPart(<HandOverMutationDialog mutation={{ kind: 'confirm', row: handOver }} onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: '确认移交' }));
  expect(await screen.findByText('请填写接收人')).toBeTruthy();
  // Invisible characters do not count as a name.
  type('接收人', '\u200b');
  fireEvent.click(screen.getByRole('button', { name: '确认移交' }));
  expect(calls).toEqual([]);
  type('接收人', '周敏');
  fireEvent.click(screen.getByRole('button', { name: '确认移交' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls[0]?.body).toMatchObject({
    receivedBy: '周敏',
    handedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

it('shows for each version in which archive transfer it was included', async () => {
  const create = (version: number, handOver: object | null) => ({
    version,
    size: 1,
    sha256: 'ab',
    madeAt: '2026-11-20T02:00:00.000Z',
    files: 0,
    found: null,
    checkedAt: null,
    handOver,
    parts: [],
  });
  const packages = [create(2, null), create(1, { id, number: 'YJ2026-0001', state: 'done' })];
  answerCalls({
    [`GET ${path(archive.detail)}`]: () => ({
      ...{ id, number: 'J068-WS·2026-D30-LX-0001', code: '1', title: '来信', itemName: '群众来信办理' },
      ...{
        orgName: '信访局',
        concludedOn: '2026-11-20',
        period: 'Y',
        keptUntil: null,
        state: 'kept',
        reason: '',
      },
      ...{ version: 2, found: null, checkedAt: null, handOver: null, packages, retrievals: [] },
    }),
  });
  renderPart(<ArchiveEntryDialog id={id} canManage onClose={vi.fn()} />);
  const heading = await screen.findByRole('heading', { name: /第 1 版/ });
  expect(heading.parentElement?.textContent).toContain('移交批次 YJ2026-0001');
  expect(screen.getByRole('heading', { name: /第 2 版/ }).parentElement?.textContent).not.toContain(
    '移交批次',
  );
});
