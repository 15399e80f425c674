import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { RowActions } from './RowActions.tsx';

afterEach(() => vi.restoreAllMocks());

const actions = [
  { key: 'handle', label: '办理' },
  { key: 'urge', label: '催办' },
];

function Row({ onRun }: { onRun: (action: string) => void }) {
  const [isNear, setNear] = useState(false);
  return (
    <table>
      <tbody>
        <tr>
          <td>
            <RowActions {...{ actions, isNear, onRun }} isNarrow={false} onNear={() => setNear(true)} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Replaces the browser's hit test, because jsdom has no layout. */
const placeUnderPointer = (element: Element) => {
  document.elementFromPoint = () => element;
};

test('the action under the pointer runs when the actions appear between press and release', () => {
  const onRun = vi.fn();
  render(<Row onRun={onRun} />);
  const all = screen.getByRole('button', { name: '办理、催办' });
  fireEvent.pointerDown(all, { button: 0 });
  fireEvent.focus(all);
  placeUnderPointer(screen.getByRole('button', { name: '催办' }));
  fireEvent.pointerUp(window);
  expect(onRun.mock.calls).toEqual([['urge']]);
});

test('no action runs when the pointer has left the row before release', () => {
  const onRun = vi.fn();
  render(<Row onRun={onRun} />);
  const all = screen.getByRole('button', { name: '办理、催办' });
  fireEvent.pointerDown(all, { button: 0 });
  fireEvent.focus(all);
  placeUnderPointer(document.body);
  fireEvent.pointerUp(window);
  expect(onRun).not.toHaveBeenCalled();
});
