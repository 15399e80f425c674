import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { meQuery } from '#web/api/use-me.ts';
import { useWindowStep } from '../page/use-window-width.ts';
import {
  arrangeColumns,
  type ListPreferences,
  readListPreferences,
  writeListPreferences,
} from './list-preferences.ts';
import type { FilterValues, ListColumn } from './list-types.ts';

/** The columns, page size and saved filters of one list as this person left them. */
export function useListPreferences<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const person = usePerson();
  const [preferences, setPreferences] = useState(() => readListPreferences(list, person));
  // Steady while nothing changes, so that the rows' cells need not be drawn again.
  const steps = useMemo(() => columns.flatMap(({ hiddenUnder }) => hiddenUnder ?? []), [columns]);
  const windowStep = useWindowStep(steps);
  const { all, shown } = useMemo(
    () => arrangeColumns(columns, preferences, windowStep),
    [columns, preferences, windowStep],
  );
  const widths = preferences.widths ?? {};
  const savedFilters = preferences.savedFilters ?? [];

  const change = (part: ListPreferences) => {
    setPreferences((before) => {
      const next = { ...before, ...part };
      writeListPreferences(list, person, next);
      return next;
    });
  };
  const move = (key: string, to: number) => {
    const order = all.map((column) => column.key).filter((other) => other !== key);
    change({ order: order.toSpliced(to, 0, key) });
  };

  return {
    shown,
    widths,
    savedFilters,
    size: preferences.size,
    setSize: (size: number) => change({ size }),
    saveFilter: (name: string, values: FilterValues) =>
      change({ savedFilters: [...savedFilters.filter((saved) => saved.name !== name), { name, values }] }),
    dropFilter: (name: string) =>
      change({ savedFilters: savedFilters.filter((saved) => saved.name !== name) }),
    columnSettings: {
      columns: all.map((column) => ({
        key: column.key,
        title: column.title,
        shown: shown.includes(column),
        width: widths[column.key] ?? column.width,
      })),
      onShow: (key: string, visible: boolean) => {
        const hidden = all.filter((column) => !shown.includes(column)).map((column) => column.key);
        change({ hidden: visible ? hidden.filter((other) => other !== key) : [...hidden, key] });
      },
      onMove: move,
      onWidth: (key: string, width: number) => change({ widths: { ...widths, [key]: width } }),
      onRestore: () => change({ order: undefined, hidden: undefined, widths: undefined }),
    },
  };
}

/** Preferences are one person's; the toolkit asks only for a name to keep them under. */
function usePerson(): string {
  const me = useQueryClient().getQueryData<CurrentUser>(meQuery.queryKey);
  return me?.username ?? '';
}
