import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import {
  type DiagramNode,
  type DiagramView,
  fontSizeAt,
  initialZoom,
  stateOf,
  viewAround,
} from './diagram-nodes.ts';
import { type Bounds, growLabel, type Point, placeLabels, slicesOf } from './label-bounds.ts';
import 'bpmn-js/dist/assets/diagram-js.css';

interface DrawnElement {
  id: string;
  type: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  waypoints?: readonly Point[];
  source?: DrawnElement;
  target?: DrawnElement;
  labelTarget?: DrawnElement;
  /** The place of the label in the file; the library measures its height again, with the larger type. */
  di?: { label?: { bounds?: Bounds } };
  businessObject?: { name?: string };
}

interface DrawingServices {
  canvas: {
    zoom(level?: number | 'fit-viewport', center?: 'auto'): number;
    /** Returns the visible part, with the bounds of the whole drawing; a given part is shown. */
    viewbox(part?: DiagramView): DiagramView & { inner: DiagramView };
    /** Reads the size of the frame again. */
    resized(): void;
    addMarker(id: string, marker: string): void;
    removeMarker(id: string, marker: string): void;
    getRootElement(): { id: string };
  };
  elementRegistry: {
    getAll(): readonly DrawnElement[];
    getGraphics(element: DrawnElement): SVGElement;
  };
  graphicsFactory: { update(kind: 'shape', element: DrawnElement, graphics: SVGElement): void };
  zoomScroll: { toggle(enabled: boolean): void; stepZoom(delta: number): void };
  overlays: {
    add(id: string, overlay: { position: { top: number; left: number }; html: HTMLElement }): string;
  };
  eventBus: { on(event: string, listener: (event: { element?: DrawnElement }) => void): void };
}

export interface Drawing {
  zoomIn(): void;
  zoomOut(): void;
  showWhole(): void;
  /** Centres a node. */
  centreOn(nodeId: string): void;
  /** Highlights the node that is selected in the table too. */
  highlight(nodeId: string | undefined): void;
  destroy(): void;
}

export interface DrawingOptions {
  xml: string;
  activeNodeIds: readonly string[];
  doneNodeIds: readonly string[];
  /** Nodes with details; the others only have their name. */
  nodes: readonly DiagramNode[];
  /** Builds the label of a node; the caller provides its styles. */
  buildLabel: (node: DiagramNode) => HTMLElement;
  onSelect: (nodeId: string) => void;
  onZoom: (zoom: number) => void;
}

/** A whole process fits a desktop screen at about 80 %; the names of gateways must still be readable. */
const nameSize = 15;
const labelSize = 15;
/** Font size for which the label positions in a BPMN file are made. */
const labelSizeOfFile = 11;

/**
 * Draws a process into `container`, highlights its nodes and writes people and times into them. The licence
 * of the library requires its watermark. The wheel moves the drawing only while the drawing has the focus.
 */
