import { FieldAccess, type FormAccess } from '../authority.ts';
import type { CompiledComputed, CompiledField, CompiledForm } from '../compiled-form.ts';
import { findKind, type KindName } from '../kinds/kinds.ts';
import type { FieldModel } from '../model.ts';
import type { PatternCost } from '../pattern-cost.ts';

/** Computes values of fields; its expressions are parsed and evaluated in a part of the code that is loaded later. */
export interface Computing {
  /**
   * Returns the value of a computed field in the shape of its kind; the empty value if it has none. Throws
   * `PatternCostExceededError` if it needs more work than allowed.
   */
  compute(field: CompiledField, read: (id: string) => unknown, work: PatternCost): unknown;
  /** True in the browser, which does not have the values of fields of authority 0. */
  lacksHidden?: boolean;
  /**
   * Checks whether a field of the rule `untilChanged` still follows its sources, because nobody has typed a value; the
   * key names the row of a column. Without it every value counts as typed.
   */
  follows?(field: CompiledField, rowKey: unknown): boolean;
}

/** Type of the value that an expression of a field must have; undefined for a kind that cannot be computed. */
export const computedTypes: Readonly<Partial<Record<KindName, 'number' | 'text' | 'boolean' | 'day'>>> = {
  number: 'number',
  'single-line': 'text',
  textarea: 'text',
  radio: 'text',
  select: 'text',
  date: 'day',
  switch: 'boolean',
};

/** A text in quotation marks, a word, or another sign; each character is read once, because an author wrote the text. */
const part = /"(?:[^"\\]|\\.)*"?|[\p{L}_$][\p{L}\p{N}_$]*|\.\.|\S/gsu;
const startsWord = /^[\p{L}_$]/u;
const reserved = new Set('and or in between if then else some every satisfies true false null'.split(' '));

/**
 * Returns the names that an expression uses, without parsing it: words that neither follow a dot nor belong to the name
 * of a function, which are the words before an opening bracket. The names of the rows of `some` and `every` are among
 * them, and are never fields.
 */
export function namesIn(source: string): string[] {
  const parts: readonly string[] = source.match(part) ?? [];
  const names: string[] = [];
  let isFunctionName = false;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const text = parts[at] ?? '';
    const isName = startsWord.test(text) && !reserved.has(text);
    isFunctionName = isName && (isFunctionName || parts[at + 1] === '(');
    if (isName && !isFunctionName && parts[at - 1] !== '.') names.push(text);
  }
  return [...new Set(names.reverse())];
}

/**
 * Returns the computed value of a field of a model, and reports why the kind of the field, or one of its sources, does
 * not allow it. The expression itself is checked at publishing (`lint-computed.ts`).
 */
export function compileComputed(
  model: FieldModel,
  place: { path: string; scope: ReadonlyMap<string, FieldModel>; isOfFormOrTable: boolean },
  addProblem: (message: string) => void,
): CompiledComputed | undefined {
  const { computed: source, computedRule: rule = 'always' } = model;
  if (source === undefined) return undefined;
  const kindName = model['x-component'] as KindName;
  if (computedTypes[kindName] === undefined || findKind(kindName)?.takesSeveral(model['x-props'] ?? {}))
    addProblem('该类型的字段不能自动计算');
  if (!place.isOfFormOrTable) addProblem('自增列表、对象和子表单中的字段不能自动计算');
  const reads = namesIn(source).filter((name) => place.scope.has(name));
  for (const id of reads) {
    const read = place.scope.get(id);
    if (read === undefined) continue;
    // The browser has only the mask, so browser and server would get different results.
    if (read['x-secret'] && !read['show-secret']) addProblem(`计算不能引用脱敏字段“${read.title}”`);
    else if (findKind(read['x-component'])?.writeOnly) addProblem(`计算不能引用密码字段“${read.title}”`);
    else if (read.fields !== undefined) addProblem(`计算不能引用自增列表、对象或子表单“${read.title}”`);
  }
  const [tableId, columnId] = place.path.split('[].');
  if (columnId !== undefined && tableId !== undefined && reads.includes(tableId))
    addProblem('列的计算不能引用所在的表格');
  return { source, rule, reads };
}

/** Returns the fields outside a field that decide over it or over its rows; its evaluation follows theirs. */
export function sourcesOf(field: CompiledField, computedSources: ReadonlySet<string>): string[] {
  const ownSources = [...readsOfLinkage(field), ...(field.computed?.reads ?? [])];
  if (field.columns.length === 0) return ownSources;
  const columnIds = new Set(field.columns.map(({ id }) => id));
  // The rows are only evaluated together with the table if an expression reads them.
  const isRead = computedSources.has(field.id);
  const ofColumns = field.columns.flatMap((column) => [
    ...(column.computed?.reads ?? []),
    ...(isRead ? readsOfLinkage(column) : []),
  ]);
  return [...ownSources, ...ofColumns.filter((id) => !columnIds.has(id))];
}

function readsOfLinkage({ linkage }: CompiledField): string[] {
  return linkage.flatMap(({ when }) => when.reads);
}

/** Returns the ids that the expressions of fields and columns read. */
export function readByComputed(fields: readonly CompiledField[]): Set<string> {
  return new Set(
    fields.flatMap((field) => [field, ...field.columns]).flatMap(({ computed }) => computed?.reads ?? []),
  );
}

/**
 * Returns the fields that are computed at a node: those that follow their sources always, where a person may edit the
 * field or one of its sources. Elsewhere the stored value stays, so that opening an old order changes nothing.
 */
export function computedHere(form: CompiledForm, access: FormAccess): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { id, computed } of form.evaluationOrder) {
    if (computed?.rule !== 'always') continue;
    const isOpen = (each: string) => access[each] === FieldAccess.editable || found.has(each);
    if (isOpen(id) || computed.reads.some(isOpen)) found.add(id);
  }
  return found;
}

/** Checks whether any of the fields or of their columns is computed. */
export function haveComputed(fields: readonly CompiledField[]): boolean {
  return fields.some(({ computed, columns }) => computed || columns.some((column) => column.computed));
}
