import { isLocalDate, type LocalDate } from '../calendar/local-date.ts';
import { compileCondition } from '../forms/condition.ts';
import type { Condition } from '../forms/model.ts';
import { PatternCost } from '../forms/pattern-cost.ts';
import { sumTitle, withSumTitle } from '../forms/sums.ts';
import { MissingCase } from '../missing-case.ts';
import type { DocumentBlock, DocumentLayout, DocumentValue, OfficialDocument } from './document-model.ts';
import type { SensitiveParts } from './form-facts.ts';
import {
  type DocumentPlaceholder,
  type Fact,
  type Facts,
  factAt,
  fillText,
  fillWithPictures,
  isList,
  placeholdersOf,
  textOf,
} from './placeholders.ts';

/**
 * Template of a document of an item: the document's parts as texts with placeholders; some parts appear only
 * if a condition holds, some once for each entry of a list. A condition names facts by their paths.
 */
export interface DocumentTemplate {
  /** Code, unique within the item. */
  code: string;
  /** Display name, such as 受理告知书. */
  name: string;
  /** Layout of the document. */
  look: DocumentLayout;
  /** The number series of the document, such as `淳信访答`; without one it has no number. */
  numbering?: string;
  head?: Partial<Record<keyof OfficialDocument['head'], string>>;
  title: string;
  headLine?: readonly { label: string; value: string }[];
  addressee?: string;
  body: readonly TemplateBlock[];
  attachments?: readonly string[];
  signature?: readonly string[];
  sealed?: boolean;
  date?: string;
  note?: string;
  copies?: string;
  printer?: string;
  verified?: boolean;
  /** Display of certificate and phone numbers; masked by default. */
  sensitive?: SensitiveParts;
  foot?: Partial<OfficialDocument['foot']>;
}

type BlockOptions = {
  /** The block appears only if this condition holds. */
  when?: Condition;
  /**
   * The block is repeated for each entry of the list at this path; inside, `本项` is the entry, `序号` its
   * number.
   */
  each?: string;
};

export type TemplateBlock = BlockOptions &
  (
    | { kind: 'text'; text: string }
    | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
    | { kind: 'fields'; rows: readonly { label: string; value: string; when?: Condition }[] }
    | {
        kind: 'table';
        label?: string;
        /** `share` (stored name) is the width of a column in proportion to that of the others. */
        columns: readonly { title: string; share: number; cell: string }[];
        /** Path of the list that has one table row for each entry. */
        rows: string;
      }
    | { kind: 'opinion'; label: string; text: string; unit: string; person: string; time: string }
  );

/**
 * Returns the document that a template makes of these facts. Conditions and filled-in characters share one
 * budget, so that nested lists, or a long text in many places, make no endless document: if the budget is
 * used up, no document is made. Signatures are drawn if `canDraw` is true for their file, and named otherwise.
 */
export function fillTemplate(
  template: DocumentTemplate,
  facts: Facts,
  identifiers: { number: string; verification: OfficialDocument['verification'] },
  canDraw: (fileId: string) => boolean = () => false,
): OfficialDocument {
  const allFacts: Facts = { ...facts, 文号: identifiers.number };
  const work = new PatternCost(documentWorkText);
  const fill = (text = '') => fillText(text, allFacts, work.spend);
  const lines = (texts: readonly string[] = []) => texts.map(fill).filter((text) => text.trim() !== '');
  const { head = {}, foot = {} } = template;
  const date = dayOf(fill(template.date));
  const unit = fill(template.printer);
  return {
    look: template.look,
    head: {
      issuer: fill(head.issuer),
      copyNumber: fill(head.copyNumber),
      secrecy: fill(head.secrecy),
      urgency: fill(head.urgency),
      signatory: fill(head.signatory),
      number: identifiers.number,
    },
    title: fill(template.title),
    factLine: (template.headLine ?? []).map(({ label, value }) => [fill(label), fill(value)] as const),
    addressee: fill(template.addressee),
    body: template.body.flatMap((block) => fillBlock(block, allFacts, { work, canDraw })),
    attachments: lines(template.attachments),
    signature: lines(template.signature),
    sealed: template.sealed === true,
    date,
    note: fill(template.note),
    copies: fill(template.copies),
    printer: unit === '' ? null : { unit, date },
    verification: template.verified === true ? identifiers.verification : null,
    foot: { maker: fill(foot.maker), time: fill(foot.time), remark: fill(foot.remark) },
  };
}

/** Message if the document is too long to be made, with advice. */
const documentWorkText =
  '内容过长，不能生成文书，请缩短内容或减少行数；仍不能生成时，请联系配置管理员简化文书模板';

/** Returns the day at the beginning of a date or a time; empty for any other text. */
function dayOf(text: string): LocalDate | '' {
  const day = text.trim().slice(0, 10);
  return isLocalDate(day) ? day : '';
}

/** The making of one document. */
interface Filling {
  work: PatternCost;
  canDraw: (fileId: string) => boolean;
}

function fillBlock(block: TemplateBlock, facts: Facts, filling: Filling): DocumentBlock[] {
  const scopes = block.each === undefined ? [facts] : entriesAt(facts, block.each);
  const applies = compileOptionalCondition(block.when);
  const fillOnce = fillerOf(block, filling);
  return scopes.filter((scope) => applies(scope, filling.work)).flatMap(fillOnce);
}

