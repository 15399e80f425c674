import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicInterface } from '#domain/forms/interface-model.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import type { FieldQuery, InterfaceResult } from '../form-context.ts';
import { openForm } from '../test-form-view.tsx';
import { prefetchInterfaces } from './LazyInterfaceField.tsx';

/** Queries in their order; each test answers them when it wants to. */
interface Asked {
  query: FieldQuery;
  signal: AbortSignal;
  answer: (result: InterfaceResult) => Promise<void>;
  fail: (message: string) => Promise<void>;
}
let asked: Asked[] = [];
const askInterface = (query: FieldQuery, signal: AbortSignal) =>
  new Promise<InterfaceResult>((resolve, reject) => {
    const settle = (work: () => void) =>
      act(async () => {
        work();
        await Promise.resolve();
      });
    asked.push({
      query,
      signal,
      answer: (result) => settle(() => resolve(result)),
      fail: (message) => settle(() => reject(new Error(message))),
    });
  });
/** Queries that nothing has made needless. */
const current = () => asked.filter(({ signal }) => !signal.aborted);
const last = () => {
  const found = asked.at(-1);
  if (found === undefined) throw new Error('nothing was asked');
  return found;
};
beforeEach(async () => {
  asked = [];
  await prefetchInterfaces();
});

const interfaces: readonly PublicInterface[] = [
  { id: 'villages', title: '村社区', requestParams: [{ field: 'county' }] },
  { id: 'titles', title: '标题', requestParams: [{ typed: true }] },
  { id: 'hint', title: '默认' },
  {
    id: 'company',
    title: '企业',
    requestParams: [{ field: 'name' }],
    responseParams: [{ field: 'contact' }],
  },
];
const county: FieldModel = { id: 'county', title: '县', 'x-component': 'single-line' };
const village: FieldModel = {
  id: 'village',
  title: '村',
  'x-component': 'radio',
  optionsInterface: 'villages',
};
const offer = (...labels: string[]) => ({
  options: labels.map((label) => ({ value: label, label, sign: `sign of ${label}` })),
});
const open = (fields: readonly FieldModel[], values: Record<string, unknown> = {}) =>
  openForm(fields, { values }, { askInterface }, { interfaces });
const type = (title: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: title }), { target: { value } });

describe('options of an interface', () => {
  it('wait for their parameters, are stored with label and signature, and go with the parameters', async () => {
    const { handle } = open([county, village]);
    expect(screen.getByText('请先填写“县”')).toBeDefined();
    expect(asked).toEqual([]);
    type('县', '淳安');
    expect(last().query).toMatchObject({ use: 'options', parameters: { county: '淳安' } });
    await last().answer(offer('汾口村', '鸠坑村'));
    fireEvent.click(screen.getByRole('radio', { name: '鸠坑村' }));
    expect(handle().values().village).toEqual([{ value: '鸠坑村', label: '鸠坑村', sign: 'sign of 鸠坑村' }]);
    type('县', '建德');
    expect(handle().values().village).toEqual([]);
  });

  it('do not wait for a field that the person does not see, whose value the server has', async () => {
    openForm(
      [county, village],
      { values: {}, authority: { '*': 2, county: 0 } },
      { askInterface },
      { interfaces },
    );
    expect(last().query).toMatchObject({ use: 'options', parameters: { county: '' } });
    await last().answer(offer('汾口村'));
    expect(screen.getByRole('radio', { name: '汾口村' })).toBeDefined();
  });

  it('are those of the newest query, in whatever order the answers arrive', async () => {
    open([county, village]);
    type('县', '淳');
    const first = last();
    type('县', '淳安');
    expect(first.signal.aborted).toBe(true);
    await last().answer(offer('新村'));
    await first.answer(offer('旧村'));
    expect(screen.getByRole('radio', { name: '新村' })).toBeDefined();
    expect(screen.queryByRole('radio', { name: '旧村' })).toBeNull();
  });

  it('keep the stored choice with its name when the interface fails, and are asked for again (S2 §8)', async () => {
    const stored = [{ value: '01', label: '汾口村' }];
    const { handle } = open([county, village], { county: '淳安', village: stored });
    await last().fail('查询异常：接口在 40 秒内没有应答');
    expect(screen.getByText('查询异常：接口在 40 秒内没有应答')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '汾口村' }).checked).toBe(true);
    expect(handle().validate()).toEqual([]);
    expect(handle().values().village).toEqual(stored);
    fireEvent.click(screen.getByRole('button', { name: '重试村的查询' }));
    await last().answer(offer('鸠坑村'));
    expect(screen.queryByText(/查询异常/)).toBeNull();
    expect(screen.getByRole('radio', { name: '汾口村（已不在列表中）' })).toBeDefined();
  });

  it('of a deleted row land nowhere', async () => {
    const table: FieldModel = { id: 'rows', title: '表', 'x-component': 'table', columns: [county, village] };
    const { handle } = open([table], { rows: [{ county: '甲' }, { county: '乙' }] });
    const [first, second] = current().slice(-2);
    act(() => handle().store.changeRows('rows', handle().store.rows('rows').slice(1)));
    expect(first?.signal.aborted).toBe(true);
    await first?.answer(offer('甲村'));
    await second?.answer(offer('乙村'));
    expect(screen.queryByRole('radio', { name: '甲村' })).toBeNull();
    expect(screen.getAllByRole('radio', { name: '乙村' })).toHaveLength(1);
  });
});

