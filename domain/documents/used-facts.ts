import { compileCondition } from '../forms/condition.ts';
import type { Condition } from '../forms/model.ts';
import { MissingCase } from '../missing-case.ts';
import type { DocumentTemplate, TemplateBlock } from './document-template.ts';
import { type Fact, type Facts, factAt, placeholdersOf } from './placeholders.ts';

/**
 * Momentary facts, which describe the time when a document is made: a later change of them does not make it
 * a different document.
 */
const momentaryFacts = ['今天', '本步', '经办', '办件.状态'];

/**
 * Returns the facts that a document depends on, by their paths: two documents of one template with equal
 * facts have the same content. `withoutMomentaryFacts` leaves out
 * the momentary ones.
 */
export function usedFacts(
  template: DocumentTemplate,
  facts: Facts,
  {
    withoutMomentaryFacts = false,
    when,
  }: { withoutMomentaryFacts?: boolean; when?: Condition | undefined } = {},
): Record<string, Fact> {
  const paths = [...new Set([...pathsOf(template), ...pathsReadBy(when)])].filter(
    (path) =>
      !withoutMomentaryFacts ||
      !momentaryFacts.some((moment) => path === moment || path.startsWith(`${moment}.`)),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, factAt(facts, path) ?? null]));
}

/** Returns the paths of facts that a template uses; a fact of an entry counts as the whole list. */
function pathsOf(template: DocumentTemplate): string[] {
  const { head = {}, foot = {}, headLine = [], body, attachments = [], signature = [] } = template;
  const texts = [
    ...Object.values(head),
    ...Object.values(foot),
    ...headLine.flatMap(({ label, value }) => [label, value]),
    template.title,
    template.addressee,
    ...attachments,
    ...signature,
    template.date,
    template.note,
    template.copies,
    template.printer,
  ];
  return [...texts.flatMap(pathsIn), ...body.flatMap(pathsOfBlock)].filter(
    (path) => path !== '文号' && path !== '序号' && path !== '本项' && !path.startsWith('本项.'),
  );
}

function pathsOfBlock(block: TemplateBlock): string[] {
  const shared = [...pathsReadBy(block.when), ...(block.each === undefined ? [] : [block.each])];
  switch (block.kind) {
    case 'text':
    case 'heading':
      return [...shared, ...pathsIn(block.text)];
    case 'fields':
      return [
        ...shared,
        ...block.rows.flatMap(({ label, value, when }) => [
          ...pathsIn(label),
          ...pathsIn(value),
          ...pathsReadBy(when),
        ]),
      ];
    case 'opinion': {
      const { label, text, unit, person, time } = block;
      return [...shared, ...[label, text, unit, person, time].flatMap(pathsIn)];
    }
    case 'table':
      return [
        ...shared,
        ...pathsIn(block.label),
        block.rows,
        ...block.columns.flatMap(({ cell }) => pathsIn(cell)),
      ];
    default:
      throw new MissingCase(block satisfies never);
  }
}

const pathsIn = (text: string | undefined) => placeholdersOf(text ?? '').map(({ path }) => path);

function pathsReadBy(condition: Condition | undefined): readonly string[] {
  return condition === undefined ? [] : compileCondition(condition, () => undefined).reads;
}
