/** Writes a process file that was read, if the stored file must differ from the sent one. */
import { layoutProcess } from 'bpmn-auto-layout';
import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { drawingHints, withoutDrawings } from './drawing.ts';
import { childrenOf, isElement, textOf } from './element-reader.ts';
import { moddle } from './parse-file.ts';

/** A file whose ids, names, drawing or encoding differ from the sent ones. */
export interface RewrittenFile {
  root: ModdleElement;
  process: ModdleElement;
  /** Name of the process's pool, if it has one. */
  poolName: string | undefined;
  /** True if its own drawing shows the whole flow. */
  drawn: boolean;
}

/**
 * Returns the file to store: as sent, or as read, with a generated drawing if its own one does not show the
 * flow. A flow that cannot be laid out can still run, so that this is only reported.
 */
export async function fileToStore(
  sent: string,
  { rewritten, hints }: { rewritten?: RewrittenFile; hints: Problem[] },
  layOut: (xml: string) => Promise<string> = layoutProcess,
): Promise<{ xml: string; hints: Problem[] }> {
  if (rewritten === undefined) return { xml: sent, hints };
  const { drawn, root, process } = rewritten;
  if (!drawn) {
    keepOnlyProcess(rewritten);
    listFlows(process);
  }
  const { xml } = await moddle().toXML(root, { format: true });
  if (drawn) return { xml, hints };
  const bare = withoutDrawings(xml);
  try {
    return { xml: await layOut(bare), hints };
  } catch {
    const ofDrawing: readonly string[] = [drawingHints.missing, drawingHints.faulty];
    const problems = ({ field, message }: Problem) => ({
      field,
      message: ofDrawing.includes(message) ? drawingHints.failed : message,
    });
    return { xml: bare, hints: hints.map(problems) };
  }
}

/**
 * Removes the pools, which the layout cannot draw, and the empty processes in them; the name of the pool is
 * kept.
 */
function keepOnlyProcess({ root, process, poolName }: RewrittenFile): void {
  if (textOf(process, 'name') === undefined && poolName !== undefined) process.set('name', poolName);
  const others = new Set(['bpmn:Collaboration', 'bpmn:Process']);
  const kept = childrenOf(root, 'rootElements').filter((part) => part === process || !others.has(part.$type));
  root.set('rootElements', kept);
}

/**
 * Lists at each node its incoming and outgoing flows, which BPMN allows to leave out but the layout needs.
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
      const listed = childrenOf(node, list).filter((one) => one.get(end) === node);
      node.set(list, listed.includes(flow) ? listed : [...listed, flow]);
    }
  }
}
