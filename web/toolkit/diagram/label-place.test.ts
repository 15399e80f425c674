import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { growLabel, overlapOf, type Place, placeLabels } from './label-place.ts';

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

const drawnPattern = /<bpmndi:BPMN(Shape|Edge)[^>]*>(.*?)<\/bpmndi:BPMN\1>/gs;
const boundsPattern = /<dc:Bounds x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g;

/** Reads the shapes of a process, and its labels as they grow in the drawing. */
function readDrawing(name: string) {
  const drawn = [...readFileSync(`server/seeds/data/processes/${name}.bpmn`, 'utf8').matchAll(drawnPattern)];
  const elements = drawn.map(([, kind, text = '']) => {
    const bounds = [...text.matchAll(boundsPattern)].map((match): Place => {
      const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number);
      return { x, y, width, height };
    });
    return kind === 'Shape' ? { shape: bounds[0], label: bounds[1] } : { label: bounds[0] };
  });
  return {
    shapes: elements.flatMap(({ shape }) => shape ?? []),
    labels: elements.flatMap(({ shape, label }) =>
      label ? [{ place: growLabel(label, 15 / 11, shape), target: shape }] : [],
    ),
  };
}

describe.each(['petition-letter', 'permit-application', 'congress-proposal'])('labels of %s', (name) => {
  test('cover no shape and no other label', () => {
    const { shapes, labels } = readDrawing(name);
    expect(labels.length).toBeGreaterThan(3);
    const places = placeLabels(labels, shapes);
    const covered = places.flatMap((place, index) =>
      [...shapes, ...places.slice(index + 1)].filter((other) => overlapOf(place, other) > 0),
    );
    expect(covered).toEqual([]);
  });
});

test('a label that covers nothing keeps its place', () => {
  const place = { x: 10, y: 20, width: 40, height: 10 };
  expect(placeLabels([{ place }], [{ x: 60, y: 20, width: 10, height: 10 }])).toEqual([place]);
});
