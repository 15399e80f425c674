import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exportTasks } from '#contract/exports.ts';
import { session } from '#contract/session.ts';
import { isExportOpen } from '#domain/lists/export-format.ts';
import { addressOf, call } from '#web/api/call.ts';
import { queryOf, renewQueries } from '#web/api/query-of.ts';
import { writeQuery } from '#web/api/send.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';

const pollSeconds = 5;

/** What I asked for, followed while anything of it is under way: by the stream, and by asking where that is down. */
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

/** Gives the file to the person: by a one-time ticket, so that no session token stands in an address. */
export async function downloadExport(id: string): Promise<void> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject: id } });
  const link = document.createElement('a');
  link.href = addressOf(exportTasks.file, { id }) + writeQuery({ ticket });
  // The server says that it is an attachment, and how it is called.
  link.download = '';
  link.click();
}
