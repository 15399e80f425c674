import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type FirstStepRow, firstSteps } from '#contract/first-steps.ts';
import { session } from '#contract/session.ts';
import { Permission } from '#domain/access/actor.ts';
import { firstStepCodes } from '#domain/first-steps/first-steps.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { FirstStepsScreen } from './FirstStepsScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const figures = {
  organisations: 1,
  halls: 0,
  windows: 0,
  posts: 0,
  groups: 0,
  people: 0,
  peopleWithoutRoles: 0,
  peopleWithoutRights: 0,
  mixedHands: 1,
  forms: 0,
  processes: 0,
  items: 0,
  orders: 0,
};
const step = (code: FirstStepRow['code'], fields: Partial<FirstStepRow> = {}): FirstStepRow => ({
  code,
  isDone: false,
  isOptional: false,
  isMine: false,
  doers: [],
  ...fields,
});

const show = (steps: FirstStepRow[]) => {
  answerCalls({ [`GET ${firstSteps.show.path}`]: () => ({ officeName: '本单位', steps, figures }) });
  renderPart(<FirstStepsScreen />);
};
const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${title}`) });
  const listItem = heading.closest('li');
  if (!listItem) throw new Error(`${title} is no step`);
  return within(listItem);
};

it('links the user’s own steps to their screens, and names who does the other steps', async () => {
  show([
    step('organisations', { isMine: true }),
    step('forms', { doers: ['肖涵'] }),
    step('items'),
    step('firstOrder'),
  ]);
  expect((await row('机构和部门')).getByRole('link', { name: '新建或导入' }).getAttribute('href')).toBe(
    '/business/organisations',
  );
  expect((await row('表单')).getByText('由肖涵办理')).toBeDefined();
  expect((await row('事项')).getByText('还没有人有此权限，请先授予角色')).toBeDefined();
  expect((await row('第一件办件')).getByText('还没有人能发起办件')).toBeDefined();
  expect(screen.getByText('必做项已完成 0 / 4')).toBeDefined();
});

it('counts the required steps, and shows when the office can accept orders', async () => {
  show(firstStepCodes.map((code) => step(code, { isDone: true, isOptional: code === 'posts' })));
  expect(await screen.findByText('本单位已可以受理办件')).toBeDefined();
  expect(screen.getByText('必做项已完成 14 / 14')).toBeDefined();
  // Finished steps are folded; an optional step that is not done stays in view.
  const folded = screen.getByText('查看已完成的必做 14 项、可选 1 项').closest('details');
  expect(folded?.open).toBe(false);
});

it('keeps an optional step in view that a ready office has not done', async () => {
  show([step('organisations', { isDone: true }), step('posts', { isOptional: true })]);
  expect((await row('岗位')).getByText('可选')).toBeDefined();
  expect(screen.getByRole('heading', { name: /^岗位/ }).closest('details')).toBeNull();
  expect(screen.getByText('查看已完成的必做 1 项')).toBeDefined();
});

it('links a ready office to the screens that this person may open', async () => {
  answerCalls({
    [`GET ${firstSteps.show.path}`]: () => ({
      officeName: '本单位',
      steps: [step('organisations', { isDone: true })],
      figures,
    }),
    [`GET ${session.currentUser.path}`]: () => ({ id: 'me', permissions: [Permission.operateSystem] }),
  });
  renderPart(<FirstStepsScreen />);
  expect((await screen.findByRole('link', { name: '系统运行' })).getAttribute('href')).toBe(
    '/business/operation',
  );
  expect(screen.getByRole('link', { name: '使用手册' })).toBeDefined();
  expect(screen.queryByRole('link', { name: '事项' })).toBeNull();
});

it('shows a failure with a way to retry', async () => {
  answerCalls({ [`GET ${firstSteps.show.path}`]: () => refuseWith(403, '无权执行此操作') });
  renderPart(<FirstStepsScreen />);
  expect(await screen.findByText('无权执行此操作')).toBeDefined();
});
