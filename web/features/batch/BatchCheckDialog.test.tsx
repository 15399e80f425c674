import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type BatchTask, batch } from '#contract/batch.ts';
import type { TodoRow } from '#contract/work-orders.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { BatchCheckDialog } from './BatchCheckDialog.tsx';

const id = '01a1f6d9-a0a0-7da4-9152-e483b392e2f0';
const traceId = `${id}.1`;
const due = { dueAt: null, provisional: false, light: 'green', text: '余 1 个工作日' } as const;
const button = {
  id: 'receive',
  code: '1',
  name: '确认收件',
  needsOpinion: false,
  nextNodeNames: '受理审查',
  undoable: true,
  makesDocuments: false,
  numbersDocuments: false,
};

function show(reason: string | null, others: readonly BatchTask[] = []) {
  const task = { workorderId: id, workorderCode: '2026000123', kind: 'receive', flowNodeName: '收件' };
  const row: BatchTask = { traceId, task, reason: null, buttons: [{ ...button, reason }] };
  answerCalls({
    [`POST ${batch.check.path}`]: () => ({ rows: [row, ...others], checkedAt: '2026-11-20T02:00:00.000Z' }),
  });
  renderPart(
    <BatchCheckDialog
      selectedTasks={[{ traceId, code: '2026000123', title: '三号楼电梯停运', due } as TodoRow]}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
      onStart={() => undefined}
      onClose={() => undefined}
    />,
  );
}

afterEach(() => vi.unstubAllGlobals());

it('warns of tasks that cannot be handled only if there are some', async () => {
  show(null);
  expect((await screen.findAllByRole('status'))[0]?.textContent).toBe(' 1 件可以办理');
});

it('counts the tasks that cannot be handled', async () => {
  show('表单未填写完整');
  expect(await screen.findByText(/件不能办理，不会提交/)).toBeTruthy();
});

it('asks for the opinion by the field of a single action', async () => {
  show(null);
  const field = await screen.findByRole('textbox', { name: '处理意见（选填）' });
  expect(screen.getByText('1 件使用同一条意见')).toBeTruthy();
  fireEvent.change(field, { target: { value: '材'.repeat(1001) } });
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('offers only steps at which a task can be handled, and lists all other tasks with their reasons', async () => {
  const accept = { ...button, id: 'accept', name: '受理', reason: '表单未填写完整' };
  const task = { workorderId: id, workorderCode: '2026000124', kind: 'review', flowNodeName: '受理审查' };
  show(null, [{ traceId: `${id}.2`, task, reason: null, buttons: [accept] }]);
  expect(await screen.findByText(/件不能办理，不会提交/)).toBeTruthy();
  expect(screen.getByText('表单未填写完整')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  const tables = screen.getAllByRole('table').map((table) => table.querySelector('caption')?.textContent);
  expect(tables).toEqual(['可以办理的办件', '不能办理的办件']);
});
