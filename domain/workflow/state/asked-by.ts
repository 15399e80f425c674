import type { Task } from '../model/model.ts';
import type { Panel } from '../model/panel.ts';

/**
 * Returns the slot with the people who asked for it: a person never gives the word that the same person asked for, not
 * even in the place of another (docs/decisions/0108). It follows from the panel and is stored nowhere.
 */
export function withAskers(
  task: Task,
  panels: readonly Pick<Panel, 'by' | 'standsFor' | 'byTaskId'>[],
): Task {
  const panel = task.panelId === null ? undefined : panels[task.panelId - 1];
  if (panel === undefined || panel.byTaskId === null) return task;
  const { by, standsFor } = panel;
  return { ...task, askedBy: standsFor ? [by.staffId, standsFor.staffId] : [by.staffId] };
}