describe('suggestions of an interface', () => {
  const title: FieldModel = {
    id: 'title',
    title: '标题',
    'x-component': 'single-line',
    autoCompleteInterface: 'titles',
  };
  const search = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: '标题' }), { target: { value } });

  it('are asked for 500 ms after the last key, once for several keys (S2 §9)', async () => {
    vi.useFakeTimers();
    try {
      const { handle } = open([title]);
      search('电');
      await act(() => vi.advanceTimersByTimeAsync(400));
      search('电梯');
      await act(() => vi.advanceTimersByTimeAsync(499));
      expect(asked).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(asked.map(({ query }) => query.text)).toEqual(['电梯']);
      const first = last();
      search('电梯停');
      expect(first.signal.aborted).toBe(true);
      expect(handle().values().title).toBe('电梯停');
    } finally {
      vi.useRealTimers();
    }
  });

  it('are not asked for while a text is composed', async () => {
    vi.useFakeTimers();
    try {
      open([title]);
      const box = screen.getByRole('combobox', { name: '标题' });
      fireEvent.compositionStart(box);
      search('dianti');
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(asked).toEqual([]);
      search('电梯');
      fireEvent.compositionEnd(box);
      await act(() => vi.advanceTimersByTimeAsync(500));
      expect(asked.map(({ query }) => query.text)).toEqual(['电梯']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a default of an interface', () => {
  const note: FieldModel = {
    id: 'note',
    title: '备注',
    'x-component': 'single-line',
    defaultValueInterface: 'hint',
  };

  it('fills a field that nobody has filled in, and is kept out of every other', async () => {
    const { handle } = open([note]);
    await waitFor(() => expect(current()).toHaveLength(1));
    await last().answer({ fills: { note: '来信' } });
    expect(handle().values().note).toBe('来信');
  });

  it('is not asked for where a person has emptied the field', () => {
    open([note], { note: '' });
    expect(asked).toEqual([]);
  });

  it('gives way to a text that was typed before it arrived', async () => {
    const { handle } = open([note]);
    type('备注', '自己写的');
    await last().answer({ fills: { note: '来信' } });
    expect(handle().values().note).toBe('自己写的');
  });
});

describe('a query that fills other fields', () => {
  const name: FieldModel = {
    id: 'name',
    title: '企业',
    'x-component': 'single-line',
    queryInterface: 'company',
  };
  const contact: FieldModel = { id: 'contact', title: '联系人', 'x-component': 'single-line' };

  it('fills them, except those that were typed meanwhile', async () => {
    const { handle } = open([name, contact]);
    fireEvent.click(screen.getByRole('button', { name: '查询企业' }));
    expect(screen.getByText('请先填写“企业”')).toBeDefined();
    type('企业', '纺织厂');
    fireEvent.click(screen.getByRole('button', { name: '查询企业' }));
    await last().answer({ fills: { contact: '李主任' } });
    expect(handle().values().contact).toBe('李主任');
    expect(screen.getByText('已填入：联系人')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /查询企业/ }));
    type('联系人', '王主任');
    await last().answer({ fills: { contact: '李主任' } });
    expect(handle().values().contact).toBe('王主任');
  });

  it('is forgotten when its parameters change', async () => {
    const { handle } = open([name, contact], { name: '甲厂' });
    fireEvent.click(screen.getByRole('button', { name: '查询企业' }));
    const first = last();
    type('企业', '乙厂');
    await first.answer({ fills: { contact: '甲厂的人' } });
    expect(handle().values().contact).toBe('');
  });
});