/** Returns a value with its pictures; a text if it has none. */
function fillValue(text: string, facts: Facts, { work, canDraw }: Filling): DocumentValue {
  const value = fillWithPictures(text, facts, canDraw, work.spend);
  return value.pictures.length === 0 ? value.text : value;
}

/** Returns a function that fills a block from one scope; the conditions are compiled once for all scopes. */
function fillerOf(block: TemplateBlock, filling: Filling): (facts: Facts) => DocumentBlock[] {
  const { work } = filling;
  if (block.kind !== 'fields') return (facts) => fillOnce(block, facts, filling);
  const compiled = block.rows.map(({ label, value, when }) => ({
    label,
    value,
    applies: compileOptionalCondition(when),
  }));
  return (facts) => {
    const fill = (text: string) => fillText(text, facts, work.spend);
    const rows = compiled
      .filter(({ applies }) => applies(facts, work))
      .map(({ label, value }) => [fill(label), fillValue(value, facts, filling)] as const);
    return rows.length === 0 ? [] : [{ kind: 'fields', rows }];
  };
}

function fillOnce(
  block: Exclude<TemplateBlock, { kind: 'fields' }>,
  facts: Facts,
  filling: Filling,
): DocumentBlock[] {
  const { work, canDraw } = filling;
  const fill = (text: string) => fillText(text, facts, work.spend);
  switch (block.kind) {
    case 'text': {
      const { text, pictures } = fillWithPictures(block.text, facts, canDraw, work.spend);
      // A text of several lines becomes several paragraphs.
      const paragraphs = paragraphsOf(text).map((line) => ({ kind: 'text' as const, text: line }));
      if (pictures.length === 0) return paragraphs;
      const last = paragraphs.pop() ?? { kind: 'text', text: '' };
      return [...paragraphs, { ...last, pictures }];
    }
    case 'heading':
      return [{ kind: 'heading', level: block.level, text: fill(block.text) }];
    case 'table': {
      const columns = block.columns.map(({ title, share }) => ({ title, share }));
      const rows = entriesAt(facts, block.rows).map((entry) =>
        block.columns.map(({ cell }) => fillValue(cell, entry, filling)),
      );
      if (rows.length === 0) return [];
      const foot = footOf(block, facts, work);
      return [
        {
          kind: 'table',
          label: fill(block.label ?? ''),
          columns,
          rows: foot === undefined ? rows : [...rows, foot],
        },
      ];
    }
    case 'opinion': {
      const { kind, label, text, unit, person, time } = block;
      return [
        {
          kind,
          label: fill(label),
          text: fill(text),
          unit: fill(unit),
          person: fill(person),
          time: fill(time),
        },
      ];
    }
    default:
      throw new MissingCase(block satisfies never);
  }
}

/**
 * Returns the row of sums below the rows of a form's table; undefined if no column of the block has a sum. A cell is
 * filled if it contains only columns with a sum.
 */
function footOf(
  { rows, columns }: Extract<TemplateBlock, { kind: 'table' }>,
  facts: Facts,
  work: PatternCost,
): string[] | undefined {
  const [group = '', form = '', table = ''] = rows.split('.');
  const sums = factAt(facts, `${group}.${form}.${sumTitle}.${table}`);
  if (typeof sums !== 'object' || sums === null || isList(sums)) return undefined;
  const isSum = ({ path }: DocumentPlaceholder) =>
    path.startsWith('本项.') && Object.hasOwn(sums, path.slice('本项.'.length));
  const texts = columns.map(({ cell }) => {
    const placeholders = placeholdersOf(cell);
    const isSummed = placeholders.length > 0 && placeholders.every(isSum);
    return isSummed ? fillText(cell, { 本项: sums }, work.spend) : '';
  });
  return texts.some((text) => text !== '') ? withSumTitle(texts) : undefined;
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns a scope for each entry of a list: all facts, with the entry as 本项 and its number as 序号. */
function entriesAt(facts: Facts, path: string): Facts[] {
  const list = factAt(facts, path);
  return isList(list) ? list.map((entry, index) => ({ ...facts, 本项: entry, 序号: index + 1 })) : [];
}

/**
 * Checks whether a condition over facts holds; without a condition it always does. Patterns use up the budget
 * `work`, which all conditions of a document share, and throw if it is used up, so that no document is made
 * with a part missing.
 */
export function conditionHolds(
  condition: Condition | undefined,
  facts: Facts,
  work = new PatternCost(documentWorkText),
): boolean {
  return compileOptionalCondition(condition)(facts, work);
}

function compileOptionalCondition(
  condition: Condition | undefined,
): (facts: Facts, work: PatternCost) => boolean {
  if (condition === undefined) return () => true;
  const compiled = compileCondition(condition, () => undefined);
  return (facts, work) => compiled.holds((path) => plainValue(factAt(facts, path)), work);
}

/**
 * Turns a group of facts, which has no value of its own, into text for a comparison; returns other values
 * unchanged.
 */
const plainValue = (fact: Fact): unknown =>
  typeof fact === 'object' && fact !== null && !isList(fact) ? textOf(fact) : fact;
