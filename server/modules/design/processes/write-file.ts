/** Writes the process file to store, if it must differ from the file that was sent. */
import { layoutProcess } from 'bpmn-auto-layout';
import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { drawingHints, withoutDrawings } from './drawing.ts';
import { childrenOf, isElement, textOf } from './element-reader.ts';
import { createModdle } from './parse-file.ts';

/** A file that has other ids, names, drawing or encoding than the file that was sent. */
export interface RewrittenFile {
  root: ModdleElement;
  process: ModdleElement;
  /** Name of the process's pool, if it has one. */
  poolName: string | undefined;
  /** True if its own drawing shows the whole flow. */
  drawn: boolean;
}

/**
 * Returns the file to store: unchanged, or rewritten, with a generated drawing if its own drawing does not show
 * the whole flow. A process without a layout can still run, so a failure of the layout is only reported as a hint.
 */
export async function fileToStore(
  sent: string,
  { rewritten, hints }: { rewritten?: RewrittenFile; hints: Problem[] },
  layOut: (xml: string) => Promise<string> = layoutProcess,
): Promise<{ xml: string; hints: Problem[] }> {
  if (rewritten === undefined) return { xml: sent, hints };
  const { drawn, root, process } = rewritten;
  if (!drawn) {
    removePools(rewritten);
    listFlows(process);
  }
  const { xml } = await createModdle().toXML(root, { format: true });
  if (drawn) return { xml, hints };
  const undrawnXml = withoutDrawings(xml);
  try {
    return { xml: await layOut(undrawnXml), hints };
  } catch {
    const replacedHints: readonly string[] = [drawingHints.missing, drawingHints.faulty];
    const withFailure = ({ field, message }: Problem) => ({
      field,
      message: replacedHints.includes(message) ? drawingHints.failed : message,
    });
    return { xml: undrawnXml, hints: hints.map(withFailure) };
  }
}

/**
 * Removes the pools, which the layout cannot draw, and the empty processes in them; the process
 * gets the name of its pool.
 */
function removePools({ root, process, poolName }: RewrittenFile): void {
  if (textOf(process, 'name') === undefined && poolName !== undefined) process.set('name', poolName);
  const others = new Set(['bpmn:Collaboration', 'bpmn:Process']);
  const remaining = childrenOf(root, 'rootElements').filter(
    (part) => part === process || !others.has(part.$type),
  );
  root.set('rootElements', remaining);
}

/**
 * Lists at each node its incoming and outgoing flows, which are optional in BPMN, but required for the layout.
 */
function listFlows(process: ModdleElement): void {
  const flows = childrenOf(process, 'flowElements').filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  for (const [end, list] of [
    ['sourceRef', 'outgoing'],
    ['targetRef', 'incoming'],
  ] as const) {
    for (const flow of flows) {
      const node = flow.get(end);
      if (!isElement(node)) continue;
      const listedFlows = childrenOf(node, list).filter((other) => other.get(end) === node);
      node.set(list, listedFlows.includes(flow) ? listedFlows : [...listedFlows, flow]);
    }
  }
}
