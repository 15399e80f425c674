import { z } from 'zod';
import { type ColumnKind, type DeclaredColumns, type SortOf, sortsOf } from '#domain/lists/columns.ts';

export const DueLight = z.object({
  dueAt: z.iso.datetime().nullable(),
  /** 暂定: a year within the limit has no published holidays yet. */
  provisional: z.boolean(),
  light: z.enum(['green', 'yellow', 'red', 'none']),
  /** For example `余 3 个工作日`, `超期 2 天`; or empty. */
  text: z.string(),
});

/** The wire schema of each kind of column. */
const schemaOf = {
  text: z.string(),
  maskedName: z.string(),
  status: z.number().int(),
  instant: z.iso.datetime(),
  due: DueLight,
  count: z.number().int(),
  overdueDays: z.number().int(),
} satisfies Record<ColumnKind, z.ZodType>;

type FieldsOf<Columns extends DeclaredColumns> = {
  -readonly [Name in keyof Columns]: (typeof schemaOf)[Columns[Name]['kind']];
};

/** Returns the fields of a row, one for each column of the list. */
export function fieldsOf<const Columns extends DeclaredColumns>(columns: Columns): FieldsOf<Columns> {
  const fields = Object.entries(columns).map(([name, { kind }]) => [name, schemaOf[kind]]);
  return Object.fromEntries(fields) as FieldsOf<Columns>;
}

/** Type of a list's columns on the wire. */
export type WireOf<Columns extends DeclaredColumns> = {
  [Name in keyof Columns]: z.output<(typeof schemaOf)[Columns[Name]['kind']]>;
};

/** Returns the query of sortable columns, by their wire names. */
export function sortQuery<const Columns extends DeclaredColumns>(columns: Columns) {
  return z.enum(sortsOf(columns) as [SortOf<Columns>, ...SortOf<Columns>[]]);
}
