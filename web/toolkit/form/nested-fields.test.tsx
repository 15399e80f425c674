import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { buildForm, buildModel } from '#domain/forms/test-forms.ts';
import { FormView } from './FormView.tsx';
import { FormStore } from './form-store.ts';
import { prefetchLightKinds } from './kinds/LightKindField.tsx';
import { openForm } from './test-form-view.tsx';
import { useForm } from './use-form.ts';

beforeAll(async () => void (await prefetchLightKinds()));

const text = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'single-line',
  ...more,
});
const address: FieldModel = {
  id: 'address',
  title: '地址',
  'x-component': 'object',
  fields: [text('street', '街道', { required: true }), text('number', '门牌号')],
};
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'array',
  fields: [text('name', '姓名', { required: true }), address],
};
const person = (name: string) => ({ name, address: { street: `${name}路` } });
const names = ['甲', '乙', '丙', '丁'];
const fold = (name: RegExp) => screen.getByRole('button', { name });

describe('a list of entries (S2 §3)', () => {
  it('keeps values and problems of the others when an entry is deleted', () => {
    const store = new FormStore(buildForm([people]), {
      values: {
        people: [person('甲'), { name: '', address: { street: '乙路' } }, { name: '丙', address: {} }],
      },
      authority: { '*': 2 },
      mode: 'edit',
    });
    store.validate();
    const problems = () =>
      ['people[0].name', 'people[1].address.street'].map((path) => store.view(path).problems);
    store.changeRows('people', store.rows('people').slice(1));
    expect(problems()).toEqual([['姓名不能为空'], ['街道不能为空']]);
    expect(store.rows('people').map(({ name }) => name)).toEqual(['', '丙']);
    store.change('people[1].address.street', '丙路');
    expect(store.summary()).toEqual([{ field: 'people[0].name', message: '姓名不能为空' }]);
  });

  it('the place of a field in an entry follows the entry', () => {
    const store = new FormStore(buildForm([people]), {
      values: { people: names.map(person) },
      authority: { '*': 2 },
      mode: 'edit',
    });
    const anchor = store.anchorOf('people[2].address.street');
    store.changeRows('people', store.rows('people').toReversed());
    expect(store.pathAt(anchor)).toBe('people[1].address.street');
    store.changeRows('people', store.rows('people').toSpliced(1, 1));
    expect(store.pathAt(anchor)).toBeUndefined();
  });

  it('folds entries that were there before to one line with their first values', () => {
    openForm([people], { values: { people: names.map(person) } });
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(fold(/^2\. 乙 乙路/));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /姓名/ }).value).toBe('乙');
    fireEvent.change(screen.getByRole('textbox', { name: /姓名/ }), { target: { value: '王五' } });
    expect(fold(/^2\. 王五/).getAttribute('aria-expanded')).toBe('true');
  });

  it('adds, copies, moves and removes entries', async () => {
    const { handle } = openForm([people], { values: { people: [person('甲')] } });
    const rows = () => (handle().values().people as { name: string }[]).map(({ name }) => name);
    fireEvent.click(screen.getByRole('button', { name: '复制第 1 项' }));
    fireEvent.change(screen.getAllByRole('textbox', { name: /姓名/ })[1] as HTMLElement, {
      target: { value: '乙' },
    });
    fireEvent.click(screen.getByRole('button', { name: '上移第 2 项' }));
    expect(rows()).toEqual(['乙', '甲']);
    fireEvent.click(screen.getByRole('button', { name: '删除第 2 项' }));
    fireEvent.click(screen.getByRole('button', { name: '添加一项' }));
    expect(rows()).toEqual(['乙', '']);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: /姓名/ })[1]),
    );
  });

  it('takes a deleted entry back', () => {
    const { handle } = openForm([people], { values: { people: names.slice(0, 3).map(person) } });
    const before = handle().values().people;
    fireEvent.click(screen.getByRole('button', { name: '删除第 2 项' }));
    expect(
      handle()
        .store.rows('people')
        .map(({ name }) => name),
    ).toEqual(['甲', '丙']);
    fireEvent.click(screen.getByRole('button', { name: '撤销删除' }));
    expect(handle().values().people).toEqual(before);
  });

  it('names the entry of a problem, and opens it for the link of the summary', async () => {
    const values = { people: [...names.map(person), { name: '戊', address: { number: '1' } }] };
    const { handle } = openForm([people], { values });
    act(() => void handle().validate());
    const link = screen.getByRole('link', { name: '人员第 5 项，地址，街道不能为空' });
    expect(fold(/^5\. 戊/).getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(fold(/^5\. 戊/));
    expect(within(fold(/^5\. 戊/)).getByText(/有误/)).toBeTruthy();
    fireEvent.click(link);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /街道/ })));
  });
});

