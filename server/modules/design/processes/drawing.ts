import type { ModdleElement } from 'bpmn-moddle';
import { childrenOf, isElement } from './element-reader.ts';

/** Returns the file without its drawings, the `BPMNDiagram` elements, which are found only by their tags. */
export function withoutDrawings(xml: string): string {
  const parts: string[] = [];
  let offset = 0;
  for (const tag of xml.matchAll(/<((?:[\w.-]+:)?BPMNDiagram)(?=[\s/>])[^>]*>/g)) {
    if (tag.index < offset) continue;
    const [opening, name = ''] = tag;
    const closing = `</${name}>`;
    const end = opening.endsWith('/>') ? tag.index : xml.indexOf(closing, tag.index);
    if (end === -1) break;
    parts.push(xml.slice(offset, tag.index));
    offset = end + (opening.endsWith('/>') ? opening.length : closing.length);
  }
  return [...parts, xml.slice(offset)].join('');
}

/**
 * Checks whether the first drawing of the file, which is the displayed one, has a position for each of these
 * elements.
 */
export function isDrawn(root: ModdleElement, elements: readonly ModdleElement[]): boolean {
  const plane = childrenOf(root, 'diagrams')[0]?.get('plane');
  const parts = isElement(plane) ? childrenOf(plane, 'planeElement') : [];
  const drawn = new Set(parts.filter(hasBounds).map((part) => part.get('bpmnElement')));
  return elements.every((element) => drawn.has(element));
}

function hasBounds(part: ModdleElement): boolean {
  const bounds = part.get('bounds');
  if (part.$type === 'bpmndi:BPMNEdge') {
    const points = childrenOf(part, 'waypoint');
    return points.length > 1 && points.every((point) => areNumbers(point, ['x', 'y']));
  }
  return isElement(bounds) && areNumbers(bounds, ['x', 'y', 'width', 'height']);
}

function areNumbers(element: ModdleElement, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(element.get(name)));
}

/** Hints about a file whose drawing does not show its flow. */
export const drawingHints = {
  missing: '文件中没有流程图，已由系统自动排图',
  faulty: '流程图不完整或有错误，不影响流程，已由系统重新排图',
  failed: '流程图缺少或不完整，也未能自动排图：流程照常办理，但不显示流程图',
};
