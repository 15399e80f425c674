import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { organisations } from '#contract/organisations.ts';
import { sharedElements } from '#contract/shared-elements.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import {
  type Answers,
  answerCalls,
  pressAgain,
  refuseWith,
  renderPart,
} from '../work-orders/test-screen.tsx';
import { SharedElementsScreen } from './SharedElementsScreen.tsx';

const uploadFile = vi.fn();
vi.spyOn(formContextValue, 'uploadFile').mockImplementation(uploadFile);
afterEach(() => vi.unstubAllGlobals());

const element = {
  code: 'application',
  name: '申请书示范文本',
  remark: '一式两份',
  file: { id: 'f1', name: '申请书样表.pdf', size: 10 },
  updatedAt: '2026-11-30T00:00:00.000Z',
  updatedBy: '肖涵',
  usedBy: [] as { code: string; text: string }[],
  digest: 'd1',
};
const used = {
  ...element,
  code: 'letter',
  name: '来信样表',
  remark: '',
  usedBy: [{ code: 'petition-letter', text: '表单“群众来信登记表”的字段“来信内容”' }],
};
const path = sharedElements.list.path;

function open(rows: readonly object[], answers: Answers = {}) {
  const calls = answerCalls({
    [`GET ${path}`]: () => ({ rows }),
    [`POST ${organisations.pinyin.path}`]: () => ({ pinyin: ['zheng ming yang ben'] }),
    ...answers,
  });
  renderPart(<SharedElementsScreen />);
  return calls;
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const bodiesOf = (calls: ReturnType<typeof answerCalls>, at: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === at).map(({ body }) => body);

/** Chooses a file in the open dialog; it is stored with this id. */
async function chooseFile(id: string, name: string): Promise<void> {
  uploadFile.mockResolvedValue({ id, name, size: 3 });
  fireEvent.change(screen.getByTestId('chooser-element'), { target: { files: [new File(['abc'], name)] } });
  await within(screen.getByRole('dialog')).findByText(name);
}

describe('shared elements', () => {
  it('are listed with their samples and uses, and found by name, sample and remark', async () => {
    open([element, used]);
    const table = await screen.findByRole('table');
    expect(within(table).getByText('表单“群众来信登记表”的字段“来信内容”')).toBeDefined();
    expect(screen.getByRole('button', { name: '查看 申请书示范文本 的样表 申请书样表.pdf' })).toBeDefined();
    const search = screen.getByRole('textbox', { name: '查找共享要素' });
    fireEvent.change(search, { target: { value: '一式' } });
    expect(screen.queryByText('来信样表')).toBeNull();
    fireEvent.change(search, { target: { value: '没有的' } });
    expect(screen.getByText('没有找到共享要素')).toBeDefined();
  });

  it('are added with a name and a file; every problem is shown at its field', async () => {
    const calls = open([], { [`POST ${path}`]: ({ body }) => ({ code: (body as { code: string }).code }) });
    await screen.findByText('还没有共享要素');
    fireEvent.click(screen.getAllByRole('button', { name: '添加共享要素' })[0] as HTMLElement);
    await press('保存');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('请填写名称')).toBeDefined();
    expect(within(dialog).getByText('请上传样表文件')).toBeDefined();
    expect(bodiesOf(calls, path)).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), {
      target: { value: '证明样本' },
    });
    await chooseFile('f7', '证明.pdf');
    await press('保存');
    await waitFor(() =>
      expect(bodiesOf(calls, path)).toEqual([
        { code: 'zhengmingyangben', name: '证明样本', remark: '', fileId: 'f7' },
      ]),
    );
  });

  it('keep the input when the server refuses it, and show the problem at the field', async () => {
    open([element], {
      [`POST ${path}`]: () =>
        refuseWith(400, '请检查并完善以下信息', [
          { field: 'name', message: '已有同名的共享要素' },
          { field: 'fileId', message: '文件不存在或已用于别处，请重新上传' },
        ]),
    });
    await screen.findByRole('table');
    await press('添加共享要素');
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: '名称' });
    fireEvent.change(name, { target: { value: '申请书示范文本' } });
    await chooseFile('f8', '样表.pdf');
    await press('保存');
    expect(await within(dialog).findByText('已有同名的共享要素')).toBeDefined();
    expect(within(dialog).getByText('文件不存在或已用于别处，请重新上传')).toBeDefined();
    expect((name as HTMLInputElement).value).toBe('申请书示范文本');
  });

  it('get another file, and keep theirs when only the name changes', async () => {
    const at = `${path}/application`;
    const calls = open([element], { [`POST ${at}`]: () => ({ code: 'application' }) });
    await press('修改 申请书示范文本');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '申请书' } });
    await press('保存');
    await waitFor(() =>
      expect(bodiesOf(calls, at)).toEqual([{ name: '申请书', remark: '一式两份', digest: 'd1' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('修改 申请书示范文本');
    expect(await screen.findByRole('button', { name: '更换样表文件' })).toBeDefined();
    await chooseFile('f9', '新样表.pdf');
    expect(within(screen.getByRole('dialog')).queryByText('申请书样表.pdf')).toBeNull();
    await press('保存');
    await waitFor(() => expect(bodiesOf(calls, at)[1]).toMatchObject({ fileId: 'f9' }));
  });

  it('that another person changed meanwhile are saved over the new state, after it was shown', async () => {
    const at = `${path}/application`;
    let rows = [element];
    const answers: Answers = {
      [`GET ${path}`]: () => ({ rows }),
      [`POST ${at}`]: ({ body }) =>
        (body as { digest: string }).digest === 'd2'
          ? { code: 'application' }
          : refuseWith(40_958, '该共享要素已由肖涵于 11-30 08:00 修改'),
    };
    const calls = open(rows, answers);
    await press('修改 申请书示范文本');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '申请书' } });
    rows = [{ ...element, remark: '一式三份', digest: 'd2' }];
    await press('保存');
    expect(await within(dialog).findByText(/该共享要素已由肖涵/)).toBeDefined();
    await pressAgain(() => within(dialog).getByRole('button', { name: /保存$/ }));
    await waitFor(() =>
      expect(bodiesOf(calls, at)[1]).toEqual({ name: '申请书', remark: '一式三份', digest: 'd2' }),
    );
  });

  it('are deleted after a confirmation, and not while a form uses them', async () => {
    const at = `${path}/application/remove`;
    const calls = open([element, used], { [`POST ${at}`]: () => ({ code: 'application' }) });
    await press('删除 来信样表');
    const link = await screen.findByRole('link', { name: '表单“群众来信登记表”的字段“来信内容”' });
    expect(link.getAttribute('href')).toBe('/business/forms/petition-letter');
    await press('关闭');
    await press('删除 申请书示范文本');
    await press('确认删除共享要素');
    await waitFor(() => expect(bodiesOf(calls, at)).toEqual([{ digest: 'd1' }]));
  });
});
