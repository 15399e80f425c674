import type { Task } from '../model/model.ts';
import type { Panel } from '../model/panel.ts';

/**
 * Returns the slot with the people who asked for it: a person never answers their own request, not even as a
 * substitute (docs/decisions/0108). The people are derived from the panel and not stored.
 */
export function withRequesters(
  task: Task,
  panels: readonly Pick<Panel, 'by' | 'standsFor' | 'byTaskId'>[],
): Task {
  const panel = task.panelId === null ? undefined : panels[task.panelId - 1];
  if (panel === undefined || panel.byTaskId === null) return task;
  const { by, standsFor } = panel;
  return { ...task, askedBy: standsFor ? [by.staffId, standsFor.staffId] : [by.staffId] };
}
