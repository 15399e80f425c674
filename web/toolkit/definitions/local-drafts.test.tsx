import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { storeSession } from '#web/api/session-token.ts';
import { renderPart } from '#web/features/work-orders/test-screen.tsx';
import { LocalDrafts } from './LocalDrafts.tsx';

const draft = (overrides: object) =>
  JSON.stringify({
    at: '2026-11-20T02:05:00.000Z',
    name: '占道经营许可',
    over: 0,
    content: {},
    ...overrides,
  });
const drafts = (
  <LocalDrafts
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

it('links to new definitions and to changes of published ones, and discards them on request', async () => {
  localStorage.setItem('banjian.draft.staff-xiaohan.item.stall', draft({}));
  localStorage.setItem(
    'banjian.draft.staff-xiaohan.item.letter',
    draft({ name: '来信', over: 2, at: '2026-11-20T02:04:00.000Z' }),
  );
  localStorage.setItem('banjian.draft.staff-xiaohan.item.removed', draft({ name: '不再有', over: 2 }));
  localStorage.setItem('banjian.draft.staff-xiaohan.form.stall', draft({ name: '表单' }));
  localStorage.setItem('banjian.draft.staff-liuyang.item.other', draft({ name: '他人' }));
  renderPart(drafts);
  const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringMatching(/^“占道经营许可”尚未发布，/),
    expect.stringMatching(/^“来信”有未发布的修改，/),
  ]);
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('继续填写')).toBe('/business/items/stall?new');
  expect(addressOf('继续修改')).toBe('/business/items/letter');
  fireEvent.click(screen.getAllByRole('button', { name: /^放\s*弃$/ })[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: '放弃草稿' }));
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^“来信”/)]));
  expect(localStorage.getItem('banjian.draft.staff-xiaohan.item.stall')).toBeNull();
});
