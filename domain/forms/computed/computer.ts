import { FieldAccess, type FormAccess } from '../authority.ts';
import type { CompiledField, CompiledForm } from '../compiled-form.ts';
import { type PatternCost, PatternCostExceededError } from '../pattern-cost.ts';
import { type Computing, computedHere, readByComputed } from './computed.ts';

/**
 * The computed value of a field: `set` if nobody types it, `suggested` until a person types another; `unknown` if it
 * cannot be computed here, so that the stored value stays.
 */
export type ComputedValue = { rule: 'set' | 'suggested'; value: unknown } | 'unknown';

/** The row of a column, and its key. */
interface ComputedRow {
  /** True if the table can be edited. */
  isOpen: boolean;
  /** True if the column can be edited. */
  isEditable: boolean;
  key: unknown;
}

export interface Computer {
  /** Returns the computed value of a field or of a cell; undefined if the field takes a typed or a stored value. */
  valueAt(
    field: CompiledField,
    path: string,
    read: (id: string) => unknown,
    row?: ComputedRow,
  ): ComputedValue | undefined;
  /** Checks whether an expression reads the rows of the field. */
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
  const sources = readByComputed(form.fields);
  /** Fields whose value is not known here, because they follow fields that only the server has. */
  const unknown = new Set<string>();
  const lacks = (path: string) => computing?.lacksHidden === true && access[path] === FieldAccess.hidden;
  const isUnknown = (id: string) =>
    unknown.has(id) || lacks(id) || form.byId.get(id)?.columns.some(({ path }) => lacks(path)) === true;
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
    reads: ({ id }) => sources.has(id),
    valueAt(field, path, read, row) {
      const { computed, id } = field;
      if (!computed) return undefined;
      const isEditable = row ? row.isEditable : access[id] === FieldAccess.editable;
      const isSet = computed.rule === 'always' && (row ? row.isOpen : here.has(id));
      if (!isSet && !(computed.rule === 'untilChanged' && isEditable)) return undefined;
      const prefix = field.path.slice(0, field.path.length - id.length);
      const table = row && form.byId.get(prefix.slice(0, -'[].'.length));
      const isOfRow = (each: string) => table?.columns.some((column) => column.id === each) === true;
      const isKnown =
        computing !== undefined &&
        // The server knows all values; nothing is searched for in each cell.
        (computing.lacksHidden !== true ||
          !computed.reads.some((each) =>
            isOfRow(each) ? unknown.has(prefix + each) || lacks(prefix + each) : isUnknown(each),
          ));
      if (!isKnown) {
        unknown.add(field.path);
        if (table) unknown.add(table.id);
        return isSet ? 'unknown' : undefined;
      }
      if (isSet) return { rule: 'set', value: evaluate(field, path, read) };
      return computing.follows?.(field, row?.key)
        ? { rule: 'suggested', value: evaluate(field, path, read) }
        : undefined;
    },
  };
}
