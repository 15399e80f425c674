import { rowsKind } from '../table/table.ts';

/** Entries one below the other, each with fields of its own, which may have fields in turn. */
export const array = rowsKind('array', '项');
