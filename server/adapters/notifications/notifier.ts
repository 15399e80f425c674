import { sql } from 'kysely';
import type { TaskName } from '#server/adapters/notifications/tasks.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type ChangeNotification, notifyChannel, notifyPayloads } from '#server/kernel/http/notify.ts';
import type { Log } from '#server/kernel/log/log.ts';

/**
 * Sends notifications that need not be in an action's own transaction, after it has committed: the notification
 * that refreshes open pages and the call that wakes a job. Both are collected for a moment and sent in one
 * statement, because each transaction that notifies holds a server-wide lock until it is flushed. If the
 * process dies, lost notifications are compensated: pages `resync` and poll, and the job checks by itself
 * every minute.
 */
export interface Notifier {
  notify(notification: ChangeNotification): void;
  wake(task: TaskName): void;
  /** Sends the collected notifications; called at shutdown. */
  flush(): Promise<void>;
}

/** Long enough to combine all actions of a busy moment, too short to be noticed on a page. */
const collectMs = 50;

export function createNotifier(db: Db, processId: string, log: Log): Notifier {
  let notifications: ChangeNotification[] = [];
  let tasks = new Set<TaskName>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const payloads = [...new Set(notifications.flatMap(notifyPayloads))];
    const names = [...tasks];
    notifications = [];
    tasks = new Set();
    if (payloads.length + names.length === 0) return;
    try {
      await sql`select
        (select count(pg_notify(${notifyChannel}, payload)) from unnest(${payloads}::text[]) payload) as notified,
        (select count(graphile_worker.add_job(name, json_build_object('by', ${processId}::text), job_key => name))
          from unnest(${names}::text[]) name) as woken`.execute(db);
    } catch (error) {
      log.warn({ error }, 'Open screens and jobs could not be notified; they check for changes themselves');
    }
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flush(), collectMs);
  }

  return {
    notify(notification) {
      notifications.push(notification);
      scheduleFlush();
    },
    wake(task) {
      tasks.add(task);
      scheduleFlush();
    },
    flush,
  };
}
