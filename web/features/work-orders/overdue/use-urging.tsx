import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { QueriedOrder } from '#contract/order-query.ts';
import { Permission } from '#domain/access/actor.ts';
import { renewQueries } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import type { RowAction } from '#web/toolkit/list-model/list-types.ts';
import { reasonToUrge } from './overdue-texts.ts';

/** The dialog of 催办, which another capability provides. */
export type UrgeDialogOfList = ComponentType<{
  order: { id: string; code: string; title: string };
  /** Initial text of the reason. */
  reason?: string;
  onDone: () => void;
  onClose: () => void;
}>;

/** The dialog of 催办 for several orders at once. */
export type UrgeManyDialogOfList = ComponentType<{
  orders: readonly QueriedOrder[];
  reason?: string;
  onClose: (wasSent: boolean) => void;
}>;

/** Returns 催办 for the rows of a list of orders, if the user may urge, and the dialog of the urged row. */
export function useUrging(
  list: Endpoint,
  UrgeDialog: UrgeDialogOfList,
): {
  actionsOf: (row: QueriedOrder) => readonly RowAction[];
  dialog: ReactNode;
  mayUrge: boolean;
} {
  const [urgedRow, setUrgedRow] = useState<QueriedOrder>();
  const client = useQueryClient();
  const mayUrge = useMe()?.permissions.includes(Permission.urge) ?? false;
  return {
    mayUrge,
    actionsOf: (row) =>
      mayUrge && row.endedAt === null ? [{ key: 'urge', label: '催办', onRun: () => setUrgedRow(row) }] : [],
    dialog: urgedRow !== undefined && (
      <Suspense>
        <UrgeDialog
          order={urgedRow}
          reason={reasonToUrge(urgedRow)}
          onDone={() => {
            setUrgedRow(undefined);
            void renewQueries(client, [list]);
          }}
          onClose={() => setUrgedRow(undefined)}
        />
      </Suspense>
    ),
  };
}
