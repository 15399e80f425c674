import { describe, expect, it } from 'vitest';
import { isDrawn, isFull, padSize, pathOf, pointOnPad, strokeLimits, withPoints } from './strokes.ts';

const box = { left: 100, top: 50, width: 500, height: 200 };

describe('a point of the pad (S2 §2)', () => {
  it('is the same on a pad of any size', () => {
    const small = { ...box, width: 250, height: 100 };
    expect(pointOnPad({ clientX: 350, clientY: 150 }, box, false)).toEqual({ x: 500, y: 200 });
    expect(pointOnPad({ clientX: 225, clientY: 100 }, small, false)).toEqual({ x: 500, y: 200 });
  });

  it('of a pad that is turned by a quarter runs down and to the left', () => {
    const turned = { left: 0, top: 0, width: 200, height: 500 };
    expect(pointOnPad({ clientX: 200, clientY: 0 }, turned, true)).toEqual({ x: 0, y: 0 });
    expect(pointOnPad({ clientX: 200, clientY: 500 }, turned, true)).toEqual({ x: padSize.width, y: 0 });
    expect(pointOnPad({ clientX: 0, clientY: 0 }, turned, true)).toEqual({ x: 0, y: padSize.height });
  });

  it('stays within its edges when the pen leaves them', () => {
    expect(pointOnPad({ clientX: -900, clientY: 9000 }, box, false)).toEqual({ x: 0, y: padSize.height });
    expect(pointOnPad({ clientX: 1, clientY: 1 }, { left: 0, top: 0, width: 0, height: 0 }, false)).toEqual({
      x: padSize.width,
      y: padSize.height,
    });
  });
});

describe('a stroke', () => {
  it('leaves out points that the pen has hardly moved to', () => {
    const stroke = [{ x: 10, y: 10 }];
    expect(withPoints(stroke, [{ x: 11, y: 10 }])).toBe(stroke);
    expect(
      withPoints(stroke, [
        { x: 11, y: 10 },
        { x: 14, y: 10 },
      ]),
    ).toEqual([stroke[0], { x: 14, y: 10 }]);
  });

  it('is none if it is only a tap, however many points the tap has', () => {
    expect(isDrawn([])).toBe(false);
    expect(isDrawn([{ x: 10, y: 10 }])).toBe(false);
    expect(
      isDrawn([
        { x: 10, y: 10 },
        { x: 13, y: 10 },
        { x: 10, y: 12 },
      ]),
    ).toBe(false);
    expect(
      isDrawn([
        { x: 10, y: 10 },
        { x: 40, y: 10 },
      ]),
    ).toBe(true);
  });

  it('is a path through its points', () => {
    expect(pathOf([])).toBe('');
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 20, y: 10 },
      ]),
    ).toBe('M0 0Q10 0 15 5Q20 10 20 10');
  });
});

it('a pad is full at the limit of its strokes and of its points', () => {
  const stroke = [{ x: 0, y: 0 }];
  expect(isFull(Array.from({ length: strokeLimits.strokes - 1 }, () => stroke))).toBe(false);
  expect(isFull(Array.from({ length: strokeLimits.strokes }, () => stroke))).toBe(true);
  expect(isFull([Array.from({ length: strokeLimits.points }, () => ({ x: 0, y: 0 }))])).toBe(true);
});
