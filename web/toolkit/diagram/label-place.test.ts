import { describe, expect, test } from 'vitest';
import { growLabel } from './label-place.ts';

describe('enlarged diagram label', () => {
  const gateway = { x: 100, y: 100, width: 50, height: 50 };
  test('stays centred below its shape and keeps its upper edge', () => {
    const label = { x: 105, y: 155, width: 40, height: 10 };
    expect(growLabel(label, 1.5, gateway)).toEqual({ x: 95, y: 155, width: 60, height: 15 });
  });
  test('keeps its lower edge above its shape', () => {
    const label = { x: 105, y: 80, width: 40, height: 10 };
    expect(growLabel(label, 1.5, gateway)).toMatchObject({ x: 95, y: 75 });
  });
  test('grows away from a shape at its side', () => {
    expect(growLabel({ x: 155, y: 120, width: 40, height: 10 }, 1.5, gateway).x).toBe(155);
    expect(growLabel({ x: 55, y: 120, width: 40, height: 10 }, 1.5, gateway).x).toBe(35);
  });
  test('grows to the right of a flow and upward from it', () => {
    const label = { x: 10, y: 20, width: 40, height: 10 };
    expect(growLabel(label, 1.5)).toEqual({ x: 10, y: 15, width: 60, height: 15 });
  });
});