describe('a sub-form (S2 §1)', () => {
  const subForm: FieldModel = { ...address, title: '住址', 'x-component': 'sub-form' };
  const open = async () => {
    const form = openForm([subForm, text('other', '其他')], { values: { address: { street: '旧路' } } });
    fireEvent.click(screen.getByRole('button', { name: '修改 住址' }));
    const dialog = within(await screen.findByRole('dialog', { name: '住址' }));
    const type = (value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name: /街道/ }), { target: { value } });
    const press = (name: RegExp) => fireEvent.click(dialog.getByRole('button', { name }));
    return { ...form, dialog, type, press, sent: () => form.handle().values().address };
  };

  it('takes the values of its dialog as one change with 确定', async () => {
    const { handle, type, press, sent } = await open();
    let edits = 0;
    handle().store.onEdit(() => {
      edits += 1;
    });
    type('新路');
    expect([sent(), edits]).toEqual([{ street: '旧路' }, 0]);
    press(/确\s?定/);
    expect([sent(), edits]).toEqual([{ street: '新路' }, 1]);
    expect(screen.getByText('新路')).toBeTruthy();
    expect(screen.queryByText('旧路')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that is optional and empty needs none of its fields; an object does', () => {
    const { handle } = openForm([subForm, { ...address, id: 'office', title: '单位地址' }]);
    expect(handle().validate()).toEqual([{ field: 'office.street', message: '街道不能为空' }]);
    act(() => handle().store.change('address', { number: '3' }));
    expect(
      handle()
        .validate()
        .map(({ field }) => field),
    ).toEqual(['address.street', 'office.street']);
  });

  it('that holds only a text that cannot be read names it', () => {
    const count: FieldModel = { id: 'count', title: '人数', 'x-component': 'number' };
    const { handle } = openForm([
      { ...subForm, fields: [text('street', '街道', { required: true }), count] },
    ]);
    act(() => handle().store.change('address', { count: '12,5' }));
    expect(
      handle()
        .validate()
        .map(({ field }) => field),
    ).toEqual(['address.count']);
  });

  it('refuses a dialog with a problem, which the outer form does not show', async () => {
    const { handle, dialog, type, press, sent } = await open();
    fireEvent.change(dialog.getByRole('textbox', { name: '门牌号' }), { target: { value: '3' } });
    type('');
    press(/确\s?定/);
    expect(dialog.getByText('街道不能为空')).toBeTruthy();
    expect(sent()).toEqual({ street: '旧路' });
    expect(handle().store.summary()).toEqual([]);
  });

  it('asks before typed values are lost, and leaves the form unchanged', async () => {
    const { type, press, sent } = await open();
    type('新路');
    press(/取\s?消/);
    fireEvent.click(await screen.findByRole('button', { name: '不保存，关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '住址' })).toBeNull());
    expect(sent()).toEqual({ street: '旧路' });
  });

  it('keeps its events away from the components around it', async () => {
    const seen: string[] = [];
    const model = buildModel([subForm]);
    function Screen() {
      const form = useForm(model, { values: {}, authority: { '*': 2 }, mode: 'edit' });
      const listen = ({ type }: { type: string }) => void seen.push(type);
      return (
        <form onChange={listen} onKeyDown={listen} onSubmit={listen}>
          <FormView form={form} />
        </form>
      );
    }
    render(<Screen />);
    fireEvent.click(screen.getByRole('button', { name: '填写 住址' }));
    const box = within(await screen.findByRole('dialog', { name: '住址' })).getByRole('textbox', {
      name: /街道/,
    });
    fireEvent.change(box, { target: { value: '新路' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(seen).toEqual([]);
  });
});
