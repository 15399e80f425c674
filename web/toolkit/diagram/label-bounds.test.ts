import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Bounds, growLabel, isBeside, overlapOf, placeLabels, slicesOf } from './label-bounds.ts';

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

const drawnPattern = /<bpmndi:BPMN(Shape|Edge)[^>]*bpmnElement="([^"]*)"[^>]*>(.*?)<\/bpmndi:BPMN\1>/gs;
const boundsPattern = /<dc:Bounds x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g;
const waypointPattern = /<di:waypoint x="(\S+)" y="(\S+)"/g;

/** Reads the shapes and flows of a process, and its labels as they grow in the drawing. */
function readDrawing(name: string) {
  const text = readFileSync(`server/seeds/data/processes/${name}.bpmn`, 'utf8');
  const drawn = [...text.matchAll(drawnPattern)].map(([, kind, id = '', part = '']) => {
    const bounds = [...part.matchAll(boundsPattern)].map((match): Bounds => {
      const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number);
      return { x, y, width, height };
    });
    const path = [...part.matchAll(waypointPattern)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    const isGateway = new RegExp(`Gateway id="${id}"`).test(text);
    return kind === 'Shape'
      ? { shape: bounds[0], label: bounds[1], isGateway }
      : { label: bounds[0], path, isGateway };
  });
  return {
    paths: drawn.flatMap(({ path }) => (path ? [path] : [])),
    shapes: drawn.flatMap(({ shape, isGateway }) =>
      shape === undefined ? [] : isGateway ? slicesOf(shape) : [shape],
    ),
    labels: drawn.flatMap(({ shape, label, path }) =>
      label ? [{ bounds: growLabel(label, 15 / 11, shape), target: shape, path }] : [],
    ),
  };
}

describe.each(['petition-letter', 'permit-application', 'congress-proposal'])('labels of %s', (name) => {
  const { shapes, paths, labels } = readDrawing(name);
  const places = placeLabels(labels, { shapes, paths });

  test('cover no shape and no other label', () => {
    expect(labels.length).toBeGreaterThan(3);
    const covered = places.flatMap((place, index) =>
      [...shapes, ...places.slice(index + 1)].filter((other) => overlapOf(place, other) > 0),
    );
    expect(covered).toEqual([]);
  });

  test('are beside their own flow, and on no flow', () => {
    const far = places.filter((place, index) => {
      const path = labels[index]?.path;
      return path !== undefined && !isBeside(place, path);
    });
    expect(far).toEqual([]);
    const lines = paths.flatMap((path) =>
      path.slice(1).map((to, index) => {
        const from = path[index] ?? to;
        const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
        return { x, y, width: Math.abs(from.x - to.x) || 1, height: Math.abs(from.y - to.y) || 1 };
      }),
    );
    expect(places.filter((place) => lines.some((line) => overlapOf(place, line) > 0))).toEqual([]);
  });
});

test('a label that covers nothing keeps its place', () => {
  const place = { x: 10, y: 20, width: 40, height: 10 };
  const obstacles = { shapes: [{ x: 60, y: 20, width: 10, height: 10 }], paths: [] };
  expect(placeLabels([{ bounds: place }], obstacles)).toEqual([place]);
});

test('a label far from its flow goes beside the middle of the longest segment', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 0, y: 20 },
    { x: 200, y: 20 },
  ];
  const place = { x: 10, y: 120, width: 40, height: 10 };
  expect(placeLabels([{ bounds: place, path }], { shapes: [], paths: [path] })).toEqual([
    { x: 80, y: 6, width: 40, height: 10 },
  ]);
});
