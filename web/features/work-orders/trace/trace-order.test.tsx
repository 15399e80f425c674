import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildTrace } from '../test-order.ts';
import { TraceTimeline } from './TraceTimeline.tsx';
import { orderTraces } from './trace-order.ts';
import { durationText, handlerText, operationLabel } from './trace-texts.ts';

describe('order of a trace (S1 §4)', () => {
  it('puts pending rows first, rows without a node next, and handled rows last by their last update', () => {
    const traces = [
      buildTrace(1),
      buildTrace(2, { lastUpdatedAt: '2026-11-19T02:00:00.000Z' }),
      buildTrace(3),
      buildTrace(4, { flowNodeId: null }),
      buildTrace(5, { handlerStatus: 0, endTime: null }),
      buildTrace(6, { handlerStatus: 0, endTime: null }),
    ];
    expect(orderTraces(traces).map(({ number }) => number)).toEqual([6, 5, 4, 2, 3, 1]);
  });

  it('puts the later of two rows with the same time on top', () => {
    const at = '2026-11-19T02:00:00.000Z';
    const traces = [buildTrace(1, { lastUpdatedAt: at }), buildTrace(2, { lastUpdatedAt: at })];
    expect(orderTraces(traces).map(({ number }) => number)).toEqual([2, 1]);
  });
});

describe('timeline', () => {
  it('shows for each row the node, operation, handler, opinion and duration', () => {
    render(
      <TraceTimeline
        traces={[
          buildTrace(1, {
            actName: '确认收件',
            handlerOpinion: '材料已核对',
            startTime: '2026-11-20T02:00:00.000Z',
            endTime: '2026-11-21T05:30:00.000Z',
            due: { dueAt: '2026-11-20T15:59:59.000Z', light: 'none', text: '', provisional: false },
          }),
          buildTrace(2, {
            handlerStatus: 0,
            endTime: null,
            handlerName: '',
            candidateNames: ['信访受理审查岗'],
          }),
        ]}
        markedId={buildTrace(2).id}
      />,
    );
    const [pending, handled] = screen.getAllByRole('listitem');
    expect(pending?.textContent).toContain('环节2办理中');
    expect(pending?.textContent).toContain('信访受理审查岗');
    expect(pending?.getAttribute('aria-current')).toBe('true');
    expect(handled?.textContent).toContain('环节1确认收件刘洋 淳安县信访局材料已核对');
    expect(handled?.textContent).toContain('用时 1 天 3 小时超期 1 天');
  });

  it('titles the groups of its order if rows belong to no node, so that they are not read as the latest', () => {
    const traces = [buildTrace(1), buildTrace(2, { flowNodeId: null }), buildTrace(3)];
    const { rerender } = render(<TraceTimeline traces={traces} />);
    const texts = () => screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
    expect(texts()[0]).toBe('撤回、抄送等操作（不计入环节）');
    expect(texts()[1]).toContain('环节2');
    expect(texts()[2]).toBe('已办理的环节');
    rerender(<TraceTimeline traces={[buildTrace(1), buildTrace(3)]} />);
    expect(texts()).toHaveLength(2);
  });

  it('shows a message for an empty trace', () => {
    render(<TraceTimeline traces={[]} />);
    expect(screen.getByText('暂无办理轨迹')).toBeTruthy();
  });
});

describe('texts of a trace', () => {
  it('name the operation when the row has no button name', () => {
    expect(operationLabel(buildTrace(1, { actName: '', handlerOperation: 2 }))).toBe('退回');
    expect(operationLabel(buildTrace(1, { actName: '', handlerOperation: null }))).toBe('已完成');
    const closedTrace = buildTrace(1, { actName: '', handlerOperation: null, handlerName: '' });
    expect(operationLabel(closedTrace)).toBe('已关闭');
  });

  it('name three candidates and count the rest', () => {
    const pending = buildTrace(1, {
      handlerStatus: 0,
      handlerName: '',
      candidateNames: ['甲', '乙', '丙', '丁'],
    });
    expect(handlerText(pending)).toBe('甲、乙、丙 等 4 个处理人');
    expect(handlerText({ ...pending, candidateNames: [] })).toBe('待分配处理人');
  });

  it('give a duration in its two largest units', () => {
    const minute = 60_000;
    expect(durationText(59_000)).toBe('不足 1 分钟');
    expect(durationText(5 * minute)).toBe('5 分钟');
    expect(durationText(60 * minute)).toBe('1 小时');
    expect(durationText((24 * 60 + 61) * minute)).toBe('1 天 1 小时');
  });
});
