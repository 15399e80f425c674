import { FieldAccess, type FormAccess } from '../authority.ts';
import type { CompiledComputed, CompiledField, CompiledForm } from '../compiled-form.ts';
import { findKind, type KindName } from '../kinds/kinds.ts';
import type { FieldModel } from '../model.ts';
import { flatFields } from '../nested-values.ts';
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
   * Checks whether a field of the rule `untilChanged` still follows its sources, because nobody has typed a value;
   * the keys name the rows around it, the outermost first. Without it every value counts as typed.
   */
  follows?(field: CompiledField, rowKeys: readonly string[]): boolean;
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

/**
 * A text in quotation marks, a word, or another sign; each character is read once, because an author wrote the text.
 */
const part = /"(?:[^"\\]|\\.)*"?|[\p{L}_$][\p{L}\p{N}_$]*|\.\.|\S/gsu;
const startsWord = /^[\p{L}_$]/u;
const reserved = new Set('and or in between if then else some every satisfies true false null'.split(' '));

/**
 * Returns the names that an expression uses, without parsing it: words that neither follow a dot nor belong to the
 * name of a function, which are the words before an opening bracket. The names of the rows of `some` and `every` are
 * among them, and are never fields.
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
 * Returns the computed value of a field of a model, and reports why the kind of the field, or one of its sources,
 * does not allow it. The expression itself is checked at publishing (`lint-computed.ts`).
 */
export function compileComputed(
  model: FieldModel,
  place: { scope: ReadonlyMap<string, FieldModel>; around: readonly FieldModel[] },
  addProblem: (message: string) => void,
): CompiledComputed | undefined {
  const { computed: source, computedRule: rule = 'always' } = model;
  if (source === undefined) return undefined;
  const kindName = model['x-component'] as KindName;
  if (computedTypes[kindName] === undefined || findKind(kindName)?.takesSeveral(model['x-props'] ?? {}))
    addProblem('该类型的字段不能自动计算');
  const reads = namesIn(source).filter((name) => place.scope.has(name));
  for (const id of reads) {
    const read = place.scope.get(id);
    if (read === undefined) continue;
    // The browser has only the mask, so browser and server would get different results.
    if (read['x-secret'] && !read['show-secret']) addProblem(`计算不能引用脱敏字段“${read.title}”`);
    else if (findKind(read['x-component'])?.writeOnly) addProblem(`计算不能引用密码字段“${read.title}”`);
    // The field around is only complete when the fields inside it are.
    else if (place.around.includes(read)) addProblem(`计算不能引用本字段所在的“${read.title}”`);
  }
  return { source, rule, reads };
}

/** Returns the fields beside a field that decide over it or over those inside it; its evaluation follows theirs. */
export function idsBefore(field: CompiledField, computedSources: ReadonlySet<string>): string[] {
  // The fields inside are only evaluated together with the field if an expression reads it.
  const isRead = computedSources.has(field.id);
  const ofInner = readsOutside(field, (inner) => [
    ...(inner.computed?.reads ?? []),
    ...(isRead ? readsOfLinkage(inner) : []),
  ]);
  return [...readsOfLinkage(field), ...(field.computed?.reads ?? []), ...ofInner];
}

/** Returns the ids outside a field that the fields inside it read, at any depth; an id names the nearest field. */
function readsOutside(
  { columns }: CompiledField,
  readsOf: (field: CompiledField) => readonly string[],
): string[] {
  const inside = new Set(columns.map(({ id }) => id));
  return columns
    .flatMap((column) => [...readsOf(column), ...readsOutside(column, readsOf)])
    .filter((id) => !inside.has(id));
}

function readsOfLinkage({ linkage }: CompiledField): string[] {
  return linkage.flatMap(({ when }) => when.reads);
}

/**
 * Returns the ids of these fields, and of others around them, that the expressions of these and of the fields inside
 * read.
 */
export function readByComputed(fields: readonly CompiledField[]): Set<string> {
  const readsOf = ({ computed }: CompiledField) => computed?.reads ?? [];
  return new Set(fields.flatMap((field) => [...readsOf(field), ...readsOutside(field, readsOf)]));
}

/** The fields that the expression of a field reads, and the fields around the field, the outermost first. */
interface ComputedPlace {
  sources: readonly CompiledField[];
  around: readonly CompiledField[];
}

/** The computed fields of a form with their places, and all fields that expressions read. */
interface ComputedPlaces {
  byField: ReadonlyMap<CompiledField, ComputedPlace>;
  sources: ReadonlySet<CompiledField>;
}

const placesOfForms = new WeakMap<readonly CompiledField[], ComputedPlaces>();

/**
 * Returns the computed fields of a form with the fields that they read: a name is a field beside the computed one,
 * else beside a field around it, from the nearest row to the form.
 */
export function computedPlaces({ fields }: Pick<CompiledForm, 'fields'>): ComputedPlaces {
  const known = placesOfForms.get(fields);
  if (known !== undefined) return known;
  const byField = new Map<CompiledField, ComputedPlace>();
  const visit = (
    inside: readonly CompiledField[],
    scopeAround: ReadonlyMap<string, CompiledField>,
    around: readonly CompiledField[],
  ): void => {
    const scope = new Map([...scopeAround, ...inside.map((field) => [field.id, field] as const)]);
    for (const field of inside) {
      if (field.computed)
        byField.set(field, { sources: field.computed.reads.flatMap((id) => scope.get(id) ?? []), around });
      if (field.columns.length > 0) visit(field.columns, scope, [...around, field]);
    }
  };
  visit(fields, new Map(), []);
  const places = { byField, sources: new Set([...byField.values()].flatMap(({ sources }) => sources)) };
  placesOfForms.set(fields, places);
  return places;
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

/** Checks whether any of the fields, or of those inside them, is computed. */
export function haveComputed(fields: readonly CompiledField[]): boolean {
  return flatFields(fields).some(({ computed }) => computed !== undefined);
}
