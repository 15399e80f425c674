import { describe, expect, it } from 'vitest';
import { type DrawnShape, describeNodes, stateOf } from './diagram-nodes.ts';

const shape = (id: string, type: string, x: number, name = id): DrawnShape => ({ id, type, name, x, y: 0 });

describe('the diagram in words', () => {
  it('names events and tasks from left to right and leaves gateways and unnamed shapes out', () => {
    const shapes = [
      shape('review', 'bpmn:UserTask', 300),
      shape('fork', 'bpmn:ParallelGateway', 200),
      shape('start', 'bpmn:StartEvent', 0),
      shape('end', 'bpmn:EndEvent', 500, ''),
      shape('accept', 'bpmn:UserTask', 100),
    ];
    expect(describeNodes(shapes, ['review'], ['start', 'accept'])).toEqual([
      { id: 'start', name: 'start', state: 'done' },
      { id: 'accept', name: 'accept', state: 'done' },
      { id: 'review', name: 'review', state: 'active' },
    ]);
  });

  it('shows a node that was done before and is open again as in progress', () => {
    expect(stateOf('accept', ['accept'], ['accept'])).toBe('active');
    expect(stateOf('sign', [], [])).toBe('ahead');
  });
});
