import { describe, expect, it } from 'vitest';
import { fontSizeAt, initialZoom, stateOf } from './diagram-nodes.ts';

describe('process diagram', () => {
  it('shows a node that was handled before and is open again as in progress', () => {
    expect(stateOf('accept', ['accept'], ['accept'])).toBe('active');
    expect(stateOf('accept', [], ['accept'])).toBe('done');
    expect(stateOf('sign', [], [])).toBe('ahead');
  });

  it('keeps its text at twelve points or more at every zoom', () => {
    for (const zoom of [0.5, 0.7, 0.9, 1, 1.5])
      expect(fontSizeAt(zoom) * zoom).toBeCloseTo(Math.max(12, 13 * zoom));
  });

  it('is shown completely when it is readable, or else the part around the active node', () => {
    expect(initialZoom(0.8)).toEqual({ zoom: 0.8, whole: true });
    expect(initialZoom(3)).toEqual({ zoom: 1.15, whole: true });
    expect(initialZoom(0.4).isWhole).toBe(false);
  });
});
