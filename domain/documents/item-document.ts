import type { Condition } from '../forms/model.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, isOneLine, oneLineMessage } from '../texts/characters.ts';
import { goesByBar, meaningOf, resubmitButton } from '../workflow/available-actions.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { checkCondition, checkTemplate, type KnownFacts } from './check-template.ts';
import { conditionHolds, type DocumentTemplate } from './document-template.ts';
import type { Facts } from './placeholders.ts';

/** A button of a node that makes a document, where the condition holds; one without a condition makes it always. */
export interface DocumentPlace {
  nodeId: string;
  buttonId: string;
  when?: Condition;
}

/**
 * Conditions for making a document by hand (生成): at these nodes, where the condition holds; see
 * docs/decisions/0160.
 */
export interface MadeByHand {
  /** Without any: at every node. */
  nodeIds?: readonly string[];
  when?: Condition;
  /** Message where the condition does not hold, such as 受理后可以生成. */
  otherwise?: string;
}

/** A document of an item: how it is written, the buttons that make it, and when it is made without one. */
export interface ItemDocument {
  template: DocumentTemplate;
  places: readonly DocumentPlace[];
  /** Without it, a document that no button makes is made by hand at any time, and one that a button makes is not. */
  byHand?: MadeByHand;
}

/** The place of a seal on a document. */
export interface SealPlace {
  /** The line of the signature, over which the seal belongs. */
  keyword: string;
  /** The organisation of the seal. */
  organisation: string;
}

/** More buttons than any process has. */
export const maxPlaces = 50;
/** Published documents of one item, whose conditions are asked whenever an order of it is opened. */
export const maxDocumentsOfItem = 50;
/** Longer than any text that is read in a table. */
export const longestOtherwise = 60;
/** Of the series of numbers, the code and the name. */
export const documentNameLimits = { code: 60, name: 60, series: 20 } as const;

const codePattern = /^[a-z][a-z0-9-]*$/;

/** Checks whether a document may go by this code. */
export function isTemplateCode(code: string): boolean {
  return codePattern.test(code) && code.length <= documentNameLimits.code;
}

/** Line ends, marks of direction and whatever else is drawn as nothing. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Checks whether a series of numbers may have this name: names that look alike count as one series, and a
 * number is a single line.
 */
export function isSeriesName(name: string): boolean {
  const isWritten = !isBlank(name) && name === name.trim() && !unseen.test(name);
  return isWritten && name.length <= documentNameLimits.series;
}

/**
 * Returns every problem against publishing a document of an item: the template, and the buttons that make it.
 */
export function checkItemDocument(
  { template, places, byHand }: ItemDocument,
  known: KnownFacts,
  { nodes }: Pick<ProcessDefinition, 'nodes'>,
): Problem[] {
  const { code, name, numbering } = template;
  const say = (holds: boolean, field: string, message: string): Problem[] =>
    holds ? [] : [{ field, message }];
  return [
    ...say(isTemplateCode(code), 'template.code', '编码应为小写字母、数字和连字符'),
    ...say(
      name.length <= documentNameLimits.name,
      'template.name',
      `文书名称不能超过${documentNameLimits.name}个字符`,
    ),
    ...say(isOneLine(name), 'template.name', `文书名称${oneLineMessage}`),
    ...say(
      numbering === undefined || isSeriesName(numbering),
      'template.numbering',
      `文号字头应为 1 至 ${documentNameLimits.series} 个字符，首尾没有空格，不含换行和看不见的字符`,
    ),
    ...checkTemplate(template, known).map(({ field, message }) => ({ field: `template.${field}`, message })),
    ...say(places.length <= maxPlaces, 'places', `最多 ${maxPlaces} 个按钮`),
    ...places.flatMap((place, at) =>
      checkPlace(place, nodes, known).map((message) => ({ field: `places[${at}]`, message })),
    ),
    ...(byHand ? checkByHand(byHand, nodes, known) : []).map((message) => ({ field: 'byHand', message })),
  ];
}

function checkByHand(
  { nodeIds = [], when }: MadeByHand,
  nodes: ProcessDefinition['nodes'],
  known: KnownFacts,
): string[] {
  const isThere = (id: string) => nodes[id]?.kind === 'userTask' || nodes[id]?.kind === 'start';
  return [
    ...nodeIds.filter((id) => !isThere(id)).map((id) => `流程没有环节“${id}”`),
    ...(when === undefined ? [] : problemsOf(when, known)),
  ];
}

function checkPlace(
  { nodeId, buttonId, when }: DocumentPlace,
  nodes: ProcessDefinition['nodes'],
  known: KnownFacts,
): string[] {
  const node = nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return [`流程没有环节“${nodeId}”`];
  const buttons = node.kind === 'userTask' ? node.buttons : [resubmitButton];
  const button = buttons.find(({ id }) => id === buttonId);
  if (button === undefined) return [`环节“${node.name}”没有按钮“${buttonId}”`];
  const meaning = meaningOf(button, node);
  const takes = meaning !== undefined && button.opType === 1 && goesByBar(meaning);
  return [
    ...(takes ? [] : [`按钮“${button.name}”不能生成文书`]),
    ...(when === undefined ? [] : problemsOf(when, known)),
  ];
}

function problemsOf(when: Condition, known: KnownFacts): string[] {
  return checkCondition(when, (path) => known.values.has(path) || Object.hasOwn(known.lists, path));
}

/** Checks whether the button makes the document of an order with these facts. */
export function isMadeOf({ when }: Pick<DocumentPlace, 'when'>, facts: Facts): boolean {
  return conditionHolds(when, facts);
}
