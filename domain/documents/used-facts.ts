import { compileCondition } from '../forms/condition.ts';
import type { Condition } from '../forms/model.ts';
import { MissingCase } from '../missing-case.ts';
import type { DocumentTemplate, TemplateBlock } from './document-template.ts';
import { type Fact, type Facts, factAt, placeholdersOf } from './placeholders.ts';

/**
 * Facts of the moment in which a document is made: a later change of them does not make it a different
 * document.
 */
const ofTheMoment = ['今天', '本步', '经办', '办件.状态'];

/**
 * Returns the facts that a document depends on, by their paths: two documents of one template with equal
 * facts have the same content. `lasting` leaves out the facts of the moment.
 */
export function usedFacts(
  template: DocumentTemplate,
  facts: Facts,
  { lasting = false, when }: { lasting?: boolean; when?: Condition | undefined } = {},
): Record<string, Fact> {
  const paths = [...new Set([...pathsOf(template), ...readsOf(when)])].filter(
    (path) => !lasting || !ofTheMoment.some((moment) => path === moment || path.startsWith(`${moment}.`)),
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
  return [...texts.flatMap(namedIn), ...body.flatMap(pathsOfBlock)].filter(
    (path) => path !== '文号' && path !== '序号' && path !== '本项' && !path.startsWith('本项.'),
  );
}

function pathsOfBlock(block: TemplateBlock): string[] {
  const shared = [...readsOf(block.when), ...(block.each === undefined ? [] : [block.each])];
  switch (block.kind) {
    case 'text':
    case 'heading':
      return [...shared, ...namedIn(block.text)];
    case 'fields':
      return [
        ...shared,
        ...block.rows.flatMap(({ label, value, when }) => [
          ...namedIn(label),
          ...namedIn(value),
          ...readsOf(when),
        ]),
      ];
    case 'opinion': {
      const { label, text, unit, person, time } = block;
      return [...shared, ...[label, text, unit, person, time].flatMap(namedIn)];
    }
    case 'table':
      return [
        ...shared,
        ...namedIn(block.label),
        block.rows,
        ...block.columns.flatMap(({ cell }) => namedIn(cell)),
      ];
    default:
      throw new MissingCase(block satisfies never);
  }
}

const namedIn = (text: string | undefined) => placeholdersOf(text ?? '').map(({ path }) => path);

function readsOf(condition: Condition | undefined): readonly string[] {
  return condition === undefined ? [] : compileCondition(condition, () => undefined).reads;
}
