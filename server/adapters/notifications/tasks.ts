/** The payload of every background task, by name; modules add a line here and another in `task-handlers.ts`. */
export interface TaskPayloads {
  'session.clean-up': Record<string, never>;
  'audit.anchor': Record<string, never>;
  /** `by`: the process that asked for it. */
  'audit.verify': { by?: string };
  'audit.nightly': Record<string, never>;
  'drafts.clean-up': Record<string, never>;
  'files.clean-up': Record<string, never>;
  /** `by`: the process that asked for it. */
  'files.thumbnails': { by?: string };
  'idempotency.clean-up': Record<string, never>;
  /** `by`: the process that asked for it. */
  'work-order.notices': { by?: string };
  'work-order.index': { by?: string };
  'work-order.limits': { by?: string };
  'work-order.absent-seats': Record<string, never>;
  'work-order.seal-forms': Record<string, never>;
  'substitutes.turn': Record<string, never>;
  'schedule.remind': Record<string, never>;
  'message.deliver': { by?: string };
  'message.clean-up': Record<string, never>;
  /** `by`: the process that asked for it. */
  'export.write': { by?: string };
  'export.clean-up': Record<string, never>;
  /** `by`: the process that asked for it. */
  'archive.make': { by?: string };
  'archive.check': Record<string, never>;
  /** `by`: the process that asked for it. */
  'archive.destroy': { by?: string };
  'figures.fold': Record<string, never>;
  'figures.check': Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

/** `minute hour day month weekday` in UTC, without back-fill: a missed clean-up is made up by the next. */
export const schedule: Partial<Record<TaskName, string>> = {
  'session.clean-up': '*/5 * * * *',
  'audit.anchor': '* * * * *',
  'audit.verify': '* * * * *',
  // Seventeen past two at night in China.
  'audit.nightly': '17 18 * * *',
  'drafts.clean-up': '31 18 * * *',
  'files.clean-up': '41 * * * *',
  'files.thumbnails': '* * * * *',
  'idempotency.clean-up': '17 * * * *',
  'work-order.notices': '* * * * *',
  'work-order.index': '* * * * *',
  'work-order.limits': '* * * * *',
  'work-order.absent-seats': '7 19 * * *',
  'work-order.seal-forms': '* * * * *',
  'substitutes.turn': '* * * * *',
  'schedule.remind': '* * * * *',
  'message.deliver': '* * * * *',
  'message.clean-up': '23 * * * *',
  'export.write': '* * * * *',
  'export.clean-up': '29 * * * *',
  'archive.make': '* * * * *',
  // Between one and five at night in China, an hour's part each time.
  'archive.check': '37 17-20 * * *',
  'archive.destroy': '*/10 * * * *',
  'figures.fold': '* * * * *',
  'figures.check': '47 19 * * *',
};
