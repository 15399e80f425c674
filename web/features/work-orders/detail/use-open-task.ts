import { useEffect, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { type OpenForm, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';

/** A server answer that the user works on, with the input in its forms. */
interface OpenTask {
  page: WorkOrderPage;
  open: readonly OpenForm[];
}

interface OpenTasks {
  /** Trace of the current task; empty for a user who only reads. */
  chosen: string;
  /** Answers by task: after a fork one person may work on several. */
  byTask: Readonly<Record<string, OpenTask>>;
}

/**
 * Keeps the tasks that the user works on while the order changes: an answer stays until the user loads the
 * new one, so that no input is lost; a user who only reads gets every change. Each task has its own answer,
 * and values typed for one never appear in another.
 */
export function useOpenTask(fresh: WorkOrderPage): {
  openTask: WorkOrderPage;
  open: readonly OpenForm[];
  /** True if the order has changed since; read-only parts already show the change. */
  moved: boolean;
  /** True if the current task is no longer open to this person: nothing may be sent from it. */
  stale: boolean;
  /**
   * Checks that the forms of a task that is still open hold typed values; `withoutChosen` leaves out the
   * chosen task.
   */
  isTyped: (withoutChosen: boolean) => boolean;
  /** Replaces the answer that is edited with the newest one. */
  replaceTask: (page: WorkOrderPage) => void;
  /** Switches to another task; typed values of both stay. */
  switchTo: (page: WorkOrderPage) => void;
} {
  const [tasks, setTasks] = useState<OpenTasks>(() => put(nothing, fresh));
  const kept = tasks.byTask[tasks.chosen];
  const follows = tasks.chosen === '' && kept?.page !== fresh;
  const current = follows ? put(nothing, fresh) : tasks;
  if (follows) setTasks(current);
  const openTask = current.byTask[current.chosen] ?? openTaskOf(fresh);
  // Values saved by other people are shown at once, beside the typed ones.
  useEffect(() => {
    if (fresh.task !== null && fresh.task.traceId === current.chosen) rebaseForms(openTask.open, fresh.forms);
  }, [fresh, current.chosen, openTask.open]);
  const isOpen = (task: string) => fresh.tasks.some(({ traceId }) => traceId === task);
  return {
    openTask: openTask.page,
    open: openTask.open,
    moved: openTask.page.order.version !== fresh.order.version,
    stale: current.chosen !== '' && !isOpen(current.chosen),
    isTyped: (withoutChosen) =>
      Object.entries(current.byTask).some(
        ([task, { open }]) =>
          isOpen(task) &&
          !(withoutChosen && task === current.chosen) &&
          open.some(({ handle }) => handle?.touched() === true),
      ),
    replaceTask: (page) =>
      setTasks((before) => {
        const { [before.chosen]: _replaced, ...others } = before.byTask;
        return put({ ...before, byTask: others }, page);
      }),
    switchTo: (page) => setTasks((before) => put(before, page)),
  };
}

const nothing: OpenTasks = { chosen: '', byTask: {} };

/** Chooses the task of the answer; if the task already has an answer, keeps it. */
function put({ byTask }: OpenTasks, page: WorkOrderPage): OpenTasks {
  const chosen = page.task?.traceId ?? '';
  return { chosen, byTask: { ...byTask, [chosen]: byTask[chosen] ?? openTaskOf(page) } };
}

function openTaskOf(page: WorkOrderPage): OpenTask {
  // A person who was asked only reads the forms; fields that others may change are not offered.
  const reads = page.task === null || page.task.askedBy !== null;
  return { page, open: openForms(page.forms, reads ? 'read' : 'edit') };
}
