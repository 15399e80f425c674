import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import type { ItemDocument } from './item-document.ts';
import { mapTexts } from './map-texts.ts';
import { knownFacts } from './order-facts.ts';
import { renamePlaceholders } from './placeholders.ts';

/**
 * A fact by its path and with its label, in which codes are replaced by the names of forms, fields and steps.
 */
export interface FactLabel {
  path: string;
  label: string;
}
export interface ListLabel extends FactLabel {
  /** Facts of an entry if the fact is a list; their paths follow 本项. */
  members: readonly FactLabel[];
}
export interface FactTexts {
  values: readonly FactLabel[];
  lists: readonly ListLabel[];
}

/** Returns labels for everything that a template of an item may use; every label is unique. */
export function factTexts(
  forms: readonly CompiledForm[],
  definition: Pick<ProcessDefinition, 'nodes'>,
): FactTexts {
  const known = knownFacts(forms, definition);
  const titles = new Map(forms.flatMap(titlesOf));
  const nodeName = (id: string) => definition.nodes[id]?.name ?? id;
  const labelOf = (path: string) => {
    const [group, node = '', ...rest] = path.split('.');
    return group === '环节意见' ? [nodeName(node), ...rest].join('.') : (titles.get(path) ?? path);
  };
  const paths = ['文号', ...known.values];
  const lists = Object.entries(known.lists);
  const usedLabels = new Set<string>(
    [...paths, ...lists.map(([path]) => path)].filter((path) => labelOf(path) === path),
  );
  return {
    values: paths.map((path) => ({ path, label: uniqueLabel(path, labelOf(path), usedLabels) })),
    lists: lists.map(([path, members]) => {
      const memberLabels = new Set<string>();
      return {
        path,
        label: uniqueLabel(path, labelOf(path), usedLabels),
        members: members.map((member) => ({
          path: member,
          label: uniqueLabel('', titles.get(`${path}.${member}`) ?? member, memberLabels),
        })),
      };
    }),
  };
}

/** Returns the titles of a form's fields, and of the columns of its tables, by their paths. */
function titlesOf(form: CompiledForm): [string, string][] {
  const base = `表单.${form.code}`;
  return form.fields.flatMap((field: CompiledField): [string, string][] => [
    [`${base}.${field.id}`, `${form.title}.${field.title}`],
    ...field.columns.map((column): [string, string] => [`${base}.${field.id}.${column.id}`, column.title]),
  ]);
}

/** Returns a label that is not used yet, without characters that would end a placeholder. */
function uniqueLabel(path: string, text: string, usedLabels: Set<string>): string {
  const cleaned = text.replaceAll(/[{}|]/g, '').trim();
  if (cleaned === path) return path;
  let label = cleaned;
  for (let copy = 2; usedLabels.has(label); copy += 1) label = `${cleaned}（${copy}）`;
  usedLabels.add(label);
  return label;
}

/**
 * Returns a document for display to administrators: with labels in its placeholders. A placeholder of an
 * unknown fact is unchanged.
 */
export function withLabels(document: ItemDocument, texts: FactTexts): ItemDocument {
  return renameFacts(document, texts, ({ path, label }) => [path, label]);
}

/** Returns a document for storage: with paths in its placeholders. */
export function withPaths(document: ItemDocument, texts: FactTexts): ItemDocument {
  return renameFacts(document, texts, ({ path, label }) => [label, path]);
}

function renameFacts(
  document: ItemDocument,
  { values, lists }: FactTexts,
  pair: (fact: FactLabel) => readonly [string, string],
): ItemDocument {
  const names = new Map(values.map(pair));
  const namesByList = new Map(
    lists.map(({ path, members }) => [
      path,
      new Map<string, string>(members.map(pair).map(([from, to]) => [`本项.${from}`, `本项.${to}`])),
    ]),
  );
  return mapTexts(document, (text, list) => {
    const entryNames = list === undefined ? undefined : namesByList.get(list);
    return renamePlaceholders(text, (path) => entryNames?.get(path) ?? names.get(path) ?? path);
  });
}
