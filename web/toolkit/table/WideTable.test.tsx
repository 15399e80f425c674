import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stackedQuery, type TableColumn, WideTable } from './WideTable.tsx';

let triggerLayout: () => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        triggerLayout = () => act(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const columns: readonly TableColumn[] = [
  '名称',
  { title: '人数', kind: 'number' },
  { title: '操作', kind: 'actions' },
];

function draw(shown = columns): HTMLElement {
  render(
    <WideTable label="岗位列表" columns={shown}>
      <tr>
        <th scope="row">审查岗</th>
        <td>2</td>
        <td>修改</td>
      </tr>
    </WideTable>,
  );
  return screen.getByRole('region', { name: '岗位列表' });
}

/** Sets the size of the content in a box of 300 by 200, since jsdom has no layout. */
function size(region: HTMLElement, width: number, height = 200): void {
  const sizes = { clientWidth: 300, clientHeight: 200, scrollWidth: width, scrollHeight: height };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(region, name, { configurable: true, value });
  triggerLayout();
}

test('only a table that scrolls is a keyboard stop', () => {
  const region = draw();
  size(region, 300);
  expect(region.hasAttribute('tabindex')).toBe(false);
  size(region, 500);
  expect(region.tabIndex).toBe(0);
  size(region, 300, 900);
  expect(region.tabIndex).toBe(0);
  size(region, 301);
  expect(region.hasAttribute('tabindex')).toBe(false);
});

test('a table in a phone dialog is always a keyboard stop, since the dialog scrolls and may have no other', () => {
  const { matchMedia } = globalThis;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === stackedQuery,
  }));
  render(
    <WideTable label="人员" columns={['姓名']} limitsHeight>
      <tr>
        <th scope="row">李娜</th>
      </tr>
    </WideTable>,
  );
  expect(screen.getByRole('region', { name: '人员' }).tabIndex).toBe(0);
});

test('the right edge shows that there is more content, until the table is scrolled to the end', () => {
  const region = draw();
  const moreAfter = (left: number) => {
    region.scrollLeft = left;
    fireEvent.scroll(region);
    return region.hasAttribute('data-more-right');
  };
  size(region, 500);
  expect(region.hasAttribute('data-more-right')).toBe(true);
  expect(moreAfter(120)).toBe(true);
  expect(moreAfter(200)).toBe(false);
  expect(moreAfter(0)).toBe(true);
});

test('column labels are available to the cells on a phone, except for actions', () => {
  draw();
  const { style } = screen.getByRole('table');
  expect(style.getPropertyValue('--column-2')).toBe('"人数"');
  expect(style.getPropertyValue('--column-3')).toBe('');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '名称',
    '人数',
    '操作',
  ]);
});

test('a column without a style rule is rejected, instead of losing its label', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => draw(Array.from({ length: 10 }, (_, index) => `第 ${index} 列`))).toThrow(RangeError);
});

test('single-line rows show only truncated text as a hint, on hover and on focus', () => {
  render(
    <WideTable oneLine label="岗位列表" columns={[{ title: '名称', width: 90 }, '说明', '操作']}>
      <tr>
        <th scope="row">审查岗</th>
        <td>受理以前看材料是否齐全</td>
        <td>
          <button type="button">修改</button>
        </td>
      </tr>
    </WideTable>,
  );
  const truncatedCell = screen.getByText('受理以前看材料是否齐全');
  const button = screen.getByRole('button');
  for (const cell of [truncatedCell, button.parentElement as HTMLElement]) {
    Object.defineProperty(cell, 'clientWidth', { value: 80 });
    Object.defineProperty(cell, 'scrollWidth', { value: 200 });
  }
  fireEvent.mouseOver(screen.getByText('审查岗'));
  fireEvent.mouseOver(truncatedCell);
  button.focus();
  expect(screen.getByText('审查岗').title).toBe('');
  expect(truncatedCell.title).toBe('受理以前看材料是否齐全');
  expect(button.parentElement?.title).toBe('修改');
  const widths = [...document.querySelectorAll('col')].map(({ style }) => style.width);
  expect(widths).toEqual(['calc(90px * var(--type-scale))', '', '']);
});
