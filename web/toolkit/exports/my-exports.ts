import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exportTasks } from '#contract/exports.ts';
import { isExportOpen } from '#domain/lists/export-format.ts';
import { addressByTicket } from '#web/api/address-by-ticket.ts';
import { addressOf } from '#web/api/call.ts';
import { queryOf, renewQueries } from '#web/api/query-of.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import { saveFrom } from '../page/save-file.ts';

const pollSeconds = 5;

/**
 * Returns this person's exports, kept up to date while any is running: by the event stream, and by polling.
 */
export function useMyExports() {
  const client = useQueryClient();
  const exports = useQuery({
    ...queryOf(exportTasks.mine, {}),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => isExportOpen(row.state)) ? pollSeconds * 1000 : false,
  });
  useLiveEvent('export', () => void renewQueries(client, [exportTasks.mine]));
  return exports;
}

/** Downloads the file. */
export async function downloadExport(id: string): Promise<void> {
  saveFrom(await addressByTicket(addressOf(exportTasks.file, { id }), id));
}
