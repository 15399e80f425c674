import type { Condition } from '../forms/model.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, isOneLine, oneLineMessage } from '../texts/characters.ts';
import { meaningOf, resubmitButton, usesHandlerBar } from '../workflow/available-actions.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { checkCondition, checkTemplate, type KnownFacts } from './check-template.ts';
import { conditionHolds, type DocumentTemplate } from './document-template.ts';
import type { Facts } from './placeholders.ts';

/** A button of a node that makes a document if the condition holds; without a condition it always does. */
export interface DocumentButton {
  nodeId: string;
  buttonId: string;
  when?: Condition;
}

/**
 * Conditions for making a document manually (生成): at these nodes, if the condition holds; see
 * docs/decisions/0160.
 */
export interface ManualGeneration {
  /** Node ids; left out for every node. */
  nodeIds?: readonly string[];
  when?: Condition;
  /** Message if the condition does not hold, such as 受理后可以生成. */
  otherwise?: string;
}

/**
 * A document of an item: its template, the buttons that make it, and the conditions for making it manually.
 */
export interface ItemDocument {
  template: DocumentTemplate;
  /** The buttons that make it. */
  places: readonly DocumentButton[];
  /** Left out: a document without buttons can always be made manually, a document with buttons cannot. */
  byHand?: ManualGeneration;
}

/** The place of a seal on a document. */
export interface SealPlace {
  /** The line of the signature, over which the seal is placed. */
  keyword: string;
  /** Organisation that owns the seal. */
  organisation: string;
}

/** Largest number of buttons that make one document, above the needs of any process. */
export const maxDocumentButtons = 50;
/**
 * Largest number of published documents of one item; their conditions are evaluated whenever an order of it
 * is opened.
 */
export const maxDocumentsOfItem = 50;
/** Maximum length of the message, which is shown in a table. */
export const maxRefusalMessageLength = 60;
/** Maximum lengths of a document's code and name, and of the name of a number series. */
export const documentNameLimits = { code: 60, name: 60, series: 20 } as const;

const codePattern = /^[a-z][a-z0-9-]*$/;

/** Checks whether a text is a valid code of a document. */
export function isTemplateCode(code: string): boolean {
  return codePattern.test(code) && code.length <= documentNameLimits.code;
}

/** Line ends, direction marks and other invisible characters. */
const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Checks whether a text is a valid name of a number series: trimmed, in one line, without invisible
 * characters.
 */
export function isSeriesName(name: string): boolean {
  const isTidy = !isBlank(name) && name === name.trim() && !invisibleCharacter.test(name);
  return isTidy && name.length <= documentNameLimits.series;
}

/**
 * Returns every problem that prevents publishing a document of an item: of the template and of its buttons.
 */
export function checkItemDocument(
  { template, places, byHand }: ItemDocument,
  known: KnownFacts,
  { nodes }: Pick<ProcessDefinition, 'nodes'>,
): Problem[] {
  const { code, name, numbering } = template;
  const problemUnless = (isValid: boolean, field: string, message: string): Problem[] =>
    isValid ? [] : [{ field, message }];
  return [
    ...problemUnless(isTemplateCode(code), 'template.code', '编码应为小写字母、数字和连字符'),
    ...problemUnless(
      name.length <= documentNameLimits.name,
      'template.name',
      `文书名称不能超过${documentNameLimits.name}个字符`,
    ),
    ...problemUnless(isOneLine(name), 'template.name', `文书名称${oneLineMessage}`),
    ...problemUnless(
      numbering === undefined || isSeriesName(numbering),
      'template.numbering',
      `文号字头应为 1 至 ${documentNameLimits.series} 个字符，首尾没有空格，不含换行和看不见的字符`,
    ),
    ...checkTemplate(template, known).map(({ field, message }) => ({ field: `template.${field}`, message })),
    ...problemUnless(places.length <= maxDocumentButtons, 'places', `最多 ${maxDocumentButtons} 个按钮`),
    ...places.flatMap((place, index) =>
      checkButton(place, nodes, known).map((message) => ({ field: `places[${index}]`, message })),
    ),
    ...(byHand ? checkManualGeneration(byHand, nodes, known) : []).map((message) => ({
      field: 'byHand',
      message,
    })),
  ];
}

function checkManualGeneration(
  { nodeIds = [], when }: ManualGeneration,
  nodes: ProcessDefinition['nodes'],
  known: KnownFacts,
): string[] {
  const isNode = (id: string) => nodes[id]?.kind === 'userTask' || nodes[id]?.kind === 'start';
  return [
    ...nodeIds.filter((id) => !isNode(id)).map((id) => `流程没有环节“${id}”`),
    ...(when === undefined ? [] : problemsOf(when, known)),
  ];
}

function checkButton(
  { nodeId, buttonId, when }: DocumentButton,
  nodes: ProcessDefinition['nodes'],
  known: KnownFacts,
): string[] {
  const node = nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return [`流程没有环节“${nodeId}”`];
  const buttons = node.kind === 'userTask' ? node.buttons : [resubmitButton];
  const button = buttons.find(({ id }) => id === buttonId);
  if (button === undefined) return [`环节“${node.name}”没有按钮“${buttonId}”`];
  const meaning = meaningOf(button, node);
  const canMakeDocument = meaning !== undefined && button.opType === 1 && usesHandlerBar(meaning);
  return [
    ...(canMakeDocument ? [] : [`按钮“${button.name}”不能生成文书`]),
    ...(when === undefined ? [] : problemsOf(when, known)),
  ];
}

function problemsOf(when: Condition, known: KnownFacts): string[] {
  return checkCondition(when, (path) => known.values.has(path) || Object.hasOwn(known.lists, path));
}

/** Checks whether the button makes the document for an order with these facts. */
export function isGeneratedFor({ when }: Pick<DocumentButton, 'when'>, facts: Facts): boolean {
  return conditionHolds(when, facts);
}
