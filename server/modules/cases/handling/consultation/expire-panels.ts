import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { decideBySystem } from '../acting/decide-by-system.ts';
import { type DuePanel, listDuePanels } from '../order/order.queries.ts';

/** Number of panels read at a time. */
const batchSize = 200;

/**
 * Ends every approval round whose limit is over, by the system's own command. Each is decided and written
 * separately: a round that another action overtakes or that fails keeps its row and is processed again by the
 * next run.
 */
export async function expirePanels(context: JobContext): Promise<void> {
  const now = context.now();
  const failures: unknown[] = [];
  let due: DuePanel[];
  let last: DuePanel | undefined;
  do {
    due = await listDuePanels(context.db, now, last, batchSize);
    for (const panel of due) {
      if (context.stopSignal?.aborted) return context.notifier.wake('work-order.limits');
      await expirePanel(context, panel, now).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1);
  } while (due.length === batchSize);
  if (failures.length > 0) throw new AggregateError(failures, 'Some countersigns could not be ended');
}

/**
 * Decides and writes the system's command `expire` on one approval round: its limit has ended, or the people who
 * could answer have left.
 */
export async function expirePanel(
  context: Context,
  { workorderId, panelId, dueAt }: Omit<DuePanel, 'dueAt'> & { dueAt: Date | null },
  at: Date,
): Promise<void> {
  const command = { action: 'expire', panelId, limit: dueAt?.toISOString() ?? null } as const;
  const result = await decideBySystem(context, workorderId, command, at);
  if (isRefusal(result) && result.refused !== 'orderEnded') {
    const { refused } = result;
    context.log.warn(
      { workorderId, panelId, refused },
      'A countersign has reached its time limit, but cannot be ended',
    );
  }
}
