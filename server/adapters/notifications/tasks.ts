/** The payload of every background task, by name; modules add a line here and another in `task-handlers.ts`. */
export interface TaskPayloads {
  'session.clean-up': Record<string, never>;
  'audit.anchor': Record<string, never>;
  /** `by`: the process that requested it. */
  'audit.verify': { by?: string };
  'audit.nightly': Record<string, never>;
  'drafts.clean-up': Record<string, never>;
  'files.clean-up': Record<string, never>;
  /** `by`: the process that requested it. */
  'files.thumbnails': { by?: string };
  'idempotency.clean-up': Record<string, never>;
  /** `by`: the process that requested it. */
  'work-order.notices': { by?: string };
  'work-order.index': { by?: string };
  'work-order.limits': { by?: string };
  'work-order.records': { by?: string };
  'work-order.absent-seats': Record<string, never>;
  'work-order.seal-forms': Record<string, never>;
  'substitutes.turn': Record<string, never>;
  'schedule.remind': Record<string, never>;
  'message.deliver': { by?: string };
  'message.clean-up': Record<string, never>;
  /** `by`: the process that requested it. */
  'export.write': { by?: string };
  'export.clean-up': Record<string, never>;
  /** `by`: the process that requested it. */
  'archive.make': { by?: string };
  'archive.check': Record<string, never>;
  /** `by`: the process that requested it. */
  'archive.destroy': { by?: string };
  'figures.fold': Record<string, never>;
  'figures.check': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

/**
 * `minute hour day month weekday` in UTC, without catching up: a missed clean-up is covered by the next one.
 */
export const schedule: Partial<Record<TaskName, string>> = {
  'session.clean-up': '*/5 * * * *',
  'audit.anchor': '* * * * *',
  'audit.verify': '* * * * *',
  // At 02:17 in China.
  'audit.nightly': '17 18 * * *',
  'drafts.clean-up': '31 18 * * *',
  'files.clean-up': '41 * * * *',
  'files.thumbnails': '* * * * *',
  'idempotency.clean-up': '17 * * * *',
  'work-order.notices': '* * * * *',
  'work-order.index': '* * * * *',
  'work-order.limits': '* * * * *',
  'work-order.records': '* * * * *',
  'work-order.absent-seats': '7 19 * * *',
  'work-order.seal-forms': '* * * * *',
  'substitutes.turn': '* * * * *',
  'schedule.remind': '* * * * *',
  'message.deliver': '* * * * *',
  'message.clean-up': '23 * * * *',
  'export.write': '* * * * *',
  'export.clean-up': '29 * * * *',
  'archive.make': '* * * * *',
  // Between one and five at night in China, a part every hour.
  'archive.check': '37 17-20 * * *',
  'archive.destroy': '*/10 * * * *',
  'figures.fold': '* * * * *',
  'figures.check': '47 19 * * *',
};
