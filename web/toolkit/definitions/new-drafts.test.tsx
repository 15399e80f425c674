import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { storeSession } from '#web/api/session-token.ts';
import { renderPart } from '#web/features/work-orders/test-screen.tsx';
import { NewDrafts } from './NewDrafts.tsx';

const draft = (overrides: object) =>
  JSON.stringify({
    at: '2026-11-20T02:05:00.000Z',
    name: '占道经营许可',
    over: 0,
    content: {},
    ...overrides,
  });
const drafts = (
  <NewDrafts
    kind="item"
    label="事项"
    usedCodes={['letter']}
    addressOf={(code) => `/business/items/${code}`}
  />
);

beforeEach(() => {
  localStorage.clear();
  storeSession({ accessToken: 'token-1', loginType: 'password', staffId: 'staff-xiaohan' });
});

it('links to new definitions of the person without a published version, and discards them on request', () => {
  localStorage.setItem('banjian.draft.staff-xiaohan.item.stall', draft({}));
  localStorage.setItem('banjian.draft.staff-xiaohan.item.letter', draft({ name: '已发布' }));
  localStorage.setItem('banjian.draft.staff-xiaohan.item.permit', draft({ name: '新版', over: 2 }));
  localStorage.setItem('banjian.draft.staff-xiaohan.form.stall', draft({ name: '表单' }));
  localStorage.setItem('banjian.draft.staff-liuyang.item.other', draft({ name: '他人' }));
  renderPart(drafts);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText(/“占道经营许可”尚未发布/)).toBeDefined();
  expect(screen.getByRole('link', { name: '继续填写' }).getAttribute('href')).toBe(
    '/business/items/stall?new',
  );
  fireEvent.click(screen.getByRole('button', { name: /放\s*弃/ }));
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(localStorage.getItem('banjian.draft.staff-xiaohan.item.stall')).toBeNull();
});
