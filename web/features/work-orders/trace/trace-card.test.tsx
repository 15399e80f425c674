import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { traceExport } from '#contract/trace-export.ts';
import type { Trace } from '#contract/work-orders.ts';
import { buildTrace } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { TraceCard } from './TraceCard.tsx';
import { filterTraces, kindsOf, traceChoices } from './trace-filter.ts';
import type { RestOfTrace } from './use-trace.ts';

afterEach(() => vi.unstubAllGlobals());

const copy = buildTrace(3, { flowNodeId: null, handlerOperation: null, receiverNames: ['市场监管局'] });
const reassignTrace = buildTrace(4, { flowNodeId: null, handlerOperation: null, actName: '改派' });
const returnTrace = buildTrace(5, { handlerOperation: 2, actName: '退回补正', handlerName: '赵敏' });
const pendingTrace = buildTrace(6, { handlerStatus: 0, endTime: null, handlerName: '' });
const withFile = buildTrace(7, {
  handlerName: '孙丽',
  attachments: [{ id: 'f', name: '勘验照片.jpg', size: 3 }],
});

describe('kinds of a trace row', () => {
  it('describe the operation by one label, regardless of the button label', () => {
    expect(kindsOf(copy)).toEqual(['抄送']);
    expect(kindsOf(reassignTrace)).toEqual(['改派']);
    expect(kindsOf(returnTrace)).toEqual(['退回']);
    expect(kindsOf(pendingTrace)).toEqual(['办理中']);
  });

  it('are offered once each, with the people and nodes that occur', () => {
    const { kind, person } = traceChoices([returnTrace, copy, returnTrace]);
    expect(kind.filter((label) => label === '退回')).toHaveLength(1);
    expect(person).toContain('赵敏');
  });
});

describe('filter of a trace', () => {
  const allTraces = [copy, reassignTrace, returnTrace, pendingTrace, withFile];
  const numbers = (traces: readonly Trace[]) => traces.map(({ number }) => number);

  it.each([
    [{ kind: '退回', text: '' }, [5]],
    [{ person: '孙丽', text: '' }, [7]],
    [{ node: '环节5', text: '' }, [5]],
    [{ text: '勘验' }, [7]],
    [{ text: '市场 抄送' }, []],
    [{ text: '市场' }, [3]],
    [{ kind: '退回', text: '没有' }, []],
  ])('finds by %j the rows %j', (filter, found) => {
    expect(numbers(filterTraces(allTraces, filter))).toEqual(found);
  });
});

function openCard(traces: readonly Trace[], picked?: { id: string }, rest?: RestOfTrace) {
  return renderPart(
    <TraceCard
      code="2026000123"
      traces={traces}
      {...(rest && { rest })}
      markedId={undefined}
      pickedRow={picked}
      ownId={undefined}
      actionOf={() => null}
    />,
  );
}

const allTimes = (at: string) => ({ startTime: at, endTime: at, createdAt: at, lastUpdatedAt: at });

const longTrace = Array.from({ length: 200 }, (_, index) =>
  buildTrace(index + 1, {
    handlerName: index % 50 === 0 ? '赵敏' : '刘洋',
    ...allTimes(new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString()),
  }),
);

describe('trace of 200 rows', () => {
  it('shows the newest twenty, and the rest on request', () => {
    openCard(longTrace);
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    fireEvent.click(screen.getByRole('button', { name: '展开其余 180 条' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(200);
    fireEvent.click(screen.getByRole('button', { name: '收起' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
  });

  it('unfolds to the row picked on the page, and focuses it', () => {
    const oldest = longTrace[0] as Trace;
    openCard(longTrace, { id: oldest.id });
    expect(screen.getAllByRole('listitem')).toHaveLength(200);
    expect(document.activeElement?.id).toBe(`trace-${oldest.id}`);
  });

  it('is filtered by words, and exports what is shown', async () => {
    const urls = Object.assign(URL, {
      createObjectURL: () => 'blob:x',
      revokeObjectURL: () => undefined,
    });
    vi.stubGlobal('URL', urls);
    const path = traceExport.csv.path.replace(':workorderCode', '2026000123');
    const calls = answerCalls({ [`POST ${path}`]: () => ({ fileName: 'x.csv', rows: 4, content: '' }) });
    openCard(longTrace);
    fireEvent.click(screen.getByRole('button', { name: '筛选' }));
    fireEvent.change(screen.getByRole('textbox', { name: '意见、单位或附件' }), {
      target: { value: '赵敏' },
    });
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(screen.getByText('4 / 200 条')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '导出办理轨迹' }));
    expect(await screen.findByText('已导出 4 条')).toBeTruthy();
    expect(calls[0]?.body).toMatchObject({
      ids: longTrace
        .filter(({ handlerName }) => handlerName === '赵敏')
        .map(({ id }) => id)
        .reverse(),
    });
    fireEvent.change(screen.getByRole('textbox', { name: '意见、单位或附件' }), {
      target: { value: '没有' },
    });
    expect(screen.getByText('没有符合条件的轨迹')).toBeTruthy();
  });
});

describe('long trace of which the page has the first rows', () => {
  const newest = longTrace.slice(-40);
  const rest = (change: Partial<RestOfTrace> = {}): RestOfTrace => ({
    rowCount: 200,
    answers: 10,
    loading: false,
    failure: null,
    load: vi.fn(),
    ...change,
  });

  it('counts all rows, shows consecutive ones, and loads the rest when it is unfolded', () => {
    const restOfTrace = rest();
    openCard(newest, undefined, restOfTrace);
    expect(screen.getByText('200 条')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    expect(restOfTrace.load).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '展开其余 170 条' }));
    expect(restOfTrace.load).toHaveBeenCalledTimes(1);
    expect(screen.getByText('正在载入全部轨迹…')).toBeTruthy();
  });

  it('loads the rest when the filter is opened, and offers no filter before that', () => {
    const restOfTrace = rest();
    openCard(newest, undefined, restOfTrace);
    fireEvent.click(screen.getByRole('button', { name: '筛选' }));
    expect(restOfTrace.load).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('search')).toBeNull();
  });

  it.each([
    ['is not loaded', longTrace[0] as Trace, 1],
    ['is after the first rows shown', newest[3] as Trace, 1],
    ['is among the first rows shown', newest[20] as Trace, 0],
  ])('loads the rest only if needed when the wanted row %s', (_, { id }, times) => {
    const restOfTrace = rest();
    openCard(newest, { id }, restOfTrace);
    expect(restOfTrace.load).toHaveBeenCalledTimes(times);
  });

  it('shows a loading failure, and can be retried', () => {
    const restOfTrace = rest({ failure: new Error('断线') });
    openCard(newest, { id: (longTrace[0] as Trace).id }, restOfTrace);
    expect(restOfTrace.load).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }));
    expect(restOfTrace.load).toHaveBeenCalledTimes(1);
  });
});

it('an opinion shows its attachments, each with a button to open it', () => {
  openCard([withFile]);
  expect(screen.getByRole('button', { name: '勘验照片.jpg' })).toBeTruthy();
});
