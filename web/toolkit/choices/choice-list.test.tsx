import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ChoiceList } from './ChoiceList.tsx';

const rows = Array.from({ length: 10_000 }, (_, index) => ({
  key: `n${index}`,
  name: `选项${index}`,
  fault: index === 2 ? '已停用' : null,
}));

function TestList({ single = false, from = rows }: { single?: boolean; from?: typeof rows }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const matches = from.filter(({ name }) => name.includes(text));
  return (
    <>
      <output>{[...chosen].slice(0, 5).join()}</output>
      <ChoiceList
        label="选项"
        searchHint="名称"
        text={text}
        onText={setText}
        rows={matches}
        total={matches.length}
        single={single}
        chosen={chosen}
        pending={false}
        failure={null}
        onRetry={() => undefined}
        onToggle={({ key }) => setChosen(new Set(single ? [key] : [...chosen, key]))}
        onSet={
          single
            ? undefined
            : (ticked, unticked) => {
                const removedKeys = new Set(unticked.map(({ key }) => key));
                const remaining = [...chosen].filter((key) => !removedKeys.has(key));
                setChosen(new Set([...remaining, ...ticked.map(({ key }) => key)]));
              }
        }
        onConfirm={() => undefined}
        footer={null}
      />
    </>
  );
}
const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('a list of ten thousand rows renders only visible ones, each with its position', () => {
  render(<TestList />);
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(40);
  expect(options[0]?.getAttribute('aria-setsize')).toBe('10000');
});

test('selects all found rows, inverts and clears the selection, and skips rows that cannot be chosen', () => {
  render(<TestList />);
  screen.getByText('已勾选 0 / 9999');
  press(/全选 9999 项/);
  screen.getByText('已勾选 9999 / 9999');
  type('选项12');
  press(/全不选/);
  screen.getByText('已勾选 0 / 111');
  press(/反\s?选/);
  screen.getByText('已勾选 111 / 111');
  type('');
  press(/反\s?选/);
  screen.getByText('已勾选 0 / 9999');
});

test('a single choice has no buttons for bulk selection', () => {
  render(<TestList single />);
  expect(screen.queryByRole('group', { name: '批量勾选' })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: /选项0$/ }));
  fireEvent.click(screen.getByRole('option', { name: /选项1$/ }));
  expect(document.querySelector('output')?.textContent).toBe('n1');
});

test('shows different messages for an empty list and an empty search (S0 §2)', () => {
  const { unmount } = render(<TestList from={[]} />);
  screen.getByText('暂无可选的选项');
  unmount();
  render(<TestList />);
  type('无此项');
  screen.getByText('没有找到“无此项”');
});
