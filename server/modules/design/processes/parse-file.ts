/** Parses a BPMN file, and decides which warnings of the parser are problems. */
import { BpmnModdle, type ModdleElement, type ParseWarning } from 'bpmn-moddle';
import { portalModdle } from '#domain/workflow/portal-moddle.ts';
import { withoutDrawings } from './drawing.ts';
import { addHint, type Findings, readerOf } from './element-reader.ts';
import { checkCharacters, declaredEncoding, withoutByteOrderMark, withUtf8Declaration } from './encoding.ts';
import { translateParserMessage } from './parser-messages.ts';

export interface ParsedFile {
  root: ModdleElement;
  /** True if the parser reported errors of the drawing, but not of the process. */
  isDrawingInvalid: boolean;
  /** True if the file declares another encoding than UTF-8; it is stored in UTF-8. */
  isRecoded: boolean;
}

export function createModdle(): BpmnModdle {
  return new BpmnModdle({ portal: portalModdle });
}

/**
 * Returns the elements of the file, or undefined if it is no BPMN; problems and hints are added to `found`.
 */
export async function parseFile(xml: string, found: Findings): Promise<ParsedFile | undefined> {
  const problem = checkCharacters(xml);
  if (problem !== null) {
    found.problems.push({ field: 'xml', message: problem });
    return undefined;
  }
  try {
    const text = withUtf8Declaration(xml);
    const isRecoded = text !== withoutByteOrderMark(xml);
    if (isRecoded) {
      const message = `文件声明的编码是 ${declaredEncoding(xml)?.slice(0, 40)}，按 UTF-8 保存`;
      found.hints.push({ field: 'xml', message });
    }
    const parsed = await createModdle().fromXML(text);
    const [drawingWarnings, others] = partition(parsed.warnings, ({ property }) =>
      drawingReferences.has(property ?? ''),
    );
    const undrawnText = others.length > 0 ? withoutDrawings(text) : text;
    if (undrawnText !== text) {
      const undrawn = await createModdle().fromXML(undrawnText);
      if (undrawn.warnings.length < others.length) {
        for (const warning of undrawn.warnings) addWarning(warning, found);
        return { root: undrawn.rootElement, isDrawingInvalid: true, isRecoded };
      }
    }
    if (drawingWarnings.length > 0) {
      const message = `绘图中有 ${drawingWarnings.length} 处引用了不存在的元素，已忽略`;
      found.hints.push({ field: 'xml', message });
    }
    for (const warning of others) addWarning(warning, found);
    return { root: parsed.rootElement, isDrawingInvalid: false, isRecoded };
  } catch (error) {
    const message = translateParserMessage(error instanceof Error ? error.message : '');
    found.problems.push({ field: 'xml', message: `不是有效的 BPMN 2.0 文件：${message}` });
    return undefined;
  }
}

/** References of a drawing, whose element may be missing without harm. */
const drawingReferences = new Set(['bpmndi:bpmnElement', 'bpmndi:sourceElement', 'bpmndi:targetElement']);

function partition<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter((value) => !test(value))];
}

/** References without which the flow would differ. */
const flowReferences = new Set(['bpmn:default', 'bpmn:attachedToRef', 'bpmn:sourceRef', 'bpmn:targetRef']);

/**
 * Adds a warning as a problem, unless its subject has no effect, such as a repeated list entry or a foreign
 * attribute.
 */
function addWarning({ message, element, property, value }: ParseWarning, found: Findings): void {
  const isAttribute = message.startsWith('unknown attribute');
  const isReference = message.startsWith('unresolved reference');
  const isOurs = element?.$type.startsWith('portal:') || property?.startsWith('portal:');
  const changesFlow =
    isReference &&
    flowReferences.has(property ?? '') &&
    !/Association$/.test(element?.$type ?? '') &&
    element?.$type !== 'bpmn:MessageFlow';
  if (element === undefined || isOurs || !(isAttribute || isReference) || changesFlow) {
    found.problems.push({ field: 'xml', message: translateParserMessage(message) });
  } else if (isReference && value !== '') {
    addHint(
      readerOf(element, found),
      `已忽略 ${property?.replace(/^bpmn:/, '')}（${translateParserMessage(message)}）`,
    );
  } else if (isAttribute)
    addHint(readerOf(element, found), `已忽略 ${property}（${translateParserMessage(message)}）`);
}
