import { useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renewMatchingQueries } from '#web/api/query-of.ts';
import { buildTrace } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { TraceCard } from './TraceCard.tsx';

afterEach(() => vi.unstubAllGlobals());

const path = 'GET /workorder/workorders/2026000123/traces';
const emptyExtras = { corrects: [], specials: [], outputs: [], pays: [], workorderRareVo: null };
const remote = {
  ...buildTrace(1, { id: 'remote.1', flowNodeName: '省级受理', flowNodeId: null }),
  ...emptyExtras,
};

let changeOrder: () => Promise<void>;
function OrderChangeProbe() {
  const client = useQueryClient();
  changeOrder = () => renewMatchingQueries(client, () => true);
  return null;
}

function openCard(sourceName: string | null, pickedRow?: { id: string }) {
  return renderPart(
    <>
      <OrderChangeProbe />
      <TraceCard
        code="2026000123"
        traces={[buildTrace(1), buildTrace(2)]}
        sourceName={sourceName}
        markedId={undefined}
        pickedRow={pickedRow}
        ownId={undefined}
        actionOf={() => <button type="button">撤回</button>}
      />
    </>,
  );
}

describe('trace of another system (S1 §7)', () => {
  it('replaces the portal’s trace, names its source, offers no actions, and switches back on request', async () => {
    answerCalls({ [path]: () => ({ rows: [remote], source: { name: '省系统', fault: null } }) });
    openCard('省系统');
    expect(await screen.findByText('省级受理')).toBeTruthy();
    expect(screen.getByText(/以下轨迹由“省系统”提供/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull();
    expect(screen.queryByRole('button', { name: '导出办理轨迹' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '查看本系统的轨迹' }));
    expect(screen.getByText('环节1')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: '撤回' })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: '查看“省系统”的轨迹' }));
    expect(screen.getByText('省级受理')).toBeTruthy();
  });

  it('stays while orders change here, without another request to the other system', async () => {
    const calls = answerCalls({
      [path]: () => ({ rows: [remote], source: { name: '省系统', fault: null } }),
    });
    openCard('省系统');
    await screen.findByText('省级受理');
    await act(() => changeOrder());
    expect(screen.getByText('省级受理')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('leaves the portal’s trace with the reason when it is unavailable, and can be retried', async () => {
    const problem = '接口在 5 秒内没有应答';
    const calls = answerCalls({ [path]: () => ({ rows: [], source: { name: '省系统', fault: problem } }) });
    openCard('省系统');
    expect(await screen.findByText(new RegExp(`未能取得“省系统”的轨迹：${problem}`))).toBeTruthy();
    expect(screen.getByText('环节1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it('is replaced by the portal’s trace when one of its steps is picked elsewhere on the page', async () => {
    answerCalls({ [path]: () => ({ rows: [remote], source: { name: '省系统', fault: null } }) });
    openCard('省系统', { id: buildTrace(2).id });
    expect(await screen.findByText('环节2')).toBeTruthy();
  });

  it('is not requested when the item has no other system', () => {
    const calls = answerCalls({});
    openCard(null);
    expect(screen.getByText('环节1')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});