export async function drawProcess(container: HTMLElement, options: DrawingOptions): Promise<Drawing> {
  const { activeNodeIds: active, doneNodeIds: done } = options;
  const viewer = new NavigatedViewer<DrawingServices>({
    container,
    zoomScroll: { enabled: false },
    textRenderer: { defaultStyle: { fontSize: nameSize }, externalStyle: { fontSize: labelSize } },
  } as object);
  try {
    await viewer.importXML(options.xml);
  } catch (failure) {
    viewer.destroy();
    throw failure;
  }
  const canvas = viewer.get('canvas') as DrawingServices['canvas'];
  const zoomScroll = viewer.get('zoomScroll') as DrawingServices['zoomScroll'];
  const registry = viewer.get('elementRegistry') as DrawingServices['elementRegistry'];
  const overlays = viewer.get('overlays') as DrawingServices['overlays'];
  const eventBus = viewer.get('eventBus') as DrawingServices['eventBus'];
  const graphicsFactory = viewer.get('graphicsFactory') as DrawingServices['graphicsFactory'];
  const elements = registry.getAll();
  const has = (id: string | undefined) => elements.some((element) => element.id === id);

  for (const label of arrangeLabels(elements))
    graphicsFactory.update('shape', label, registry.getGraphics(label));
  for (const element of elements) {
    if (element.labelTarget !== undefined) continue;
    const isFlow = element.waypoints !== undefined;
    const state = isFlow ? stateOfFlow(element, active, done) : stateOf(element.id, active, done);
    if (state !== 'ahead') canvas.addMarker(element.id, `node-${state}`);
  }
  for (const node of options.nodes) {
    const element = elements.find(({ id }) => id === node.id);
    if (element?.type !== 'bpmn:UserTask') continue;
    const html = options.buildLabel(node);
    html.style.width = `${element.width}px`;
    html.style.height = `${element.height}px`;
    canvas.addMarker(node.id, 'node-detailed');
    overlays.add(node.id, { position: { top: 0, left: 0 }, html });
  }

  const applyZoom = () => {
    const zoom = canvas.zoom();
    container.style.setProperty('--type-size', `${fontSizeAt(zoom)}px`);
    options.onZoom(zoom);
  };
  /** Shows the last view again in a frame of another size; undefined after the user moved the drawing. */
  let showAgain: (() => void) | undefined;
  const show = (view: () => void) => {
    showAgain = view;
    // The frame of a hidden screen has no size; the view is shown when it has one.
    if (container.clientWidth === 0 || container.clientHeight === 0) return;
    canvas.resized();
    view();
    showAgain = view;
    applyZoom();
  };
  // A little smaller than the frame, so that nothing touches its edge.
  const zoomToFit = () => canvas.zoom('fit-viewport', 'auto') * 0.96;
  const centre = (id: string) => {
    const node = elements.find((element) => element.id === id);
    if (node === undefined) return;
    const { inner, width, height } = canvas.viewbox();
    canvas.viewbox(viewAround(boundsOf(node), inner, { width, height }));
  };
  // A process that is larger than the frame begins with the current step, or else with its first node.
  const firstNode = active.find(has) ?? elements.find(({ type }) => type === 'bpmn:StartEvent')?.id;
  show(() => {
    const fitting = zoomToFit();
    const zoom = initialZoom(fitting);
    canvas.zoom(zoom, 'auto');
    if (zoom > fitting && firstNode !== undefined) centre(firstNode);
  });
  eventBus.on('canvas.viewbox.changing', () => {
    showAgain = undefined;
  });
  eventBus.on('canvas.viewbox.changed', applyZoom);
  const frame = new ResizeObserver(() => showAgain && show(showAgain));
  frame.observe(container);
  eventBus.on('element.click', ({ element }) => {
    if (element !== undefined && options.nodes.some(({ id }) => id === element.id))
      options.onSelect(element.id);
  });

  const svg = container.querySelector('svg');
  svg?.setAttribute('role', 'group');
  svg?.setAttribute('aria-label', '流程图，可拖动；选中后可用方向键移动，Ctrl 加减号缩放');
  container.addEventListener('focusin', () => zoomScroll.toggle(true));
  container.addEventListener('focusout', () => zoomScroll.toggle(false));

  let pickedId: string | undefined;
  return {
    zoomIn: () => zoomScroll.stepZoom(1),
    zoomOut: () => zoomScroll.stepZoom(-1),
    showWhole: () => show(() => canvas.zoom(Math.min(zoomToFit(), 1), 'auto')),
    centreOn: (id) => show(() => centre(id)),
    highlight: (id) => {
      if (pickedId !== undefined) canvas.removeMarker(pickedId, 'node-picked');
      pickedId = id !== undefined && has(id) ? id : undefined;
      if (pickedId !== undefined) canvas.addMarker(pickedId, 'node-picked');
    },
    destroy: () => {
      frame.disconnect();
      viewer.destroy();
    },
  };
}

/** Returns the state of a flow: passed if its source is done and its target was reached. */
function stateOfFlow({ source, target }: DrawnElement, active: readonly string[], done: readonly string[]) {
  const reached = target !== undefined && stateOf(target.id, active, done) !== 'ahead';
  return reached && source !== undefined && done.includes(source.id) ? 'done' : 'ahead';
}

/** Widens the labels for their larger type, and moves those that would cover something; returns them. */
function arrangeLabels(elements: readonly DrawnElement[]): DrawnElement[] {
  const labels = elements.filter(({ labelTarget }) => labelTarget !== undefined);
  const shapes = elements.filter(
    ({ type, width, labelTarget, waypoints }) =>
      width !== undefined && !labelTarget && !waypoints && !containers.includes(type),
  );
  const places = placeLabels(
    labels.map((label) => {
      const { labelTarget } = label;
      const target = labelTarget && !labelTarget.waypoints ? boundsOf(labelTarget) : undefined;
      const path = labelTarget?.waypoints;
      return {
        bounds: growLabel(label.di?.label?.bounds ?? boundsOf(label), labelSize / labelSizeOfFile, target),
        target,
        path,
      };
    }),
    {
      shapes: shapes.flatMap((shape) =>
        shape.type.endsWith('Gateway') ? slicesOf(boundsOf(shape)) : [boundsOf(shape)],
      ),
      paths: elements.flatMap(({ labelTarget, waypoints }) => (labelTarget || !waypoints ? [] : [waypoints])),
    },
  );
  for (const [index, label] of labels.entries()) Object.assign(label, places[index]);
  return labels;
}

/** Elements that other elements, and their labels, are in. */
const containers = ['bpmn:Participant', 'bpmn:Lane', 'bpmn:SubProcess'];

function boundsOf({ x = 0, y = 0, width = 0, height = 0 }: DrawnElement): Bounds {
  return { x, y, width, height };
}
