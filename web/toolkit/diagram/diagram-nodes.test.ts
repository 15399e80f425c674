import { describe, expect, it } from 'vitest';
import { fontSizeAt, initialZoom, stateOf, viewAround } from './diagram-nodes.ts';

describe('process diagram', () => {
  it('shows a node that was handled before and is open again as in progress', () => {
    expect(stateOf('accept', ['accept'], ['accept'])).toBe('active');
    expect(stateOf('accept', [], ['accept'])).toBe('done');
    expect(stateOf('sign', [], [])).toBe('ahead');
  });

  it('keeps its text at twelve points or more at every readable zoom, and inside its node below', () => {
    for (const zoom of [0.72, 0.9, 1, 1.5])
      expect(fontSizeAt(zoom) * zoom).toBeCloseTo(Math.max(12, 13 * zoom));
    expect(fontSizeAt(0.3)).toBe(fontSizeAt(0.72));
  });

  it('is shown completely when it is readable, or else the part around the active node', () => {
    expect(initialZoom(0.8)).toBe(0.8);
    expect(initialZoom(3)).toBe(1.15);
    expect(initialZoom(0.4)).toBe(0.85);
  });

  it('has the active node in the middle of a frame of any size', () => {
    const whole = { x: 100, y: 50, width: 2000, height: 600 };
    const node = { x: 1000, y: 300, width: 120, height: 80 };
    for (const frame of [
      { width: 1400, height: 240 },
      { width: 390, height: 160 },
    ])
      expect(viewAround(node, whole, frame)).toEqual({
        x: 1060 - frame.width / 2,
        y: 340 - frame.height / 2,
        ...frame,
      });
  });

  it('fills the frame beside its first and last node, and is in the middle of a larger frame', () => {
    const whole = { x: 100, y: 50, width: 2000, height: 300 };
    const frame = { width: 1000, height: 500 };
    const first = { x: 100, y: 150, width: 36, height: 36 };
    const last = { x: 2064, y: 150, width: 36, height: 36 };
    expect(viewAround(first, whole, frame)).toEqual({ x: 76, y: -50, ...frame });
    expect(viewAround(last, whole, frame)).toEqual({ x: 1124, y: -50, ...frame });
  });
});
