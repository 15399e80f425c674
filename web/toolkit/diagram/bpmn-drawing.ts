import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { type DrawnShape, stateOf } from './diagram-nodes.ts';
import { growLabel, type Place } from './label-place.ts';
import 'bpmn-js/dist/assets/diagram-js.css';

interface DrawnElement {
  id: string;
  type: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  waypoints?: unknown;
  labelTarget?: DrawnElement;
  businessObject?: { name?: string };
}

interface DrawingServices {
  canvas: {
    zoom(level: number | 'fit-viewport', center?: 'auto'): number;
    scrollToElement(id: string, padding: number): void;
    addMarker(id: string, marker: string): void;
    getRootElement(): { id: string };
  };
  elementRegistry: {
    getAll(): readonly DrawnElement[];
    getGraphics(element: DrawnElement): SVGElement;
  };
  graphicsFactory: { update(kind: 'shape', element: DrawnElement, graphics: SVGElement): void };
  zoomScroll: { toggle(enabled: boolean): void; stepZoom(delta: number): void };
}

export interface Drawing {
  shapes: readonly DrawnShape[];
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  destroy(): void;
}

/** A whole process fits a desk screen at about 60 %; names must still be read there. */
const nameSize = 16;
const labelSize = 15;
/** The size that the places of labels in a BPMN file are made for. */
const labelSizeOfFile = 11;
const smallestReadableZoom = 0.55;
const zoomOfPart = 0.75;

/**
 * Draws a process into `container` and lights its nodes. The licence of the library asks that its watermark stays.
 * The wheel moves the drawing only while the drawing has the focus; before that it scrolls the page.
 */
export async function drawProcess(
  container: HTMLElement,
  xml: string,
  active: readonly string[],
  done: readonly string[],
): Promise<Drawing> {
  const viewer = new NavigatedViewer<DrawingServices>({
    container,
    zoomScroll: { enabled: false },
    textRenderer: { defaultStyle: { fontSize: nameSize }, externalStyle: { fontSize: labelSize } },
  } as object);
  try {
    await viewer.importXML(xml);
  } catch (failure) {
    viewer.destroy();
    throw failure;
  }
  const canvas = viewer.get('canvas') as DrawingServices['canvas'];
  const zoomScroll = viewer.get('zoomScroll') as DrawingServices['zoomScroll'];
  const registry = viewer.get('elementRegistry') as DrawingServices['elementRegistry'];
  const showWhole = () => {
    // A little smaller than the frame, so that nothing touches its edge.
    return canvas.zoom(canvas.zoom('fit-viewport', 'auto') * 0.95, 'auto');
  };
  const graphicsFactory = viewer.get('graphicsFactory') as DrawingServices['graphicsFactory'];
  for (const element of registry.getAll()) {
    if (widenLabel(element)) graphicsFactory.update('shape', element, registry.getGraphics(element));
  }
  const lit = active.find((id) => registry.getAll().some((element) => element.id === id));
  if (showWhole() < smallestReadableZoom && lit !== undefined) {
    canvas.zoom(zoomOfPart, 'auto');
    canvas.scrollToElement(lit, container.clientWidth / 3);
  }

  const shapes = registry
    .getAll()
    .filter((element) => element.waypoints === undefined && element.labelTarget === undefined)
    .map((element) => ({
      id: element.id,
      type: element.type,
      name: element.businessObject?.name ?? '',
      x: element.x ?? 0,
      y: element.y ?? 0,
    }));
  for (const shape of shapes) {
    const state = stateOf(shape.id, active, done);
    if (state !== 'ahead') canvas.addMarker(shape.id, `node-${state}`);
  }

  const drawn = container.querySelector('svg');
  drawn?.setAttribute('role', 'group');
  drawn?.setAttribute('aria-label', '流程图，可拖动；选中后可用方向键移动，Ctrl 加减号缩放');
  container.addEventListener('focusin', () => zoomScroll.toggle(true));
  container.addEventListener('focusout', () => zoomScroll.toggle(false));

  return {
    shapes,
    zoomIn: () => zoomScroll.stepZoom(1),
    zoomOut: () => zoomScroll.stepZoom(-1),
    fit: () => void showWhole(),
    destroy: () => viewer.destroy(),
  };
}

/** Makes room for the larger type of a label; says whether the element is one. */
function widenLabel(element: DrawnElement): boolean {
  const { labelTarget } = element;
  if (labelTarget === undefined) return false;
  const shape = labelTarget.waypoints === undefined ? placeOf(labelTarget) : undefined;
  Object.assign(element, growLabel(placeOf(element), labelSize / labelSizeOfFile, shape));
  return true;
}

function placeOf({ x = 0, y = 0, width = 0, height = 0 }: DrawnElement): Place {
  return { x, y, width, height };
}
