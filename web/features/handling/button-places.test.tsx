import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask } from '../work-orders/test-order.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';
import styles from './handling.module.css';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const bindOf = (value: string) => [{ form: 'registry', field: 'conclusion', value }];
const ending = { ends: true, endStatus: 11 };

/** Draws the bar of 受理审查 for a choice of the form; returns its buttons in their order, the primary one marked. */
function buttonsFor(choice: string): string[] {
  answerCalls({});
  const page = buildMyTask();
  page.task?.buttons.splice(
    0,
    9,
    { ...buildButton('1', '受理', 1), id: 'accept', binds: bindOf('accept') },
    { ...buildButton('1', '不予受理', 2), id: 'decline', binds: bindOf('reject'), ...ending },
    { ...buildButton('1', '移送', 3), id: 'transfer', binds: bindOf('transfer') },
    buildButton('2', '退回', 4),
    { ...buildButton('4', '终止', 5), ...ending },
  );
  const view = renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={page}
      forms={{ ...noForms, matchesBindings: (binds) => binds.some(({ value }) => value === choice) }}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
    />,
  );
  const names = ['受理', '不予受理', '移送', '退回', '终止', '更多'];
  const buttons = screen
    .getAllByRole('button')
    .map((button) => ({
      name: button.textContent?.trim() ?? '',
      isPrimary: button.className.includes('primary'),
    }))
    .filter(({ name }) => names.includes(name))
    .map(({ name, isPrimary }) => (isPrimary ? `[${name}]` : name));
  view.unmount();
  return buttons;
}

it('a choice in the form emphasizes its button and moves none', () => {
  expect(buttonsFor('')).toEqual(['[受理]', '移送', '更多', '不予受理']);
  expect(buttonsFor('transfer')).toEqual(['受理', '[移送]', '更多', '不予受理']);
  expect(buttonsFor('reject')).toEqual(['受理', '移送', '更多', '不予受理']);
});

it('the menu 更多 of the expanded bar opens at the first press, and leaves the bar expanded', () => {
  answerCalls({});
  const page = buildMyTask();
  page.task?.buttons.push(buildButton('2', '退回', 4), buildButton('4', '终止', 5));
  renderPart(
    <main>
      <p>表单</p>
      <HandlerBar
        UrgeDialog={UrgeDialog}
        RecordDialog={() => null}
        page={page}
        forms={noForms}
        onReload={vi.fn()}
        onLeave={vi.fn()}
        commonOpinions={{ Chips: () => null, Popover: () => null }}
      />
    </main>,
  );
  const isExpanded = () => screen.getByTestId('open-task').className.includes(styles.taskOpen ?? 'missing');
  act(() => screen.getByLabelText(/处理意见/).focus());
  expect(isExpanded()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '更多' }));
  expect(document.activeElement?.getAttribute('role')).toBe('menuitem');
  expect(isExpanded()).toBe(true);
  fireEvent.pointerDown(screen.getByText('表单'));
  expect(isExpanded()).toBe(false);
});
