import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newForm } from '#domain/forms/editing.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormEditor } from './FormEditor.tsx';

beforeEach(() => localStorage.clear());

const returnPath = { back: () => undefined, crumbs: [] };

function openEditor(fields: readonly FieldModel[]) {
  answerCalls({});
  const form = { ...newForm('invoice', '费用表'), schema: { fields } };
  renderPart(
    <FormEditor current={form} over={0} versions={[]} returnPath={returnPath} onLoad={() => undefined} />,
  );
}

const number = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'number',
  ...more,
});

async function choose(box: HTMLElement, option: string) {
  fireEvent.mouseDown(box);
  fireEvent.click(await screen.findByText(option, { selector: '[class*=option-content]' }));
}

describe('the settings of a computed field', () => {
  it('insert fields into the expression, read it in words, and compute it in the preview', async () => {
    openEditor([number('total', '金额'), number('price', '单价'), number('count', '数量')]);
    await choose(screen.getByRole('combobox', { name: '计算' }), '始终自动计算，不能填写');
    const expression = await screen.findByRole('textbox', { name: '算式' });
    fireEvent.change(expression, { target: { value: 'price * ' } });
    (expression as HTMLTextAreaElement).setSelectionRange(8, 8);
    await choose(screen.getByRole('combobox', { name: '插入字段' }), '数量');
    await waitFor(() => expect((expression as HTMLTextAreaElement).value).toBe('price * count'));
    expect(screen.getByText('即：“单价” × “数量”。在预览中填写即可试算')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '单价' }), { target: { value: '0.1' } });
    fireEvent.change(screen.getByRole('textbox', { name: '数量' }), { target: { value: '3' } });
    await vi.waitFor(() => expect(screen.getByRole('status', { name: '金额' }).textContent).toBe('0.3'));
  });

  it('offer the fields of the row first, and compute inside a list in the preview (S2 §5)', async () => {
    const inner = [number('total', '小计'), number('price', '单价'), number('count', '数量')];
    const price = { id: 'base', title: '基价', 'x-component': 'object', fields: [number('net', '净价')] };
    openEditor([{ id: 'items', title: '明细', 'x-component': 'array', fields: inner }, price]);
    await choose(await screen.findByRole('combobox', { name: '计算' }), '始终自动计算，不能填写');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '插入字段' }));
    const labels = await screen.findAllByText(/单价|净价|基价|数量/, { selector: '[class*=option-content]' });
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      '本项：单价',
      '本项：数量',
      '基价',
      '基价 → 净价',
    ]);
    const expression = screen.getByRole('textbox', { name: '算式' });
    fireEvent.change(expression, { target: { value: 'price * count + sum(base.net)' } });
    expect(screen.getByText(/^即：/).textContent).toContain('“单价” × “数量”');
    fireEvent.click(await screen.findByRole('button', { name: '添加一项' }));
    fireEvent.change(screen.getByRole('textbox', { name: '单价' }), { target: { value: '0.1' } });
    fireEvent.change(screen.getByRole('textbox', { name: '数量' }), { target: { value: '3' } });
    fireEvent.change(screen.getByRole('textbox', { name: '净价' }), { target: { value: '2' } });
    await vi.waitFor(() => expect(screen.getByRole('status', { name: '小计' }).textContent).toBe('2.3'));
  });

  it('name the place of a problem', async () => {
    openEditor([number('total', '金额', { computed: 'price *' }), number('price', '单价')]);
    const expression = await screen.findByRole('textbox', { name: '算式' });
    expect(expression.getAttribute('aria-invalid')).toBe('true');
    const result = document.getElementById(expression.getAttribute('aria-describedby') ?? '');
    expect(result?.textContent).toBe('计算写法有误（第 8 个字符处）');
    expect(screen.getByRole('button', { name: '第 1 项“金额”：计算写法有误（第 8 个字符处）' })).toBeTruthy();
  });
});

it('the preview says why a field is hidden, and names fields that are not shown', async () => {
  const linkage = [
    {
      when: { field: 'count', is: 'greater' as const, value: 10 },
      effects: ['show' as const, 'require' as const],
    },
  ];
  openEditor([
    number('count', '数量'),
    { ...number('reason', '理由', { linkage }), 'x-component': 'textarea' },
  ]);
  fireEvent.click(await screen.findByText('为什么显示、必填或隐藏'));
  const hidden = screen.getByRole('region', { name: '未显示的字段' });
  expect(within(hidden).getByText(/理由/).parentElement?.textContent).toBe(
    '理由：显示的条件不成立：“数量”大于“10”（现在是空）',
  );
  fireEvent.change(screen.getByRole('textbox', { name: '数量' }), { target: { value: '11' } });
  const shown = await screen.findByRole('region', { name: '受条件影响的字段' });
  expect(shown.textContent).toContain(
    '理由（必填）：因为“数量”大于“10”，所以显示；因为“数量”大于“10”，所以必填',
  );
});
