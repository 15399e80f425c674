import type { ReactNode } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';

/** Something that can be chosen from a list. */
export interface Choice {
  key: string;
  name: string;
  /** Organisation or number, in grey behind the name. */
  hint?: string;
  /** Why it cannot be chosen. */
  fault?: string | null;
}

/** A choice with what its row shows besides the name. */
export interface ChoiceRow extends Choice {
  shownName?: ReactNode;
  /** Under the name. */
  second?: ReactNode;
  unit?: string | undefined;
  post?: string | undefined;
  /** At the end of the row, where nothing speaks against the choice. */
  end?: ReactNode;
}

/** Finds choices by part of a name, page by page from 1; a source that gives all at once has one page. */
export type ChoiceSource<Found extends Choice = Choice> = (
  name: string,
  page: number,
) => QueryAs<{ rows: readonly Found[]; total: number }>;
