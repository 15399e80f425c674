import type { ModdleElement } from 'bpmn-moddle';
import { replacements } from '#domain/workflow/replacements.ts';
import { addHint, childrenOf, type Findings, readerOf, textOf } from './element-reader.ts';
import { refuseElement } from './refuse-element.ts';

/** Returns the pools of the file. */
export function participantsOf(root: ModdleElement): ModdleElement[] {
  return childrenOf(root, 'rootElements')
    .filter(({ $type }) => $type === 'bpmn:Collaboration')
    .flatMap((part) => childrenOf(part, 'participants'));
}

/** Returns the one process of the file with content; the others and the flows between them are reported. */
export function processOf(root: ModdleElement, found: Findings): ModdleElement | undefined {
  const elements = childrenOf(root, 'rootElements');
  const processes = elements.filter(({ $type }) => $type === 'bpmn:Process');
  const withContent = processes.filter((process) => childrenOf(process, 'flowElements').length > 0);
  const [process = processes[0]] = withContent;
  if (process === undefined) {
    const other = elements.find(({ $type }) => $type === 'bpmn:Choreography');
    const advice = other ? replacements.choreography : '请确认导出的是 BPMN 流程，不是决策表、表单或个案模型';
    found.problems.push({ field: 'xml', message: `文件中没有流程。${advice}` });
    return undefined;
  }
  const flows = elements.flatMap((part) => childrenOf(part, 'messageFlows'));
  if (withContent.length > 1) {
    const names = withContent
      .map((element) => `“${textOf(element, 'name') ?? textOf(element, 'id') ?? ''}”`)
      .join('、');
    const message = `一个文件只能有一个流程，这个文件有 ${withContent.length} 个（${names}）。请各存为一个文件，分别发布`;
    found.problems.push({ field: 'xml', message });
    for (const flow of flows) refuseElement(flow, found);
    return process;
  }
  for (const empty of processes) {
    if (empty !== process) addHint(readerOf(empty, found), '没有内容，已略过');
  }
  for (const flow of flows) {
    addHint(readerOf(flow, found), `只作图示，不发送消息。${replacements.messageFlow}`);
  }
  return process;
}
