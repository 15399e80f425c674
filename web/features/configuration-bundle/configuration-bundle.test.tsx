import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BundlePartPreview, configurationBundle } from '#contract/configuration-bundle.ts';
import { session } from '#contract/session.ts';
import { Permission } from '#domain/access/actor.ts';
import { answerCalls, refuseWith, renderPart, type SentCall } from '../work-orders/test-screen.tsx';
import { ConfigurationBundleScreen } from './ConfigurationBundleScreen.tsx';
import type { BundlePreview } from './use-bundle.ts';

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:package', revokeObjectURL: vi.fn() }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const me = {
  [`GET ${session.currentUser.path}`]: () => ({
    permissions: [Permission.publishForm, Permission.publishItem],
  }),
};
const part = (fields: Partial<BundlePartPreview>): BundlePartPreview => ({
  part: 'forms',
  title: '表单',
  allowed: true,
  by: '配置管理员',
  compared: true,
  notes: [],
  rows: 2,
  added: 1,
  changed: 1,
  same: 0,
  changes: [],
  ...fields,
});
const preview = (fields: Partial<BundlePreview> = {}): BundlePreview => ({
  digest: 'digest-1',
  source: {
    office: '青溪县政务服务局',
    signer: 'AB12 CD34',
    at: '2026-11-20T02:00:00.000Z',
    version: '1.0.0',
    isOwn: false,
    isKnown: true,
  },
  parts: [
    part({
      changes: [
        { kind: 'added', key: 'opinion', name: '意见登记表', fields: [] },
        {
          kind: 'changed',
          key: 'letter',
          name: '来信登记表',
          fields: [{ title: '字段', was: '', now: '诉求' }],
        },
      ],
    }),
    part({
      part: 'roles',
      title: '角色',
      allowed: false,
      by: '安全管理员',
      compared: false,
      added: 0,
      changed: 0,
    }),
  ],
  wrong: 0,
  problems: [],
  ...fields,
});

const choose = async (name = '办公配置包.zip') =>
  fireEvent.change(await screen.findByLabelText('选择或拖入办公配置包'), {
    target: { files: [new File(['PK'], name)] },
  });
const show = (previews: BundlePreview, answer: unknown = { added: 1, changed: 1 }): SentCall[] => {
  const calls = answerCalls({
    ...me,
    [`POST ${configurationBundle.preview.path}`]: () => previews,
    [`POST ${configurationBundle.apply.path}`]: () => answer,
  });
  renderPart(<ConfigurationBundleScreen />);
  return calls;
};
const bodyOf = (calls: SentCall[], path: string) => calls.filter((call) => call.path === path).at(-1)?.body;
const importBundle = () => screen.findByRole('button', { name: '导入' });

it('exports the selected parts, and shows the fingerprint that the other office will compare', async () => {
  const calls = answerCalls({
    ...me,
    [`GET ${configurationBundle.exportBundle.path}`]: () => ({
      fileName: '办公配置包.zip',
      file: btoa('PK'),
      signer: 'AB12',
    }),
  });
  renderPart(<ConfigurationBundleScreen />);
  fireEvent.click(await screen.findByRole('checkbox', { name: '全部内容' }));
  expect(screen.getByRole('button', { name: '导出配置包' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: '流程' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '表单' }));
  fireEvent.click(screen.getByRole('button', { name: '导出配置包' }));
  expect(await screen.findByText('AB12')).toBeDefined();
  expect(calls.at(-1)?.query.get('parts')).toBe('forms,processes');
});

it('previews the changes and who imports the rest, and imports what was previewed', async () => {
  const calls = show(preview());
  await choose();
  expect(await screen.findByText('由安全管理员导入同一个文件')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: '导入角色' })).toHaveProperty('disabled', true);
  expect(screen.getByText('意见登记表')).toBeDefined();
  expect(screen.getByText('诉求')).toBeDefined();
  fireEvent.click(await importBundle());
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^表单新增 1、修改 1，一次全部导入/)).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '确认导入' }));
  // Names the role that must import other parts of the same file.
  expect(
    await screen.findByText(
      '已导入“办公配置包.zip”：新增 1 项，修改 1 项。接下来用同一个文件导入：角色由安全管理员。',
    ),
  ).toBeDefined();
  expect(bodyOf(calls, configurationBundle.apply.path)).toEqual({
    file: 'UEs=',
    parts: ['forms'],
    digest: 'digest-1',
  });
});

