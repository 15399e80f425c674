import { useEffect, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { type OpenForm, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';

/** An answer that the user works on, with what is typed into its forms. */
interface Hand {
  page: WorkOrderPage;
  open: readonly OpenForm[];
}

interface Hands {
  /** The task that the screen is about; empty for who only reads. */
  chosen: string;
  /** By task: after a fork one person may have several in hand. */
  byTask: Readonly<Record<string, Hand>>;
}

/**
 * Keeps the tasks that the user works on while the order moves under them: the answer in hand stays until the user asks
 * for the new one, so that nothing typed is lost; who only reads follows every change. Each task has a hand of its own,
 * and what is typed for one never appears in its sibling.
 */
export function useOrderInHand(fresh: WorkOrderPage): {
  inHand: WorkOrderPage;
  open: readonly OpenForm[];
  /** The order went on since; read-only parts show it already. */
  moved: boolean;
  /** The task in hand is no longer open to this person: nothing may be sent from it. */
  stale: boolean;
  /** Whether anything is typed into the forms of a task that is still open, the chosen one left out where told so. */
  isTyped: (withoutChosen: boolean) => boolean;
  /** Puts the newest answer in the place of the one in hand. */
  take: (page: WorkOrderPage) => void;
  /** Turns to another task; what was typed for either stays. */
  turnTo: (page: WorkOrderPage) => void;
} {
  const [hands, setHands] = useState<Hands>(() => put(nothing, fresh));
  const kept = hands.byTask[hands.chosen];
  const follows = hands.chosen === '' && kept?.page !== fresh;
  const current = follows ? put(nothing, fresh) : hands;
  if (follows) setHands(current);
  const hand = current.byTask[current.chosen] ?? handOf(fresh);
  // What others have put into the forms meanwhile is shown at once, and beside what is typed.
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
      setHands((before) => {
        const { [before.chosen]: _replaced, ...others } = before.byTask;
        return put({ ...before, byTask: others }, page);
      }),
    turnTo: (page) => setHands((before) => put(before, page)),
  };
}

const nothing: Hands = { chosen: '', byTask: {} };

/** Chooses the task of the answer, which goes into its hand unless something is in it already. */
function put({ byTask }: Hands, page: WorkOrderPage): Hands {
  const chosen = page.task?.traceId ?? '';
  return { chosen, byTask: { ...byTask, [chosen]: byTask[chosen] ?? handOf(page) } };
}

function handOf(page: WorkOrderPage): Hand {
  // Whoever was asked for a word reads the forms, and what the form lets others change is not offered.
  const reads = page.task === null || page.task.askedBy !== null;
  return { page, open: openForms(page.forms, reads ? 'read' : 'edit') };
}
