import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { UrgeManyDialog } from './UrgeManyDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const idOf = (number: number) => `018f0000-0000-7000-8000-00000000000${number}`;
const orders = [1, 2, 3].map((number) => ({
  id: idOf(number),
  code: `202600000${number}`,
  title: `第 ${number} 件`,
  endedAt: number === 3 ? '2026-11-20T02:00:00.000Z' : null,
  nodeName: number === 3 ? '' : '受理审查',
  handlerNames: number === 3 ? '' : '刘洋',
}));
const handler = { key: 'staff:liuyang', name: '刘洋', orgName: '淳安县信访局', positionNames: '' };

test('urges each order for one reason and lists the refusals', async () => {
  const calls = answerCalls({
    'GET /workorder/workorder/currentHandlers': () => ({
      rows: [{ candidates: [], handlers: [handler], handlerCount: 1, substitutes: [] }],
      channels: ['IN_SITE'],
    }),
    'POST /workorder/workorder/handle': ({ body }) =>
      (body as { workorderId: string }).workorderId === idOf(2)
        ? refuseWith(40923, '该办件已催办，16:00 之后可以再次催办')
        : { message: '催办成功' },
  });
  const onClose = vi.fn();
  renderPart(<UrgeManyDialog orders={orders} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: '催办 2 件' }));
  fireEvent.click(dialog.getByRole('button', { name: '确认催办 2 件' }));
  expect(await dialog.findByText('请输入催办内容')).toBeTruthy();
  expect(dialog.getByText(/所选办件中 1 件已办结，不催办。/)).toBeTruthy();
  const listed = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(listed[0]).toContain('受理审查　刘洋');
  expect(listed[2]).toContain('已办结，不催办');
  fireEvent.change(dialog.getByRole('textbox', { name: /催办内容/ }), { target: { value: '请尽快办理。' } });
  fireEvent.click(dialog.getByRole('button', { name: '确认催办 2 件' }));

  expect(await dialog.findByText('已催办 1，未催办 2')).toBeTruthy();
  const notes = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(notes[0]).toContain('已催办 刘洋');
  expect(notes[1]).toContain('该办件已催办，16:00 之后可以再次催办');
  expect(notes[2]).toContain('已办结，无需催办');
  const urgeBodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(urgeBodies).toHaveLength(2);
  expect(urgeBodies[0]).toMatchObject({
    handlerOperation: '7',
    workorderRemindInputVo: {
      reason: '请尽快办理。',
      receivers: ['staff:liuyang'],
      channelType: ['IN_SITE'],
    },
  });
  // The order that has ended is not offered again.
  expect(dialog.getByRole('button', { name: '重试未催办 1 件' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '完成' }));
  expect(onClose).toHaveBeenCalledWith(true);
});
