import { newIdempotencyKey } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { storedBatch } from './stored-batch.ts';

/** The state of one task of a batch. */
export type BatchState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

export interface BatchRow {
  traceId: string;
  workorderId: string;
  code: string;
  title: string;
  /** The idempotency key of the task, so that a retry never submits it twice. */
  key: string;
  state: BatchState;
  /** The next node of the order, or the reason for the failure. */
  note: string;
  /** Time when the task was finished. */
  at: string;
  /** True if a retry may help: the outcome is unknown, or the server was busy. */
  retriable: boolean;
  /** Previewed documents of the task (`papers` as stored); confirmed right before it is sent, under another key. */
  papers?: { docIds: readonly string[]; key: string; confirmed?: readonly string[] } | undefined;
}

/** One button pressed on many tasks of one kind, with one opinion. */
export interface BatchJob {
  /** The user who started the batch; no other user can resume it. */
  person: string;
  button: { id: string; code: string; name: string };
  nodeName: string;
  opinion: string;
  rows: readonly BatchRow[];
  startedAt: string;
  /** True if no further task is to be started. */
  stopped: boolean;
}

export type BatchDraft = Omit<BatchJob, 'rows' | 'startedAt' | 'stopped'> & {
  rows: readonly (Pick<BatchRow, 'traceId' | 'workorderId' | 'code' | 'title'> & {
    docIds?: readonly string[];
  })[];
};

/**
 * Sends one task of the job; returns the note for its row. Confirmed documents get other ids, which it
 * reports: these are sent with the task, and discarded if the row fails.
 */
export type SendRow = (
  row: BatchRow,
  job: BatchJob,
  reportConfirmed: (docIds: readonly string[]) => void,
) => Promise<string>;

/** Number of parallel tasks: fast enough for two hundred, without overloading a small server. */
export const maxParallelTasks = 3;

/** Error codes after which a retry may succeed: a concurrent change, or a busy server. */
const retriableCodes: readonly number[] = [40902, 40923, 40954, 429, 503, 50302];

interface BatchDependencies {
  send: SendRow;
  /** Discards documents that were not used. */
  discard: (docIds: readonly string[]) => void;
  now: () => Date;
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/**
 * Runs a batch. It belongs to the tab and not to a dialog, so that closing the dialog does not stop it.
 * Started tasks finish; the others are stored in the tab, so that after a reload they continue under the same
 * keys and no task is done twice. See docs/decisions/0111.
 */
export class BatchRun {
  private current: BatchJob | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly dependencies: BatchDependencies;

  constructor(dependencies: BatchDependencies) {
    this.dependencies = dependencies;
    this.current = readStored(dependencies.store);
  }

  readonly job = (): BatchJob | undefined => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  start(draft: BatchDraft): void {
    const rows = draft.rows.map(({ docIds = [], ...row }) => ({
      ...row,
      key: newIdempotencyKey(),
      ...(docIds.length > 0 && { papers: { docIds, key: newIdempotencyKey() } }),
      state: 'waiting' as const,
      note: '排队中',
      at: '',
      retriable: false,
    }));
    this.store({ ...draft, rows, startedAt: this.dependencies.now().toISOString(), stopped: false });
    this.startWaiting();
  }

  /** Stops the batch: started tasks finish, no other task starts. */
  stop(): void {
    this.change((job) => ({
      ...job,
      stopped: true,
      rows: job.rows.map((row) =>
        row.state === 'waiting' ? { ...row, state: 'stopped', note: '已停止，未提交' } : row,
      ),
    }));
  }

  /**
   * Repeats the failed tasks that a retry may help, or the tasks that were stopped before they began, each
   * under its own key.
   */
  retry(state: 'failed' | 'stopped'): void {
    this.change((job) => ({
      ...job,
      stopped: false,
      rows: job.rows.map((row) =>
        row.state === state && (state === 'stopped' || row.retriable)
          ? { ...row, state: 'waiting', note: '排队中' }
          : row,
      ),
    }));
    this.startWaiting();
  }

  /** Removes a finished batch, and discards the documents of unfinished tasks. */
  clear(): void {
    if (this.current && isRunning(this.current)) return;
    const unfinished = (this.current?.rows ?? []).filter(({ state }) => state !== 'done');
    this.dependencies.discard(
      unfinished.flatMap(({ papers: documents }) => documents?.confirmed ?? documents?.docIds ?? []),
    );
    this.current = undefined;
    this.dependencies.store.removeItem(storedBatch);
    this.notify();
  }

  private startWaiting(): void {
    const { current } = this;
    if (!current || current.stopped) return;
    const runningCount = current.rows.filter(({ state }) => state === 'running').length;
    const nextRows = current.rows
      .filter(({ state }) => state === 'waiting')
      .slice(0, maxParallelTasks - runningCount);
    for (const row of nextRows) void this.sendOne(row);
  }

  private async sendOne(row: BatchRow): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.update(row, { state: 'running', note: '正在提交' });
    try {
      const note = await this.dependencies.send(row, current, (confirmed) => {
        if (row.papers) this.update(row, { papers: { ...row.papers, confirmed } });
      });
      this.update(row, { state: 'done', note, at: this.dependencies.now().toISOString() });
    } catch (failure) {
      const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
      const note = problems.length > 0 ? problems.join('；') : textOfFailure(failure);
      const retriable =
        !isCallError(failure) || failure.outcomeUnknown || retriableCodes.includes(failure.errcode);
      this.update(row, { state: 'failed', note, retriable, at: this.dependencies.now().toISOString() });
    }
    this.startWaiting();
  }

  private update({ traceId }: BatchRow, change: Partial<BatchRow>): void {
    this.change((job) => ({
      ...job,
      rows: job.rows.map((row) => (row.traceId === traceId ? { ...row, ...change } : row)),
    }));
  }

  private change(update: (job: BatchJob) => BatchJob): void {
    if (this.current) this.store(update(this.current));
  }

  private store(job: BatchJob): void {
    this.current = job;
    this.dependencies.store.setItem(storedBatch, JSON.stringify(job));
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export function isRunning({ rows, stopped }: BatchJob): boolean {
  return rows.some(({ state }) => state === 'running' || (state === 'waiting' && !stopped));
}

/**
 * Reads a batch that a reload interrupted, and stops its open tasks. The outcome of a task that was being
 * sent is unknown until it is sent again with its key.
 */
function readStored(store: BatchDependencies['store']): BatchJob | undefined {
  const text = store.getItem(storedBatch);
  if (text === null) return undefined;
  try {
    const job = JSON.parse(text) as BatchJob;
    const rows = job.rows.map((row) =>
      row.state === 'waiting' || row.state === 'running'
        ? { ...row, state: 'stopped' as const, note: '页面刷新时中断，尚未确认' }
        : row,
    );
    return { ...job, rows, stopped: true };
  } catch {
    store.removeItem(storedBatch);
    return undefined;
  }
}

export type BatchCounts = Record<BatchState, number>;

export function countStates(rows: readonly BatchRow[]): BatchCounts {
  const counts: BatchCounts = { waiting: 0, running: 0, done: 0, failed: 0, stopped: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
