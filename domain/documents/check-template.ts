import { isLocalDate } from '../calendar/local-date.ts';
import { compileCondition } from '../forms/condition.ts';
import type { Condition } from '../forms/model.ts';
import { MissingCase } from '../missing-case.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank } from '../texts/characters.ts';
import type { DocumentTemplate, TemplateBlock } from './document-template.ts';
import { checkPlaceholders, isPlaceholder } from './placeholders.ts';

/** Facts that a template may use: single values, and lists with the facts of their entries. */
export interface KnownFacts {
  values: ReadonlySet<string>;
  lists: Readonly<Record<string, readonly string[]>>;
}

/** Facts that the document itself provides. */
const ownFacts = ['文号'];
/** Limits of a template, above the needs of any office document. */
export const templateLimits = { blocks: 300, characters: 20_000, columns: 12 } as const;

/** Returns all problems that prevent publishing a template, each at its part. */
export function checkTemplate(template: DocumentTemplate, known: KnownFacts): Problem[] {
  const values = new Set([...known.values, ...ownFacts]);
  const isValue = (path: string) => values.has(path);
  const check = (field: string, text: string | undefined, isKnown = isValue): Problem[] =>
    text === undefined ? [] : checkPlaceholders(text, isKnown).map((message) => ({ field, message }));
  const checkAll = (field: string, texts: readonly string[] = []) =>
    texts.flatMap((text, index) => check(`${field}[${index}]`, text));
  return [
    ...checkSize(template),
    ...(template.name.trim() === '' ? [{ field: 'name', message: '请填写文书名称' }] : []),
    // Every layout prints the issuer at the top of its page.
    ...(isBlank(template.head?.issuer ?? '') ? [{ field: 'head.issuer', message: '请填写发文机关' }] : []),
    ...Object.entries(template.head ?? {}).flatMap(([name, text]) => check(`head.${name}`, text)),
    ...check('title', template.title),
    ...(template.headLine ?? []).flatMap(({ label, value }, index) => [
      ...check(`headLine[${index}]`, label),
      ...check(`headLine[${index}]`, value),
    ]),
    ...check('addressee', template.addressee),
    ...template.body.flatMap((block, index) => checkBlock(block, `body[${index}]`, known, isValue)),
    ...checkAll('attachments', template.attachments),
    ...checkAll('signature', template.signature),
    ...checkDate(template.date),
    ...check('date', template.date),
    ...check('note', template.note),
    ...check('copies', template.copies),
    ...check('printer', template.printer),
    ...Object.entries(template.foot ?? {}).flatMap(([name, text]) => check(`foot.${name}`, text)),
  ];
}

/**
 * Checks that the date is empty, a day, or one placeholder and nothing else: it is written in figures
 * automatically.
 */
function checkDate(date = ''): Problem[] {
  const text = date.trim();
  if (text === '' || isLocalDate(text) || isPlaceholder(text)) return [];
  return [{ field: 'date', message: '成文日期应为一个日期占位符，不带写法，或 2026-01-31 这样的日期' }];
}

function checkSize(template: DocumentTemplate): Problem[] {
  const { blocks, characters } = templateLimits;
  return [
    ...(template.body.length > blocks ? [{ field: 'body', message: `正文最多 ${blocks} 段` }] : []),
    ...(JSON.stringify(template).length > characters
      ? [{ field: 'body', message: `文书模板不能超过${characters}个字符` }]
      : []),
  ];
}

function checkBlock(
  block: TemplateBlock,
  field: string,
  known: KnownFacts,
  isValue: (path: string) => boolean,
): Problem[] {
  const pathCheckOf = (list: string | undefined) => {
    const entries = list !== undefined && Object.hasOwn(known.lists, list) ? (known.lists[list] ?? []) : [];
    const ownPaths = new Set(
      list === undefined ? [] : ['序号', '本项', ...entries.map((name) => `本项.${name}`)],
    );
    return (path: string) => ownPaths.has(path) || isValue(path);
  };
  const isKnown = pathCheckOf(block.each);
  const toProblem = (message: string): Problem => ({ field, message });
  const problems = (text: string, isKnownFact = isKnown) =>
    checkPlaceholders(text, isKnownFact).map(toProblem);
  const list = (path: string | undefined) =>
    path === undefined || Object.hasOwn(known.lists, path) ? [] : [toProblem(`没有列表“${path}”`)];
  // A part may depend on whether a list has entries.
  const isKnownPath = (path: string) => isKnown(path) || Object.hasOwn(known.lists, path);
  const shared = [...list(block.each), ...checkCondition(block.when, isKnownPath).map(toProblem)];
  switch (block.kind) {
    case 'text':
    case 'heading':
      return [...shared, ...problems(block.text)];
    case 'opinion': {
      const { label, text, unit, person, time } = block;
      return [...shared, ...[label, text, unit, person, time].flatMap((part) => problems(part))];
    }
    case 'fields':
      return [
        ...shared,
        ...block.rows.flatMap(({ label, value, when }) => [
          ...problems(label),
          ...problems(value),
          ...checkCondition(when, isKnownPath).map(toProblem),
        ]),
      ];
    case 'table': {
      const { columns } = block;
      const tooMany = columns.length === 0 || columns.length > templateLimits.columns;
      return [
        ...shared,
        ...list(block.rows),
        ...problems(block.label ?? ''),
        ...(tooMany ? [toProblem(`表格应有 1 至 ${templateLimits.columns} 列`)] : []),
        ...columns.flatMap(({ cell, share }) => [
          ...problems(cell, pathCheckOf(block.rows)),
          ...(share > 0 ? [] : [toProblem('表格的列宽应大于 0')]),
        ]),
      ];
    }
    default:
      throw new MissingCase(block satisfies never);
  }
}

/**
 * Returns the problems of a condition; for a row in which nothing is chosen yet, the message says what to do.
 */
export function checkCondition(
  condition: Condition | undefined,
  isKnown: (path: string) => boolean,
): string[] {
  if (condition === undefined) return [];
  const problems: string[] = [];
  const { reads } = compileCondition(condition, (message) => problems.push(message));
  const unknown = reads.filter((path) => !isKnown(path));
  return [...problems, ...unknown.map((path) => (path === '' ? '请选择条件内容' : `没有占位符“${path}”`))];
}
