/** Writes a process file that was read, where what is stored must differ from what was sent. */
import { layoutProcess } from 'bpmn-auto-layout';
import type { ModdleElement } from 'bpmn-moddle';
import { withoutDrawings } from './drawing.ts';
import { childrenOf, isElement } from './element-reader.ts';
import { moddle } from './parse-file.ts';

/** A file whose ids, names, drawing or encoding are not those that were sent. */
export interface RewrittenFile {
  root: ModdleElement;
  process: ModdleElement;
  /** Its own drawing shows the whole flow. */
  drawn: boolean;
}

/** Writes the file as it was read, with a drawing of our own where its own one does not show the flow. */
export async function rewriteFile({ root, process, drawn }: RewrittenFile): Promise<string> {
  if (!drawn) listFlows(process);
  const { xml } = await moddle().toXML(root, { format: true });
  return drawn ? xml : layoutProcess(withoutDrawings(xml));
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
