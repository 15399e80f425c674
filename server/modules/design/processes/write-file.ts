/** Writes a process file that was read, where what is stored must differ from what was sent. */
import { layoutProcess } from 'bpmn-auto-layout';
import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { drawingHints, withoutDrawings } from './drawing.ts';
import { childrenOf, isElement, textOf } from './element-reader.ts';
import { moddle } from './parse-file.ts';

/** A file whose ids, names, drawing or encoding are not those that were sent. */
export interface RewrittenFile {
  root: ModdleElement;
  process: ModdleElement;
  /** Name of the process's pool, where it has one. */
  poolName: string | undefined;
  /** Its own drawing shows the whole flow. */
  drawn: boolean;
}

/**
 * Returns the file as it is stored: as it was sent, or as it was read, with a drawing of our own where its
 * own one does not show the flow. A flow that cannot be laid out still runs, so that this is only reported.
 */
export async function fileToStore(
  sent: string,
  { rewritten, hints }: { rewritten?: RewrittenFile; hints: Problem[] },
  layOut: (xml: string) => Promise<string> = layoutProcess,
): Promise<{ xml: string; hints: Problem[] }> {
  if (rewritten === undefined) return { xml: sent, hints };
  const { drawn, root, process } = rewritten;
  if (!drawn) {
    keepProcess(rewritten);
    listFlows(process);
  }
  const { xml } = await moddle().toXML(root, { format: true });
  if (drawn) return { xml, hints };
  const bare = withoutDrawings(xml);
  try {
    return { xml: await layOut(bare), hints };
  } catch {
    const ofDrawing: readonly string[] = [drawingHints.missing, drawingHints.faulty];
    const told = ({ field, message }: Problem) => ({
      field,
      message: ofDrawing.includes(message) ? drawingHints.failed : message,
    });
    return { xml: bare, hints: hints.map(told) };
  }
}

/** Leaves out the pools, around which a layout draws, and the empty processes in them; the name of the pool stays. */
function keepProcess({ root, process, poolName }: RewrittenFile): void {
  if (textOf(process, 'name') === undefined && poolName !== undefined) process.set('name', poolName);
  const others = new Set(['bpmn:Collaboration', 'bpmn:Process']);
  const kept = childrenOf(root, 'rootElements').filter((part) => part === process || !others.has(part.$type));
  root.set('rootElements', kept);
}

/** Lists at each node the flows that come and leave, which BPMN allows to leave out and a layout goes by. */
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
