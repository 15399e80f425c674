import type { ReactNode } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';

/** An entry that can be chosen from a list. */
export interface Choice {
  key: string;
  name: string;
  /** Organisation or number, in grey after the name. */
  hint?: string;
  /** Reason why it cannot be chosen. */
  fault?: string | null;
}

/** A choice with further content of its row. */
export interface ChoiceRow extends Choice {
  displayName?: ReactNode;
  /** Content under the name. */
  secondLine?: ReactNode;
  unit?: string | undefined;
  post?: string | undefined;
  /** Content at the end of the row, if the row can be chosen. */
  endContent?: ReactNode;
}

/** Finds choices by part of a name, page by page from 1; a source that returns all at once has one page. */
export type ChoiceSource<Found extends Choice = Choice> = (
  name: string,
  page: number,
) => QueryAs<{ rows: readonly Found[]; total: number }>;
