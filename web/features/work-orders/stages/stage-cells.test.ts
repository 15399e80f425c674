import { describe, expect, it } from 'vitest';
import { buildMyTask, buildTrace } from '../test-order.ts';
import { nodeCells, stageCells } from './stage-cells.ts';

const node = (id: string, name: string, limit = '3 个工作日') => ({
  id,
  name,
  limit,
  candidateNames: [`${name}岗`],
});

const page = buildMyTask({
  process: {
    definitionId: 'petition-letter:1',
    activeNodeIds: ['review'],
    doneNodeIds: ['start'],
    nodes: [
      { ...node('start', '来信登记', ''), candidateNames: [] },
      node('review', '受理审查'),
      node('alone', '单办承办'),
      node('lead', '主办单位承办'),
      node('sign', '签发'),
    ],
    stages: [
      { nodeIds: ['start'], state: 'done' },
      { nodeIds: ['review'], state: 'active' },
      { nodeIds: ['alone', 'lead'], state: 'ahead' },
      { nodeIds: ['sign'], state: 'ahead' },
    ],
  },
  traces: [
    buildTrace(1, {
      flowNodeId: 'start',
      handlerName: '张伟',
      startTime: '2026-11-19T07:00:00.000Z',
      endTime: '2026-11-19T09:00:00.000Z',
    }),
    // Returned once, and open again.
    buildTrace(2, { flowNodeId: 'review', handlerName: '赵敏' }),
    buildTrace(3, {
      flowNodeId: 'review',
      handlerStatus: 0,
      handlerName: '',
      candidateNames: ['信访受理审查岗'],
      startTime: '2026-11-20T08:17:00.000Z',
      endTime: null,
    }),
  ],
});

describe('stages as text', () => {
  it('show who handled each step and when, who has it now, and who is next with the time limit', () => {
    expect(
      stageCells(page).map(({ name, handlerText, timeOrLimit, duration }) => [
        name,
        handlerText,
        timeOrLimit,
        duration,
      ]),
    ).toEqual([
      ['来信登记', '张伟', '11-19 17:00', '2 小时'],
      ['受理审查', '待您办理（信访受理审查岗）', '11-20 16:17 到达', ''],
      ['承办', '2 个环节可选', '限 3 个工作日', ''],
      ['签发', '签发岗', '限 3 个工作日', ''],
    ]);
  });

  it('say by how many days a step was finished late', () => {
    const [start, ...others] = page.traces;
    const due = { dueAt: '2026-11-17T15:59:59.000Z', light: 'none', text: '', provisional: false } as const;
    const lateCells = stageCells({
      ...page,
      traces: [{ ...(start as typeof start & object), due }, ...others],
    });
    expect(lateCells.map(({ lateness }) => lateness)).toEqual(['超期 2 天', '', '', '']);
    expect(stageCells(page)[0]?.lateness).toBe('');
  });

  it('name the reader of a step at which several people are asked, and not another of them', () => {
    const open = { flowNodeId: 'review', handlerStatus: 0, handlerName: '', endTime: null } as const;
    const ownTrace = buildTrace(4, { ...open, candidateNames: ['曹慧'], seatOf: { panelId: 1, seat: 0 } });
    const otherTrace = buildTrace(5, { ...open, candidateNames: ['彭波'], seatOf: { panelId: 1, seat: 1 } });
    const pageWithSeats = { ...page, traces: [ownTrace, otherTrace] };
    const task = page.task && { ...page.task, traceId: ownTrace.id };
    expect(stageCells({ ...pageWithSeats, task })[1]?.handlerText).toBe('待您办理（曹慧）');
  });

  it('name the handler of the step, and not a person consulted at it', () => {
    const seatTrace = buildTrace(3, {
      flowNodeId: 'start',
      handlerName: '孙磊',
      seatOf: { panelId: 1, seat: 0 },
      startTime: '2026-11-19T08:00:00.000Z',
      endTime: '2026-11-19T08:15:00.000Z',
    });
    const handlerTrace = buildTrace(2, {
      flowNodeId: 'start',
      handlerName: '刘洋',
      startTime: '2026-11-19T07:00:00.000Z',
      endTime: '2026-11-19T09:00:00.000Z',
    });
    const [first] = stageCells({ ...page, traces: [seatTrace, handlerTrace] });
    expect(first).toMatchObject({ name: '来信登记', handlerText: '刘洋', duration: '2 小时' });
  });

  it('link to their trace row, and contain the folded branches', () => {
    const cells = stageCells(page);
    expect(cells[1]?.traceId).toBe(buildTrace(3).id);
    expect(cells[2]?.branches.map(({ name, handlerText }) => [name, handlerText])).toEqual([
      ['单办承办', '单办承办岗'],
      ['主办单位承办', '主办单位承办岗'],
    ]);
  });

  it('list every node for the table, with branch nodes as separate rows', () => {
    expect(nodeCells(page).map(({ name, state }) => [name, state])).toEqual([
      ['来信登记', 'done'],
      ['受理审查', 'active'],
      ['单办承办', 'ahead'],
      ['主办单位承办', 'ahead'],
      ['签发', 'ahead'],
    ]);
  });
});
