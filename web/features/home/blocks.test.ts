import { beforeEach, expect, test } from 'vitest';
import {
  blocks,
  defaultArrangement,
  moveBlock,
  readArrangement,
  showBlock,
  writeArrangement,
} from './blocks.ts';

beforeEach(() => localStorage.clear());

test('a block swaps places with its neighbour in the same column, and does not move past the ends', () => {
  const { order } = moveBlock(defaultArrangement, 'nodes', -1);
  expect(order).toEqual(['nodes', 'first', 'others', 'start', 'copies', 'unread', 'week']);
  expect(moveBlock(defaultArrangement, 'start', -1).order).toEqual(blocks);
});

test('an arrangement is stored per person, and invalid or new blocks are handled', () => {
  writeArrangement('liuyang', showBlock(defaultArrangement, 'week', false));
  expect(readArrangement('liuyang').hidden).toEqual(['week']);
  expect(readArrangement('zhangwei')).toEqual(defaultArrangement);
  localStorage.setItem('banjian.home.x', '{"order":["week","gone"]}');
  expect(readArrangement('x').order).toEqual([
    'week',
    'first',
    'nodes',
    'others',
    'start',
    'copies',
    'unread',
  ]);
  localStorage.setItem('banjian.home.x', 'nonsense');
  expect(readArrangement('x')).toEqual(defaultArrangement);
});
