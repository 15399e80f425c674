import { useEffect, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { type OpenForm, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';

/** An answer that the user works on, with what is typed into its forms. */
interface Hand {
  page: WorkOrderPage;
  open: readonly OpenForm[];
}

interface AdministratorRoles {
  /** The task that the screen is about; empty for a user who only reads. */
  chosen: string;
  /** By task: after a fork one person may work on several. */
  byTask: Readonly<Record<string, Hand>>;
}

/**
 * Keeps the tasks that the user works on while the order changes: an answer stays until the user asks for the
 * new one, so that nothing typed is lost; a user who only reads follows every change. Each task has an answer
 * of its own, and values typed for one never appear in another.
 */
export function useOrderInHand(fresh: WorkOrderPage): {
  inHand: WorkOrderPage;
  open: readonly OpenForm[];
  /** The order went on since; read-only parts show it already. */
  moved: boolean;
  /** The task that is worked on is no longer open to this person: nothing may be sent from it. */
  stale: boolean;
  /**
   * Checks that the forms of a task that is still open hold typed values; `withoutChosen` leaves out the
   * chosen task.
   */
  isTyped: (withoutChosen: boolean) => boolean;
  /** Replaces the answer that is worked on with the newest one. */
  take: (page: WorkOrderPage) => void;
  /** Turns to another task; typed values of both stay. */
  turnTo: (page: WorkOrderPage) => void;
} {
  const [hands, setAdministratorRoles] = useState<AdministratorRoles>(() => put(nothing, fresh));
  const kept = hands.byTask[hands.chosen];
  const follows = hands.chosen === '' && kept?.page !== fresh;
  const current = follows ? put(nothing, fresh) : hands;
  if (follows) setAdministratorRoles(current);
  const hand = current.byTask[current.chosen] ?? administratorRoleOf(fresh);
  // Values that other people have saved are shown at once, beside the typed ones.
  useEffect(() => {
    if (fresh.task !== null && fresh.task.traceId === current.chosen) rebaseForms(hand.open, fresh.forms);
  }, [fresh, current.chosen, hand.open]);
  const isOpen = (task: string) => fresh.tasks.some(({ traceId }) => traceId === task);
  return {
    inHand: hand.page,
    open: hand.open,
    moved: hand.page.order.version !== fresh.order.version,
    stale: current.chosen !== '' && !isOpen(current.chosen),
    isTyped: (withoutChosen) =>
      Object.entries(current.byTask).some(
        ([task, { open }]) =>
          isOpen(task) &&
          !(withoutChosen && task === current.chosen) &&
          open.some(({ handle }) => handle?.touched() === true),
      ),
    take: (page) =>
      setAdministratorRoles((before) => {
        const { [before.chosen]: _replaced, ...others } = before.byTask;
        return put({ ...before, byTask: others }, page);
      }),
    turnTo: (page) => setAdministratorRoles((before) => put(before, page)),
  };
}

const nothing: AdministratorRoles = { chosen: '', byTask: {} };

/** Chooses the task of the answer; keeps an answer that the task has already. */
function put({ byTask }: AdministratorRoles, page: WorkOrderPage): AdministratorRoles {
  const chosen = page.task?.traceId ?? '';
  return { chosen, byTask: { ...byTask, [chosen]: byTask[chosen] ?? administratorRoleOf(page) } };
}

function administratorRoleOf(page: WorkOrderPage): Hand {
  // A person who was asked to answer only reads the forms; fields that the form lets others change are not
  // offered.
  const reads = page.task === null || page.task.askedBy !== null;
  return { page, open: openForms(page.forms, reads ? 'read' : 'edit') };
}