it('requires the fingerprint of an unknown signer to be compared before the import', async () => {
  const previews = preview();
  const calls = show({ ...previews, source: { ...previews.source, isKnown: false } });
  await choose();
  expect(await importBundle()).toHaveProperty('disabled', true);
  expect(screen.getByText('请先与对方核对签名指纹，并在上面勾选')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: '已与对方核对，指纹一致' }));
  fireEvent.click(await importBundle());
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确认导入' }));
  await screen.findByText(/^已导入/);
  expect(bodyOf(calls, configurationBundle.apply.path)).toMatchObject({ signer: 'AB12 CD34' });
});

it('shows all problems, and previews again when a part is left out', async () => {
  const documents = part({ part: 'documents', title: '文书模板', rows: 1, added: 1, changed: 0 });
  const previews = preview({
    parts: [...preview().parts, documents],
    wrong: 1,
    problems: [{ part: 'documents', name: '答复书', message: '没有字段“letter.gone”' }],
  });
  const calls = show(previews);
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('文书模板“答复书”：没有字段“letter.gone”');
  expect(await importBundle()).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: '导入文书模板' }));
  await waitFor(() =>
    expect(bodyOf(calls, configurationBundle.preview.path)).toMatchObject({ parts: ['forms'] }),
  );
});

it('rejects a file that is no bundle, and shows the server’s message for a changed file', async () => {
  answerCalls({
    ...me,
    [`POST ${configurationBundle.preview.path}`]: () =>
      refuseWith(400, '请检查并完善以下信息', [{ field: 'file', message: '文件导出后被改动过' }]),
  });
  renderPart(<ConfigurationBundleScreen />);
  await choose('机构.xlsx');
  expect((await screen.findByRole('alert')).textContent).toBe(
    '机构.xlsx：请选择从“办公配置包”导出的 .zip 文件',
  );
  await choose();
  expect(await screen.findByText('办公配置包.zip：文件导出后被改动过')).toBeDefined();
});

it('previews again when another person has changed the configuration meanwhile', async () => {
  const calls = show(preview(), refuseWith(40917, '数据已变动，请重新预览'));
  await choose();
  fireEvent.click(await importBundle());
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确认导入' }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === configurationBundle.preview.path)).toHaveLength(2),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('announces before the import that it renames the office', async () => {
  const renamed = '本单位的名称将由“青溪县信访局”改为“淳安县人民政府”';
  show(preview({ parts: [part({ part: 'organisations', title: '机构', notes: [renamed] })] }));
  await choose();
  fireEvent.click(await importBundle());
  expect(within(await screen.findByRole('dialog')).getByText(renamed)).toBeDefined();
});

it('shows first the parts that other administrators import, then the problems by their cause', async () => {
  const posts = part({ part: 'posts', title: '岗位', allowed: false, by: '系统管理员', compared: false });
  const noPost = {
    part: 'processes' as const,
    name: '来信',
    message: '没有编码为“sign”的岗位',
    missing: 'position' as const,
  };
  const problems = [
    { part: 'processes' as const, name: '来信', message: '流程没有结束' },
    ...Array.from({ length: 3 }, () => noPost),
    ...Array.from({ length: 22 }, (_, index) => ({ ...noPost, message: `没有编码为“sign-${index}”的岗位` })),
  ];
  show(preview({ parts: [posts, part({ part: 'processes', title: '流程' })], wrong: 26, problems }));
  await choose();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getAllByRole('listitem')[0]?.textContent).toBe('由系统管理员用同一个文件导入岗位。');
  const causes = [...alert.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(causes).toEqual([
    '缺少岗位（25 处），先由系统管理员导入',
    '其余 3 条',
    '流程的内容不符合要求（1 处）',
  ]);
  expect(alert.textContent).toContain('流程“来信”：没有编码为“sign”的岗位 ×3');
  expect(within(alert).getAllByText('流程“来信”：没有编码为“sign”的岗位')).toHaveLength(1);
});

it('keeps the preview when the connection breaks', async () => {
  const documents = part({ part: 'documents', title: '文书模板' });
  let requests = 0;
  answerCalls({
    ...me,
    [`POST ${configurationBundle.preview.path}`]: () => {
      requests += 1;
      return requests === 1
        ? preview({ parts: [...preview().parts, documents] })
        : refuseWith(503, '系统繁忙，请稍后再试');
    },
  });
  renderPart(<ConfigurationBundleScreen />);
  await choose();
  const checkbox = await screen.findByRole('checkbox', { name: '导入文书模板' });
  fireEvent.click(checkbox);
  // The checkbox changes at once, before the preview arrives.
  expect(checkbox).toHaveProperty('checked', false);
  expect(await screen.findByText('办公配置包.zip：系统繁忙，请稍后再试')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: '导入文书模板' })).toBeDefined();
});
