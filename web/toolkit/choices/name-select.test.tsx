import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { organisations } from '#contract/organisations.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { NameSelect } from './NameSelect.tsx';

afterEach(() => vi.unstubAllGlobals());

const names = ['占道经营许可', '群众来信 办理'];
const shownNames = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);

function open() {
  const calls = answerCalls({
    [`POST ${organisations.pinyin.path}`]: () => ({
      pinyin: ['zhan dao jing ying xu ke', 'qun zhong lai xin · ban li'],
    }),
  });
  const onChange = vi.fn();
  renderPart(
    <NameSelect
      aria-label="事项"
      options={names.map((label) => ({ value: label, label }))}
      onChange={onChange}
    />,
  );
  const field = screen.getByRole('combobox', { name: '事项' });
  fireEvent.mouseDown(field);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { calls, onChange, type };
}

test('finds a name by characters in their order, and asks for no pinyin', async () => {
  const { calls, type } = open();
  expect(shownNames()).toEqual(names);
  type('占许');
  expect(shownNames()).toEqual(['占道经营许可']);
  type('许占');
  expect(shownNames()).toEqual([]);
  expect(calls).toEqual([]);
});

test('finds a name by pinyin and initials, also behind a space', async () => {
  const { calls, onChange, type } = open();
  type('zdjy');
  expect(
    await screen.findByText('占道经营许可', { selector: '.ant-select-item-option-content' }),
  ).toBeTruthy();
  expect(shownNames()).toEqual(['占道经营许可']);
  type('banli');
  expect(shownNames()).toEqual(['群众来信 办理']);
  fireEvent.click(screen.getByText('群众来信 办理', { selector: '.ant-select-item-option-content' }));
  expect(onChange.mock.calls[0]?.[0]).toBe('群众来信 办理');
  expect(calls.map(({ body }) => body)).toEqual([
    { names: ['占道经营许可', '群众来信 办理'], ofPeople: false },
  ]);
});
