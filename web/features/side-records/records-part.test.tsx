import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SideRecordRow } from '#contract/side-records.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { RecordsPart } from './RecordsPart.tsx';

afterEach(() => vi.unstubAllGlobals());

const order = { id: '018f0000-0000-7000-8000-000000000000', code: '2026000360', title: '督办的一件' };
const row = (state: 'suspended' | 'resumed'): SideRecordRow => ({
  id: 1,
  kind: 'suspension',
  kindName: '中止',
  state,
  stateName: state === 'suspended' ? '中止中' : '已恢复',
  isOpen: state === 'suspended',
  traceId: null,
  nodeName: '受理审查',
  openedAt: '2026-10-01T04:38:00.000Z',
  openedBy: '刘洋',
  changedAt: '2026-10-01T04:38:00.000Z',
  changedBy: '刘洋',
  dueAt: null,
  pauses: [],
  extension: null,
  data: { ground: 'force-majeure', reason: '台风停工' },
});
const resume = {
  kind: 'suspension',
  command: 'resume',
  label: '恢复办理',
  recordId: 1,
  traceId: null,
  nodeName: '受理审查',
  dangerous: false,
  whyNot: '',
} as const;

it('shows the new state of a record after a command, also without a live event', async () => {
  let state: 'suspended' | 'resumed' = 'suspended';
  answerCalls({
    [`GET /api/work-orders/${order.code}/records`]: () => ({
      records: [row(state)],
      offers: state === 'suspended' ? [resume] : [],
      settings: {},
    }),
    [`POST /api/work-orders/${order.code}/records/suspension`]: () => {
      state = 'resumed';
      return { message: '已恢复办理', status: 4 };
    },
  });
  renderPart(<RecordsPart order={order} onDone={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: '恢复办理' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: '恢复原因' }), {
    target: { value: '已复工' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: '确认恢复办理' }));
  expect(await screen.findByText('已恢复')).toBeTruthy();
});
