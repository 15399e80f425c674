import { useCallback, useEffect, useRef, useState } from 'react';
import { currentHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { urgeContent } from '#domain/messages/default-contents.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { defaultTitle, recipientsOf } from './urge-texts.ts';

/** An order to be urged with others. */
export interface UrgedOrder {
  id: string;
  code: string;
  title: string;
  endedAt: string | null;
  /** Its current step and handlers, who get the urge. */
  nodeName: string;
  handlerNames: string;
}

export interface UrgedRow extends UrgedOrder {
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The recipients, or the reason why the order was not urged. */
  note: string;
  /** True if the order failed for a reason that may have passed at the next attempt. */
  retriable: boolean;
  /** The idempotency key of the order, so that a retry never urges it twice. */
  key: string;
}

/** Number of orders urged in parallel. */
const maxParallel = 3;

/**
 * Urges several orders for one reason: every order with the default message, to all handlers of its current steps,
 * through all channels of the office. Orders that wait when the dialog closes are not urged.
 */
export function useUrgeRun(orders: readonly UrgedOrder[], ownKey: string | undefined) {
  const [rows, setRows] = useState<readonly UrgedRow[]>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const run = useCallback(
    async (reason: string) => {
      const newRows: UrgedRow[] = (
        rows ??
        orders.map((order) => ({
          ...order,
          state: 'waiting',
          note: '',
          retriable: false,
          key: newIdempotencyKey(),
        }))
      ).map((row) => (row.retriable ? { ...row, state: 'waiting', note: '', retriable: false } : row));
      const update = (index: number, change: Partial<UrgedRow>) => {
        newRows[index] = { ...(newRows[index] as UrgedRow), ...change };
        setRows([...newRows]);
      };
      setRows([...newRows]);
      let nextIndex = 0;
      const urgeNext = async () => {
        while (nextIndex < newRows.length && isOpen.current) {
          const index = nextIndex;
          nextIndex += 1;
          const row = newRows[index];
          if (row?.state !== 'waiting') continue;
          update(index, { state: 'running' });
          update(index, await urge(row, reason, ownKey));
        }
      };
      await Promise.all(Array.from({ length: maxParallel }, urgeNext));
    },
    [orders, ownKey, rows],
  );
  return { rows, run };
}

async function urge(
  row: UrgedRow,
  reason: string,
  ownKey: string | undefined,
): Promise<Pick<UrgedRow, 'state' | 'note' | 'retriable'>> {
  if (row.endedAt !== null) return { state: 'failed', note: '已办结，无需催办', retriable: false };
  try {
    const currentTasks = await call(currentHandlers.ofOrder, { query: { workorderId: row.id } });
    const people = currentTasks.rows.flatMap((task) => recipientsOf(task, ownKey));
    if (people.length === 0)
      return { state: 'failed', note: '当前环节由您本人办理，无需催办', retriable: false };
    const names = [...new Map(people.map(({ key, name }) => [key, name])).values()];
    await call(
      handling.handle,
      {
        body: {
          workorderId: row.id,
          handlerOperation: '7',
          workorderRemindInputVo: {
            title: defaultTitle(row.title),
            content: urgeContent(row.code),
            reason,
            receivers: [...new Set(people.map(({ key }) => key))],
            channelType: currentTasks.channels,
            fileList: [],
          },
        },
      },
      { idempotencyKey: row.key },
    );
    return { state: 'done', note: `已催办 ${names.join('、')}`, retriable: false };
  } catch (failure) {
    const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
    return {
      state: 'failed',
      note: problems.length > 0 ? problems.join('；') : textOfFailure(failure),
      retriable: true,
    };
  }
}
