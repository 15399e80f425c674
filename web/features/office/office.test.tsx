import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { officeOrganisations, organisationSheet } from '#contract/office-organisations.ts';
import type { SheetPreview } from '#contract/sheet-imports.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { OrganisationsScreen } from './OrganisationsScreen.tsx';
import { matchingRows } from './OrganisationTree.tsx';
import { listOf, organisation, root } from './test-organisations.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const petition = organisation('xfj', '信访局', '10002', { people: 6 });
const housing = organisation('zjj', '住建局', '10002', { sortBy: 2, people: 3 });

describe('organisation tree', () => {
  it('explains the first step when there is only the root', async () => {
    answerCalls(listOf(root));
    renderPart(<OrganisationsScreen />);
    expect(await screen.findByText('还没有其他机构')).toBeDefined();
    expect(screen.getByRole('button', { name: '修改本单位' })).toBeDefined();
    // The root cannot be moved, disabled or deleted.
    expect(screen.queryByRole('button', { name: '更多' })).toBeNull();
  });

  it('shows the people of an organisation next to its sub-organisations, with a link to all', async () => {
    const requests = answerCalls({
      ...listOf(root, petition),
      [`GET ${accounts.list.path}`]: () => ({
        total: 30,
        rows: [
          {
            id: 's1',
            account: 'lina',
            name: '李娜',
            title: '来访接待员',
            orgName: '信访局',
            departmentName: '办信科',
            roles: [],
            disabled: false,
            locked: true,
            mustChangePassword: false,
            withoutPassword: false,
            lastSignInAt: null,
            can: [],
          },
        ],
      }),
    });
    renderPart(<OrganisationsScreen />);
    fireEvent.click(await screen.findByRole('tab', { name: /^人员/ }));
    const row = await screen.findByRole('row', { name: /李娜/ });
    expect(row.textContent).toBe('李娜lina办信科来访接待员已锁定');
    expect(screen.getByRole('link', { name: '在“账号”中查看全部 30 人' }).getAttribute('href')).toBe(
      '/business/accounts?orgId=10002',
    );
    expect(requests.some(({ path }) => path.startsWith(accounts.list.path))).toBe(true);
  });

  it('counts people including lower levels, and reorders siblings by 上移 and 下移', async () => {
    const path = officeOrganisations.move.path.replace(':id', 'zjj');
    const calls = answerCalls({
      ...listOf(root, petition, housing),
      [`POST ${path}`]: () => ({ id: 'zjj' }),
    });
    renderPart(<OrganisationsScreen />);
    expect(await screen.findByText('0 人，含下级 9 人')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '住建局' }));
    fireEvent.click(screen.getByRole('button', { name: '更多' }));
    // The last sibling cannot be moved further down.
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '上移',
      '移到…',
      '停用',
      '删除',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: '上移' }));
    await waitFor(() => expect(calls.some((call) => call.path === path)).toBe(true));
    expect(calls.find((call) => call.path === path)?.body).toEqual({ parentId: '10002', before: 'xfj' });
  });

  it('asks before 停用, and shows what is still in use', async () => {
    const uses = [{ what: '件办件', count: 12 }];
    let currentUses = [{ what: '名在职人员', count: 8, isPeople: true }];
    const path = officeOrganisations.disable.path.replace(':id', 'zjj');
    const calls = answerCalls({
      ...listOf(root, petition, housing),
      [`GET ${officeOrganisations.uses.path.replace(':id', 'zjj')}`]: () => ({ uses, currentUses }),
      [`POST ${path}`]: () => ({ id: 'zjj' }),
    });
    renderPart(<OrganisationsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '住建局' }));
    const choose = async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: '更多' }));
      fireEvent.click(screen.getByRole('menuitem', { name }));
      return await screen.findByRole('dialog');
    };
    await choose('停用');
    expect(await screen.findByText('仍在使用：8 名在职人员。')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^关\s*闭$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('删除');
    expect(await screen.findByText(/^停用机构之前，先移走或停用在职人员和下级/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^关\s*闭$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    currentUses = [];
    const dialog = await choose('停用');
    expect(await within(dialog).findByText(/可以再启用/)).toBeDefined();
    expect(calls.some((call) => call.path === path)).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: '确认停用机构' }));
    expect(await screen.findByText('已停用机构“住建局”')).toBeDefined();
  });

  it('shows the server’s problem at its field', async () => {
    answerCalls({
      ...listOf(root, petition),
      [`POST ${officeOrganisations.create.path}`]: () =>
        refuseWith(400, '请检查并完善以下信息', [{ field: 'code', message: '已有编码为“xfj”的机构' }]),
    });
    renderPart(<OrganisationsScreen />);
    await screen.findByRole('tree');
    fireEvent.click(screen.getByRole('button', { name: '新建机构' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '信访局' } });
    fireEvent.change(within(dialog).getByLabelText('编码'), { target: { value: 'xfj' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
    expect(await within(dialog).findByText('已有编码为“xfj”的机构')).toBeDefined();
  });

  it('finds organisations by name or code, with their parents', () => {
    const desk = organisation('xfj-desk', '办信科', 'xfj', { level: 3 });
    const rows = [root, petition, housing, desk];
    const found = (keyword: string) =>
      matchingRows(rows, keyword, (name) => findsName(keyword, name)).map(({ id }) => id);
    expect(found('办信')).toEqual(['10002', 'xfj', 'xfj-desk']);
    expect(found('zjj')).toEqual(['10002', 'zjj']);
    expect(found('没有')).toEqual([]);
  });
});

const onePreview: SheetPreview = {
  digest: 'd1',
  added: 1,
  changed: 0,
  same: 0,
  wrong: 0,
  rows: [{ row: 2, kind: 'added', key: 'new', fields: [{ title: '机构名称', was: '', now: '新局' }] }],
  problems: [],
  warnings: [],
};

describe('spreadsheet import', () => {
  const preview: SheetPreview = {
    digest: 'd1',
    added: 1,
    changed: 1,
    same: 0,
    wrong: 0,
    rows: [
      {
        row: 2,
        kind: 'added',
        key: 'new',
        name: '新局',
        fields: [
          { title: '机构编码', was: '', now: 'new', isKey: true },
          { title: '机构名称', was: '', now: '新局' },
          {
            title: '上级机构编码',
            was: '',
            now: 'xfj',
            names: { title: '上级机构', was: '', now: '信访工作局' },
          },
        ],
      },
      {
        row: 3,
        kind: 'changed',
        key: 'xfj',
        name: '信访工作局',
        fields: [{ title: '机构名称', was: '信访局', now: '信访工作局' }],
      },
    ],
    warnings: ['导入后有 2 件待办将无人可办。'],
    problems: [],
  };
  const file = (name = '机构.xlsx') => new File(['PK'], name);
  const choose = async (newFile: File) => {
    fireEvent.click(await screen.findByRole('button', { name: '导入机构' }));
    fireEvent.change(await screen.findByTestId('sheet-chooser'), { target: { files: [newFile] } });
  };

  it('previews the changes and imports exactly what was previewed', async () => {
    const calls = answerCalls({
      ...listOf(root, petition),
      [`POST ${organisationSheet.preview.path}`]: () => preview,
      [`POST ${organisationSheet.apply.path}`]: () => ({ added: 1, changed: 1 }),
    });
    renderPart(<OrganisationsScreen />);
    await choose(file());
    expect(await screen.findByText('没有问题。确认后一次全部导入；表中没有的保持原样。')).toBeDefined();
    // Names are shown in place of codes, unless the person has enabled codes.
    expect(screen.getByRole('row', { name: /^第 2 行/ }).textContent).toBe(
      '第 2 行新局机构名称新局上级机构信访工作局',
    );
    fireEvent.click(screen.getByText('修改 1'));
    expect(await screen.findByRole('row', { name: /^第 3 行 信访工作局/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '确认导入（新增 1 条，修改 1 条）' }));
    await waitFor(() => expect(calls.some(({ path }) => path === organisationSheet.apply.path)).toBe(true));
    const body = calls.find(({ path }) => path === organisationSheet.apply.path)?.body;
    expect(body).toEqual({ file: btoa('PK'), digest: 'd1' });
  });

  it('refuses the import when there is one problem, and closing then loses nothing', async () => {
    answerCalls({
      ...listOf(root, petition),
      [`POST ${organisationSheet.preview.path}`]: () => ({
        ...preview,
        added: 0,
        changed: 0,
        rows: [],
        wrong: 1,
        problems: [{ row: 4, column: '机构编码', message: '不能为空' }],
      }),
    });
    renderPart(<OrganisationsScreen />);
    await choose(file());
    expect(await screen.findByRole('cell', { name: '不能为空' })).toBeDefined();
    expect(screen.getByRole('rowheader', { name: '第 4 行' })).toBeDefined();
    expect(screen.getByRole('button', { name: '确认导入' })).toHaveProperty('disabled', true);
  });

  it('asks before a preview is lost, and refuses another file type without a call to the server', async () => {
    const calls = answerCalls({
      ...listOf(root, petition),
      [`POST ${organisationSheet.preview.path}`]: () => preview,
    });
    renderPart(<OrganisationsScreen />);
    await choose(file('机构.xls'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/请选择 \.xlsx 工作簿/);
    expect(calls.some(({ path }) => path === organisationSheet.preview.path)).toBe(false);
    fireEvent.change(screen.getByTestId('sheet-chooser'), { target: { files: [file()] } });
    await screen.findByText('没有问题。确认后一次全部导入；表中没有的保持原样。');
    fireEvent.click(screen.getByRole('button', { name: /取\s*消/ }));
    expect(await screen.findByText('预览的内容尚未导入，关闭后需重新选择文件。')).toBeDefined();
  });
});

describe('spreadsheet import with a broken connection', () => {
  it('is kept with its preview, and can be retried', async () => {
    let isBroken = false;
    const calls = answerCalls({
      ...listOf(root, petition),
      [`POST ${organisationSheet.preview.path}`]: () =>
        isBroken ? refuseWith(503, '系统繁忙，请稍后再试') : onePreview,
      [`POST ${organisationSheet.apply.path}`]: () =>
        isBroken ? refuseWith(503, '系统繁忙，请稍后再试') : { added: 1, changed: 0 },
    });
    renderPart(<OrganisationsScreen />);
    fireEvent.click(await screen.findByRole('button', { name: '导入机构' }));
    const file = new File(['PK'], '机构.xlsx');
    fireEvent.change(await screen.findByTestId('sheet-chooser'), { target: { files: [file] } });
    const confirm = await screen.findByRole('button', { name: '确认导入（新增 1 条）' });
    isBroken = true;
    fireEvent.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe('系统繁忙，请稍后再试');
    isBroken = false;
    await pressAgain(() => screen.getByRole('button', { name: /确认导入（新增 1 条）$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ path }) => path === organisationSheet.apply.path)).toHaveLength(2);
  });
});
