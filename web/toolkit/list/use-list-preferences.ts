import { useMemo, useState } from 'react';
import { pageOwnerId } from '#web/api/session-token.ts';
import { indexColumn, widthOf } from '../list-model/list-columns.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import { useTypeScale } from '../styles/use-type-scale.ts';
import { useWindowStep } from '../styles/use-window-size.ts';
import {
  arrangeColumns,
  type ColumnLayout,
  type ListPreferences,
  readListPreferences,
  writeListPreferences,
} from './list-preferences.ts';
import { pageSizeThatFits } from './page-size-that-fits.ts';

/** Holds the columns and page size of one list, as this user or a view has set them. */
export function useListPreferences<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  // Available before the server has sent the person: the list must not load its rows with other settings
  // first.
  const person = pageOwnerId();
  const [preferences, setPreferences] = useState(() => readListPreferences(list, person));
  // The columns of a view replace the user's own until the view is left.
  const [viewLayout, setViewLayout] = useState<ColumnLayout>();
  const layout: ColumnLayout = viewLayout ?? preferences;
  // Stable while nothing changes, so that the rows' cells need not be rendered again.
  const scale = useTypeScale();
  // In the large type a window has space for as many columns as a narrower one in the standard type.
  const steps = useMemo(
    () => columns.flatMap(({ hiddenUnder }) => (hiddenUnder === undefined ? [] : hiddenUnder * scale)),
    [columns, scale],
  );
  const windowStep = Math.round(useWindowStep(steps) / scale);
  const { all, shown } = useMemo(
    () => arrangeColumns([indexColumn, ...columns], layout, windowStep),
    [columns, layout, windowStep],
  );
  const widths = layout.widths ?? {};

  const change = (part: ListPreferences) => {
    setPreferences((before) => {
      const next = { ...before, ...part };
      writeListPreferences(list, person, next);
      return next;
    });
  };
  const arrange = (part: ColumnLayout) =>
    viewLayout ? setViewLayout({ ...viewLayout, ...part }) : change(part);
  const move = (key: string, to: number) => {
    const order = all.map((column) => column.key).filter((other) => other !== key);
    arrange({ order: order.toSpliced(to, 0, key) });
  };

  return {
    shown,
    widths,
    size: preferences.size ?? pageSizeThatFits(innerHeight, innerWidth),
    setSize: (size: number) => change({ size }),
    layout: { order: layout.order, hidden: layout.hidden, widths: layout.widths, numbered: layout.numbered },
    /** Shows the columns of a view, or the user's own again. */
    showLayout: setViewLayout,
    stored: preferences,
    update: change,
    columnSettings: {
      columns: all.map((column) => ({
        key: column.key,
        title: column.title,
        shown: shown.includes(column),
        width: widthOf(column, widths),
      })),
      onShow: (key: string, visible: boolean) => {
        if (key === indexColumn.key) return arrange({ numbered: visible });
        const hidden = all.filter((column) => !shown.includes(column)).map((column) => column.key);
        arrange({ hidden: visible ? hidden.filter((other) => other !== key) : [...hidden, key] });
      },
      onMove: move,
      onWidth: (key: string, width: number) => arrange({ widths: { ...widths, [key]: width } }),
      onRestore: () =>
        arrange({ order: undefined, hidden: undefined, widths: undefined, numbered: undefined }),
    },
  };
}

export type ListPreferencesOf<Row> = ReturnType<typeof useListPreferences<Row>>;
