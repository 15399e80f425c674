import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { type DrawnShape, stateOf } from './diagram-nodes.ts';
import 'bpmn-js/dist/assets/diagram-js.css';

interface DrawingServices {
  canvas: {
    zoom(level: number | 'fit-viewport', center?: 'auto'): number;
    addMarker(id: string, marker: string): void;
    getRootElement(): { id: string };
  };
  elementRegistry: {
    getAll(): readonly {
      id: string;
      type: string;
      x?: number;
      y?: number;
      waypoints?: unknown;
      labelTarget?: unknown;
      businessObject?: { name?: string };
    }[];
  };
  zoomScroll: { toggle(enabled: boolean): void; stepZoom(delta: number): void };
}

export interface Drawing {
  shapes: readonly DrawnShape[];
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  destroy(): void;
}

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
    // A whole process fits a desk screen at about 60 %; names must still be read there.
    textRenderer: { defaultStyle: { fontSize: 16 }, externalStyle: { fontSize: 15 } },
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
    canvas.zoom(canvas.zoom('fit-viewport', 'auto') * 0.95, 'auto');
  };
  showWhole();

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
    fit: showWhole,
    destroy: () => viewer.destroy(),
  };
}
