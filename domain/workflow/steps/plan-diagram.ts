import type { XmlElement } from '../../texts/xml.ts';
import { element } from './element.ts';
import { type FlowOfPlan, type PlanNode, stepIdOf } from './plan-flow.ts';

/** Positions of the diagram: one line, and flows that skip a step above or below it. */
const axis = 200;
const gap = 40;
const detourHeight = 90;
const sizes: Record<PlanNode['kind'], { width: number; height: number }> = {
  start: { width: 36, height: 36 },
  end: { width: 36, height: 36 },
  gateway: { width: 50, height: 50 },
  step: { width: 124, height: 80 },
};

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the diagram of a plan's flow; a flow that skips a step leaves on a side where none arrives. */
export function drawFlow(key: string, { nodes, flows }: FlowOfPlan): XmlElement {
  const places = new Map<string, Rectangle>();
  let x = 80;
  for (const { id, kind } of nodes) {
    const size = sizes[kind];
    places.set(id, { ...size, x, y: axis - size.height / 2 });
    x += size.width + gap;
  }
  const shapes = nodes.map(({ id, kind }) => {
    const place = places.get(id) as Rectangle;
    const label = element('bpmndi:BPMNLabel', {}, [
      element('dc:Bounds', {
        x: place.x - 20,
        y: axis + place.height / 2 + 6,
        width: place.width + 40,
        height: 14,
      }),
    ]);
    return element(
      'bpmndi:BPMNShape',
      { id: `shape-${id}`, bpmnElement: id, ...(kind === 'gateway' && { isMarkerVisible: 'true' }) },
      [element('dc:Bounds', { ...boundsOf(place) }), ...(kind === 'step' ? [] : [label])],
    );
  });
  let above = true;
  const edges = flows.map(({ id, name, sourceId, targetId }) => {
    const [from, to] = [places.get(sourceId) as Rectangle, places.get(targetId) as Rectangle];
    const skips = name === '否' && stepIdOf(sourceId) !== sourceId;
    const points = skips ? pathAround(from, to, above) : [pointAt(from, 1), pointAt(to, 0)];
    if (skips) above = !above;
    const [first] = points;
    const label = element('bpmndi:BPMNLabel', {}, [
      element('dc:Bounds', {
        x: (first?.x ?? 0) + 6,
        y: (first?.y ?? 0) + (skips ? (above ? 6 : -20) : -20),
        width: 14,
        height: 14,
      }),
    ]);
    return element('bpmndi:BPMNEdge', { id: `edge-${id}`, bpmnElement: id }, [
      ...points.map((point) => element('di:waypoint', point)),
      ...(name === '' ? [] : [label]),
    ]);
  });
  return element('bpmndi:BPMNDiagram', { id: `diagram-${key}` }, [
    element('bpmndi:BPMNPlane', { id: `plane-${key}`, bpmnElement: key }, [...shapes, ...edges]),
  ]);
}

function boundsOf({ x, y, width, height }: Rectangle) {
  return { x, y, width, height };
}

/** Returns the middle of the left (0) or the right (1) side. */
function pointAt({ x, width }: Rectangle, side: 0 | 1) {
  return { x: x + side * width, y: axis };
}

function pathAround(from: Rectangle, to: Rectangle, above: boolean) {
  const sign = above ? -1 : 1;
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2];
  return [
    { x: start, y: axis + (sign * from.height) / 2 },
    { x: start, y: axis + sign * detourHeight },
    { x: end, y: axis + sign * detourHeight },
    { x: end, y: axis + (sign * to.height) / 2 },
  ];
}
