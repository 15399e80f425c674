import type { FormComponent } from '#domain/enumerations/form-component.ts';
import { formLimits } from '../../limits.ts';
import type { FieldProps } from '../../model.ts';
import type { FieldKind } from '../kind.ts';

/**
 * Markers of rows that a client sends: the stored row that a row comes from, and whether it is new (S1 §5).
 * They are not stored in the order's forms, only with values that are not submitted yet.
 */
export const rowMarkers = ['_isFirstInit', '_uid', '_isNew'] as const;

export type TableRow = Readonly<Record<string, unknown>>;

/**
 * Rows with columns, each column a field of its own; validation of the form finds the problems within a row.
 */
export const table: FieldKind<readonly TableRow[]> = rowsKind('table', '行');

/** Returns a kind whose value is a list of rows, counted with this word. */
export function rowsKind(component: FormComponent, rowWord: string): FieldKind<readonly TableRow[]> {
  return {
    component,
    empty: [],
    holdsValue: true,
    wide: true,
    takesOptions: false,
    holdsFiles: false,
    searchable: true,
    usableInCondition: false,
    nests: 'rows',
    rowWord,
    textual: false,
    maskable: false,
    takesSeveral: () => false,
    normalise(raw) {
      if (raw === null) return [];
      return Array.isArray(raw) && raw.every(isRow) ? raw : undefined;
    },
    isEmpty: (value) => value.length === 0,
    validate(value, { props }) {
      const { minRows = 0 } = props;
      const tooMany = problemOfRows(value, props, rowWord);
      if (tooMany !== undefined) return [tooMany];
      return value.length > 0 && value.length < minRows ? [`至少${minRows}${rowWord}`] : [];
    },
    text: (value) => (value.length === 0 ? '' : `共${value.length}${rowWord}`),
  };
}

/** Returns the problem of a value with too many rows, before any row is checked. */
export function problemOfRows(
  value: unknown,
  { maxRows = formLimits.rows }: Pick<FieldProps, 'maxRows'>,
  rowWord = '行',
): string | undefined {
  return Array.isArray(value) && value.length > maxRows ? `最多${maxRows}${rowWord}` : undefined;
}

function isRow(value: unknown): value is TableRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
