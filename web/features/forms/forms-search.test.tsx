import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { organisations } from '#contract/organisations.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormsScreen } from './FormsScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

it('finds forms by name, code, pinyin and the items that use them', async () => {
  const form = (code: string, name: string, items: string[]) => ({
    ...{ id: code, code, name, items, version: 1, fields: 3 },
    ...{ publishedBy: '肖涵', publishedAt: '2026-03-02T02:00:00.000Z' },
  });
  const readings: Record<string, string> = {
    来信登记表: 'lai xin deng ji biao',
    群众来信办理: 'qun zhong lai xin ban li',
    许可申请表: 'xu ke shen qing biao',
  };
  answerCalls({
    [`POST ${organisations.pinyin.path}`]: ({ body }) => ({
      pinyin: (body as { names: string[] }).names.map((name) => readings[name]),
    }),
    [`GET ${forms.list.path}`]: () => ({
      rows: [form('petition', '来信登记表', ['群众来信办理']), form('permit', '许可申请表', [])],
    }),
  });
  renderPart(<FormsScreen />);
  const field = await screen.findByRole('textbox', { name: '查找表单' });
  for (const keyword of ['来信登记', 'petition', '群众来信']) {
    fireEvent.change(field, { target: { value: keyword } });
    expect(screen.getByRole('link', { name: '来信登记表' })).toBeDefined();
    expect(screen.queryByRole('link', { name: '许可申请表' })).toBeNull();
  }
  for (const keyword of ['lxdj', 'laixin', 'qzlx']) {
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.change(field, { target: { value: keyword } });
    expect(await screen.findByRole('link', { name: '来信登记表' })).toBeDefined();
    expect(screen.queryByRole('link', { name: '许可申请表' })).toBeNull();
  }
  fireEvent.change(field, { target: { value: '没有的' } });
  expect(screen.getByText('没有找到表单')).toBeDefined();
});
