import { useEffect, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { type OpenForm, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';

/** A server answer that the user works on, with the input in its forms. */
interface OpenTask {
  page: WorkOrderPage;
  openFormList: readonly OpenForm[];
}

interface OpenTasks {
  /** Trace of the current task; empty for a user who only reads. */
  currentTraceId: string;
  /** Answers by task: after a fork one person may work on several. */
  byTask: Readonly<Record<string, OpenTask>>;
}

/**
 * Returns the tasks that the user works on while the order changes: a response stays until the user loads the
 * new one, so that no input is lost; a user who only reads gets every change. Each task has its own response,
 * and values typed for one never appear in another.
 */
export function useOpenTask(newestPage: WorkOrderPage): {
  openTask: WorkOrderPage;
  openFormList: readonly OpenForm[];
  /** True if the order has changed meanwhile; read-only parts already show the change. */
  hasChanged: boolean;
  /** True if the current task is no longer open to this person: nothing may be sent from it. */
  isTaskClosed: boolean;
  /**
   * Checks that the forms of a task that is still open contain typed values; `withoutCurrent` leaves out the
   * current task.
   */
  hasTypedValues: (withoutCurrent: boolean) => boolean;
  /** Replaces the answer that is edited with the newest one. */
  replaceTask: (page: WorkOrderPage) => void;
  /** Switches to another task; typed values of both stay. */
  switchTo: (page: WorkOrderPage) => void;
} {
  const [tasks, setTasks] = useState<OpenTasks>(() => addPage(noTasks, newestPage));
  const storedTask = tasks.byTask[tasks.currentTraceId];
  const isReader = tasks.currentTraceId === '' && storedTask?.page !== newestPage;
  const current = isReader ? addPage(noTasks, newestPage) : tasks;
  if (isReader) setTasks(current);
  const openTask = current.byTask[current.currentTraceId] ?? openTaskOf(newestPage);
  // Values saved by other people are shown at once, next to the typed ones.
  useEffect(() => {
    if (newestPage.task !== null && newestPage.task.traceId === current.currentTraceId)
      rebaseForms(openTask.openFormList, newestPage.forms);
  }, [newestPage, current.currentTraceId, openTask.openFormList]);
  const isOpen = (task: string) => newestPage.tasks.some(({ traceId }) => traceId === task);
  return {
    openTask: openTask.page,
    openFormList: openTask.openFormList,
    hasChanged: openTask.page.order.version !== newestPage.order.version,
    isTaskClosed: current.currentTraceId !== '' && !isOpen(current.currentTraceId),
    hasTypedValues: (withoutCurrent) =>
      Object.entries(current.byTask).some(
        ([task, { openFormList }]) =>
          isOpen(task) &&
          !(withoutCurrent && task === current.currentTraceId) &&
          openFormList.some(({ handle }) => handle?.touched() === true),
      ),
    replaceTask: (page) =>
      setTasks((before) => {
        const { [before.currentTraceId]: _replaced, ...others } = before.byTask;
        return addPage({ ...before, byTask: others }, page);
      }),
    switchTo: (page) => setTasks((before) => addPage(before, page)),
  };
}

const noTasks: OpenTasks = { currentTraceId: '', byTask: {} };

/** Selects the task of the page; if the task already has a page, that page stays. */
function addPage({ byTask }: OpenTasks, page: WorkOrderPage): OpenTasks {
  const currentTraceId = page.task?.traceId ?? '';
  return {
    currentTraceId,
    byTask: { ...byTask, [currentTraceId]: byTask[currentTraceId] ?? openTaskOf(page) },
  };
}

function openTaskOf(page: WorkOrderPage): OpenTask {
  // A person who was asked only reads the forms; fields that others may change are not offered.
  const isReadOnly = page.task === null || page.task.askedBy !== null;
  return { page, openFormList: openForms(page.forms, isReadOnly ? 'read' : 'edit') };
}
