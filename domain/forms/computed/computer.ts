import { FieldAccess, type FormAccess } from '../authority.ts';
import type { CompiledField, CompiledForm } from '../compiled-form.ts';
import { flatFields } from '../nested-values.ts';
import { type PatternCost, PatternCostExceededError } from '../pattern-cost.ts';
import { type Computing, computedHere, computedPlaces } from './computed.ts';

/**
 * The computed value of a field: `set` if nobody types it, `suggested` until a person types another; `unknown` if it
 * cannot be computed here, so that the stored value stays.
 */
export type ComputedValue = { rule: 'set' | 'suggested'; value: unknown } | 'unknown';

/** The place of a computed field inside others. */
interface InnerComputed {
  /** True if the field around can be edited. */
  isOpen: boolean;
  /** True if the computed field can be edited. */
  isEditable: boolean;
  /** The keys of the rows around, the outermost first. */
  rowKeys: readonly string[];
}

export interface Computer {
  /** Returns the computed value of a field; undefined if the field takes a typed or a stored value. */
  valueAt(
    field: CompiledField,
    path: string,
    read: (id: string) => unknown,
    inner?: InnerComputed,
  ): ComputedValue | undefined;
  /** Checks whether an expression reads the field. */
  reads(field: CompiledField): boolean;
}

const noComputer: Computer = { valueAt: () => undefined, reads: () => false };

/**
 * Returns the evaluation of the computed fields of a form for one pass. An expression that exceeds the work limit has
 * no value, and its path is reported.
 */
export function createComputer(
  form: CompiledForm,
  access: FormAccess,
  settings: {
    computing: Computing | undefined;
    work: PatternCost;
    onLimitExceeded: (path: string) => void;
  },
): Computer {
  if (!form.hasComputed) return noComputer;
  const { computing, work, onLimitExceeded } = settings;
  const here = computedHere(form, access);
  const { byField, sources } = computedPlaces(form);
  /**
   * Fields whose value is not known here, because they follow fields that only the server has, and the fields around.
   */
  const unknown = new Set<CompiledField>();
  const lacking = new Map<CompiledField, boolean>();
  /** Checks whether the node hides a field, or a field inside it. */
  const lacks = (source: CompiledField): boolean => {
    const isLacking =
      lacking.get(source) ?? flatFields([source]).some((each) => access[each.path] === FieldAccess.hidden);
    lacking.set(source, isLacking);
    return isLacking;
  };
  const evaluate = (field: CompiledField, path: string, read: (id: string) => unknown): unknown => {
    try {
      if (computing && !work.isSpent) return computing.compute(field, read, work);
    } catch (error) {
      if (!(error instanceof PatternCostExceededError)) throw error;
    }
    onLimitExceeded(path);
    return field.kind.empty;
  };
  return {
    reads: (field) => sources.has(field),
    valueAt(field, path, read, inner) {
      const { computed, id } = field;
      if (!computed) return undefined;
      const isEditable = inner ? inner.isEditable : access[id] === FieldAccess.editable;
      const isSet = computed.rule === 'always' && (inner ? inner.isOpen : here.has(id));
      if (!isSet && !(computed.rule === 'untilChanged' && isEditable)) return undefined;
      const place = byField.get(field);
      const isKnown =
        computing !== undefined &&
        // The server knows all values; nothing is searched for in each row.
        (computing.lacksHidden !== true ||
          !place?.sources.some((source) => unknown.has(source) || lacks(source)));
      if (!isKnown) {
        for (const each of [field, ...(place?.around ?? [])]) unknown.add(each);
        return isSet ? 'unknown' : undefined;
      }
      if (isSet) return { rule: 'set', value: evaluate(field, path, read) };
      return computing.follows?.(field, inner?.rowKeys ?? [])
        ? { rule: 'suggested', value: evaluate(field, path, read) }
        : undefined;
    },
  };
}
