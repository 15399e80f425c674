import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { newForm } from '#domain/forms/editing.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormEditor } from './FormEditor.tsx';

/** 表单, as the configuration administrator edits it (decision 0171). */

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const returnPath = { back: () => undefined, crumbs: [] };

async function choose(name: string, option: string) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name }));
  fireEvent.click(await screen.findByText(option, { selector: '[class*=option-content]' }));
}

describe('form editor', () => {
  it('asks before deleting a field with content, and links each problem to its field', async () => {
    answerCalls({});
    const form = newForm('stall', '占道经营申请表');
    renderPart(
      <FormEditor current={form} over={0} versions={[]} returnPath={returnPath} onLoad={() => undefined} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '添加字段' }));
    fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '面积' } });
    fireEvent.click(screen.getByRole('button', { name: '删除 面积' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: /^取 ?消$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: '删除 面积' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '第 1 项（未命名）：缺少字段名称' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-title'));
  });

  it('names what uses a field before it is deleted', async () => {
    const uses = ['事项“群众来信办理”的办件标题'];
    answerCalls({
      [`GET ${forms.uses.path}`]: () => ({ rows: [{ field: 'field1', title: '来信标题', uses }] }),
    });
    const form = newForm('letter', '来信登记表');
    const fields = ['来信标题', '来信内容'].map((title, index) => ({
      ...form.schema.fields[0],
      id: `field${index + 1}`,
      title,
      'x-component': 'single-line',
    }));
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields } }}
        over={1}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const textOf = async (name: string) => {
      fireEvent.click(await screen.findByRole('button', { name: `删除 ${name}` }));
      const dialog = await screen.findByRole('dialog');
      const text = dialog.textContent;
      fireEvent.click(within(dialog).getByRole('button', { name: /^取 ?消$/ }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return text;
    };
    await waitFor(async () => expect(await textOf('来信标题')).toContain(`仍用于${uses[0]}`));
    expect(await textOf('来信内容')).not.toContain('仍用于');
  });

  it('lets a field use a rule of the library, with the fields whose values it gets (S2 §8)', async () => {
    const params = [
      { dataKey: 'area', name: '占道面积', paramType: 'number' },
      { dataKey: 'days', name: '占道天数', paramType: 'number' },
    ];
    const rows = [{ code: 'street-area', name: '面积不超过标准', params }];
    answerCalls({ [`GET ${ruleLibrary.usable.path}`]: () => ({ rows }) });
    const form = newForm('stall', '占道经营申请表');
    const numberField = (id: string, title: string) => ({ id, title, 'x-component': 'number' });
    const fields = [
      numberField('area', '面积'),
      numberField('field2', '天数'),
      {
        id: 'phone',
        title: '电话',
        'x-component': 'single-line',
        'x-secret': true,
        'x-secret-rule': 'mobile',
      },
    ];
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '添加规则' }));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '规则 1' }));
    fireEvent.click(await screen.findByText('面积不超过标准', { selector: '[class*=option-content]' }));
    const isProblem = (name: RegExp) => screen.queryByRole('button', { name });
    const missing = /规则“street-area”的参数没有对应的字段/;
    await waitFor(() => expect(isProblem(missing)).not.toBeNull());
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '规则 1 的“占道天数”取自' }));
    expect(screen.queryByTitle('电话')).toBeNull();
    fireEvent.click(await screen.findByText('天数', { selector: '[class*=option-content]' }));
    await waitFor(() => expect(isProblem(missing)).toBeNull());
    const use = { rule: 'process', code: 'street-area', fields: { area: 'area', days: 'field2' } };
    await waitFor(() => {
      const stored = Object.values(localStorage).find((text: string) => text.includes('street-area'));
      expect(JSON.parse(stored ?? '{}').content.schema.fields[0].rules).toEqual([use]);
    });
    fireEvent.click(screen.getByRole('button', { name: '删除规则 1' }));
    expect(screen.queryByRole('combobox', { name: '规则 1' })).toBeNull();
  });

  it('names the linkage that depends on a field, and deletes it with the field', async () => {
    answerCalls({});
    const form = newForm('letter', '来信登记表');
    const linkage = [
      { when: { field: 'channel', is: 'equals' as const, value: '其他' }, effects: ['show' as const] },
    ];
    const fields = [
      { id: 'channel', title: '信访形式', 'x-component': 'single-line' },
      { id: 'note', title: '其他形式说明', 'x-component': 'single-line', linkage },
    ];
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '删除 信访形式' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('“其他形式说明”的联动取决于本字段，随本字段一并删除。');
    fireEvent.click(within(dialog).getByRole('button', { name: '确认删除' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除 信访形式' })).toBeNull());
    expect(screen.queryByText(/不存在的字段/)).toBeNull();
  });

  it('hints at a field that has the name of an earlier one', async () => {
    answerCalls({});
    const form = newForm('letter', '来信登记表');
    const fields = ['甲', '乙'].map((id) => ({ id, title: '姓名', 'x-component': 'single-line' }));
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const hint = '第 2 项“姓名”：与前面的一项同名，填写和查询时难以区分';
    fireEvent.click(await screen.findByRole('button', { name: hint }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-title'));
  });

  it('adds a field below the selected one, and moves a field behind any other', async () => {
    answerCalls({});
    const form = newForm('letter', '来信登记表');
    const fields = ['甲', '乙', '丙'].map((title) => ({ id: title, title, 'x-component': 'single-line' }));
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const list = await screen.findByRole('region', { name: '字段' });
    const names = () =>
      within(list)
        .getAllByRole('button', { name: /^删除 / })
        .map((button) => button.ariaLabel ?? button.getAttribute('aria-label'));
    fireEvent.click(screen.getByRole('button', { name: '添加字段' }));
    expect(names()).toEqual(['删除 甲', '删除 （未命名）', '删除 乙', '删除 丙']);
    fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '新' } });
    const move = async (to: string) => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: '位置' }));
      fireEvent.click((await screen.findAllByTitle(to)).at(-1) as HTMLElement);
    };
    await move('“丙”之后');
    expect(names()).toEqual(['删除 甲', '删除 乙', '删除 丙', '删除 新']);
    expect(screen.getByRole('textbox', { name: '名称' })).toHaveProperty('value', '新');
    await move('最前');
    expect(names()).toEqual(['删除 新', '删除 甲', '删除 乙', '删除 丙']);
  });

  it('previews the form while it is edited, shows what is missing, and publishes the result', async () => {
    const calls = answerCalls({
      [`POST ${forms.check.path}`]: () => ({
        problems: [],
        hints: [],
        form: { code: 'stall', name: '占道经营申请表', current: null },
        changes: [],
      }),
      [`POST ${forms.publish.path}`]: () => ({ id: 'stall:1', code: 'stall', version: 1 }),
    });
    renderPart(
      <FormEditor
        current={newForm('stall', '占道经营申请表')}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    expect(await screen.findByRole('list', { name: '待补全' })).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '经营地点' } });
    expect(await screen.findByRole('textbox', { name: /经营地点/ })).toBeTruthy();
    // A further field without a name has the focus, and leaves the preview of the others.
    fireEvent.click(screen.getByRole('button', { name: '添加字段' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('field-title'));
    expect(screen.getByRole('list', { name: '待补全' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /经营地点/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '删除 （未命名）' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '必填' }));
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '确认发布' }));
    await waitFor(() => expect(calls.some(({ path }) => path === forms.publish.path)).toBe(true));
    const body = calls.find(({ path }) => path === forms.publish.path)?.body as { json: string } | undefined;
    expect(JSON.parse(body?.json ?? '{}').schema.fields).toEqual([
      { id: 'field1', title: '经营地点', 'x-component': 'single-line', required: true },
    ]);
  });

  it.each<[string, string, object, () => Promise<void>]>([
    ['开关', 'switch', { default: true }, () => choose('默认值', '是')],
    [
      '滑块',
      'slider',
      { 'x-props': { max: 20, unit: '年' } },
      async () => {
        fireEvent.change(screen.getByRole('spinbutton', { name: '最大值' }), { target: { value: '20' } });
        fireEvent.change(screen.getByRole('textbox', { name: '单位' }), { target: { value: '年' } });
      },
    ],
    ['评分', 'rating', { 'x-props': { stars: 3 } }, () => choose('满分', '3 星')],
    ['申请人', 'applicant', { 'x-props': { applicantWord: '信访人' } }, () => choose('称谓', '信访人')],
    [
      '图片上传',
      'image-upload',
      { 'x-props': { maxCount: 3 } },
      async () =>
        void fireEvent.change(screen.getByRole('spinbutton', { name: '最多数量' }), {
          target: { value: '3' },
        }),
    ],
    [
      '密码',
      'password',
      {},
      async () => expect(screen.queryByRole('checkbox', { name: '加密存储' })).toBeNull(),
    ],
    [
      '分隔线',
      'divider',
      {},
      async () => expect(screen.queryByRole('checkbox', { name: '必填' })).toBeNull(),
    ],
  ])('offers the kind %s with properties of its own', async (label, kind, properties, edit) => {
    const form = newForm('stall', '占道经营申请表');
    const other = { id: 'a', title: '甲', 'x-component': 'single-line' };
    const field = { id: 'x', title: '名目', 'x-component': 'single-line', required: true };
    const calls = answerCalls({
      [`POST ${forms.check.path}`]: () => ({
        problems: [],
        hints: [],
        form: { code: 'stall', name: '占道经营申请表', current: null },
        changes: [],
      }),
      [`POST ${forms.publish.path}`]: () => ({ id: 'stall:1', code: 'stall', version: 1 }),
    });
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields: [field, other] } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    await screen.findByRole('textbox', { name: '名称' });
    await choose('类型', label);
    await edit();
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '确认发布' }));
    await waitFor(() => expect(calls.some(({ path }) => path === forms.publish.path)).toBe(true));
    const body = calls.find(({ path }) => path === forms.publish.path)?.body as { json: string };
    const { id, title } = field;
    const required = kind === 'divider' ? {} : { required: true };
    expect(JSON.parse(body.json).schema.fields[0]).toEqual({
      id,
      title,
      'x-component': kind,
      ...required,
      ...properties,
    });
  });

  it('offers a sum for a number only as a column of a table', async () => {
    const count = { id: 'count', title: '人数', 'x-component': 'number' };
    const table = { id: 'list', title: '明细', 'x-component': 'table', columns: [count] };
    const form = newForm('stall', '占道经营申请表');
    const calls = answerCalls({
      [`POST ${forms.check.path}`]: () => ({
        problems: [],
        hints: [],
        form: { code: 'stall', name: '占道经营申请表', current: null },
        changes: [],
      }),
      [`POST ${forms.publish.path}`]: () => ({ id: 'stall:1', code: 'stall', version: 1 }),
    });
    renderPart(
      <FormEditor
        current={{ ...form, schema: { fields: [{ ...count, id: 'number' }, table] } }}
        over={0}
        versions={[]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    await screen.findByRole('textbox', { name: '名称' });
    expect(screen.queryByRole('checkbox', { name: /合计/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^明细/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: '在表格下方显示合计' }));
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '确认发布' }));
    await waitFor(() => expect(calls.some(({ path }) => path === forms.publish.path)).toBe(true));
    const body = calls.find(({ path }) => path === forms.publish.path)?.body as { json: string };
    expect(JSON.parse(body.json).schema.fields[1].columns).toEqual([{ ...count, 'x-props': { sum: true } }]);
  });

  it('shows earlier versions, and copies one into the draft after a confirmation', async () => {
    const form = newForm('letter', '来信登记表');
    const withField = (title: string) => ({
      ...form,
      schema: { fields: [{ id: 'field1', title, 'x-component': 'single-line', required: true }] },
    });
    const versionOf = (version: number, items: string[]) => ({
      id: `letter:${version}`,
      code: 'letter',
      name: '来信登记表',
      version,
      publishedAt: '2026-11-20T02:05:00.000Z',
      publishedBy: '肖涵',
      items,
    });
    answerCalls({
      [`GET ${forms.version.path}`]: ({ query }) => ({
        model: withField(query.get('id') === 'letter:1' ? '来信标题' : '标题'),
      }),
    });
    renderPart(
      <FormEditor
        current={withField('标题')}
        over={2}
        versions={[versionOf(2, []), versionOf(1, ['群众来信办理'])]}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const nameInput = () => screen.getByRole('textbox', { name: '名称' });
    fireEvent.change(await screen.findByRole('textbox', { name: '名称' }), { target: { value: '信件标题' } });
    fireEvent.click(screen.getByRole('button', { name: '版本' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('没有事项使用这一版')).toBeTruthy();
    expect(await within(dialog).findByRole('textbox', { name: '标题' })).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: /第 2 版/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: /第 1 版/ }));
    expect(await within(dialog).findByRole('textbox', { name: '来信标题' })).toBeTruthy();
    expect(within(dialog).getByText('使用这一版的事项：群众来信办理')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: '取用这一版的内容' }));
    const confirmButton = await screen.findByRole('button', { name: /^取\s*用$/ });
    expect(nameInput()).toHaveProperty('value', '信件标题');
    fireEvent.click(confirmButton);
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '来信标题'));
    expect(screen.getByText('有未发布的修改')).toBeTruthy();
  });
});
