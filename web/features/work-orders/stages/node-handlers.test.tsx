import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentHandlers, type NodeVisit } from '#contract/current-handlers.ts';
import type { DiagramProps } from '#web/toolkit/diagram/ProcessDiagram.tsx';
import { buildOrderPage } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { DiagramPage } from './DiagramPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const openVisit: NodeVisit = {
  traceId: '018f0000-0000-7000-8000-000000000000.2',
  handlerStatus: 0,
  actName: '',
  handlerName: '',
  handlerOrgName: '',
  startTime: '2026-03-02T02:00:00.000Z',
  endTime: null,
  candidateNames: ['受理审查岗'],
  handlers: [
    {
      key: 'staff:zhaomin',
      name: '赵敏',
      orgName: '淳安县信访局',
      positionNames: '受理审查岗',
    },
  ] as NodeVisit['handlers'],
  handlerCount: 5,
  substitutes: [{ key: 'staff:hudong', name: '胡东', orgName: '监察队', absentName: '赵敏' }],
};

/** Replaces the diagram; a click on a node reports its id. */
function DiagramStub({ onSelect }: DiagramProps) {
  return (
    <button type="button" onClick={() => onSelect('somewhere')}>
      节点
    </button>
  );
}

describe('clicked node of the process diagram', () => {
  it('shows who may take the task (S1 §7)', async () => {
    const calls = answerCalls({
      [`GET ${currentHandlers.ofNode.path}`]: () => ({ flowNodeName: '受理审查', rows: [openVisit] }),
    });
    const page = buildOrderPage();
    renderPart(<DiagramPage page={page} Diagram={DiagramStub} onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: '节点', hidden: true }));
    expect(await screen.findByText(/等待赵敏（淳安县信访局，受理审查岗）/)).toBeDefined();
    expect(screen.getByText(/等 5 人/)).toBeDefined();
    expect(screen.getByText(/（胡东 代 赵敏）/)).toBeDefined();
    expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
      procInsId: page.order.id,
      processDefId: page.order.procDefId,
      flowNodeId: 'somewhere',
    });
  });

  it('shows a message when the order has not reached the node', async () => {
    answerCalls({
      [`GET ${currentHandlers.ofNode.path}`]: () => ({ flowNodeName: '签发', rows: [] }),
    });
    renderPart(<DiagramPage page={buildOrderPage()} Diagram={DiagramStub} onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: '节点', hidden: true }));
    expect(await screen.findByText('尚未到达')).toBeDefined();
  });
});
