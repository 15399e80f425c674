import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Guide } from '#contract/guides.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { GuideScreen } from './GuideScreen.tsx';
import { testGuide } from './test-guide.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(guide: Partial<Guide>) {
  answerCalls({ 'GET /business/business/getGuide': () => ({ ...testGuide, ...guide }) });
  renderPart(<GuideScreen />, '/guide/petition-letter');
}
const papers = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.firstChild?.textContent);

test.each([
  ['请携带身份证原件', '请携带身份证原件'],
  [' ', '该事项没有办事指南'],
])(
  '/guide/{id} shows the guide of the item or that it has none, and a link to start it (S0 §2): "%s"',
  async (guide, expectedText) => {
    show({ guide, papers: [], situations: [] });
    expect(await screen.findByText(expectedText)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: '发起办件' }).length).toBeGreaterThan(0);
  },
);

test('the material list follows the chosen situation, level by level', async () => {
  show({});
  expect(await papers()).toEqual(['申请书']);
  expect(screen.getByText('选择情形后，列出该情形所需的全部材料。')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '食品经营' }));
  expect(await papers()).toEqual(['申请书', '管理制度']);
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: '“食品经营”的情形' })).getByLabelText('新办'),
  );
  expect(await papers()).toEqual(['申请书', '管理制度', '平面图']);
  expect(screen.queryByText('选择情形后，列出该情形所需的全部材料。')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: '药品零售' }));
  expect(await papers()).toEqual(['申请书']);
});
