import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { catalogue } from '#contract/catalogue.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import type { OnlinePerson } from '#web/toolkit/form/form-context.ts';
import { handledForms, openForms } from '#web/toolkit/open-forms/open-forms.ts';
import { openApplicantForm } from './applicant-form.ts';
import { clearInterruptedDraft, recordInterruptedDraft } from './interrupted-draft.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

export type Item = OutputOf<typeof catalogue.item>;
export type Draft = OutputOf<typeof initiation.draft>;

/** 64 KB at three bytes per character, minus space for the headers. */
const keepAliveCharacters = 20_000;

const draftNotFound = refusalRow.notFound.errcode;

/**
 * Returns the input to start an item: the applicant card, the item's forms, and the draft that stores both. The
 * `onlinePerson` is the applicant of an own matter.
 */
export function useInitiation(item: Item, draft: Draft | undefined, onlinePerson: OnlinePerson | undefined) {
  const [, setQuery] = useSearchParams();
  const draftId = useRef(draft?.id);
  const { pathname } = useLocation();
  const [isNewDraft, setNewDraft] = useState(false);
  // Opened once, because a newer answer for the same item must not clear the input. The server checks the
  // version at the start.
  const [applicant] = useState(() => openApplicantForm({ ...item, onlinePerson }, draft?.applyer));
  const [openFormList] = useState(() => openForms(withDraft(item, draft), 'edit'));
  const forms = useMemo(() => handledForms(openFormList), [openFormList]);

  const save = useCallback(
    async (isLeaving: boolean) => {
      const saveAs = (id: string | undefined) => {
        const body = {
          id,
          taskCode: item.taskCode,
          itemDeployId: item.id,
          applyer: applicant.values(),
          workorderForms: forms.collect(),
        };
        // Browsers send no larger request after a page has closed.
        const outlivesPage = isLeaving && JSON.stringify(body).length < keepAliveCharacters;
        return call(initiation.saveDraft, { body }, { outlivesPage });
      };
      const previousId = draftId.current;
      if (previousId === undefined) recordInterruptedDraft(item.taskCode);
      const savedDraft = await saveAs(previousId).catch((failure: unknown) => {
        // The draft was deleted in another tab: the input here is saved as a new draft.
        if (previousId === undefined || !isCallError(failure) || failure.errcode !== draftNotFound)
          throw failure;
        return saveAs(undefined);
      });
      clearInterruptedDraft(item.taskCode);
      setNewDraft((before) => before || (previousId !== undefined && savedDraft.id !== previousId));
      if (draftId.current === savedDraft.id) return;
      draftId.current = savedDraft.id;
      const url = new URL(window.location.href);
      // A save that ends after the screen was left must not change the next screen's address.
      if (url.pathname !== pathname) return;
      // NOTE: not through the router, because its navigation would cancel the pending leave, which waits for
      // this save.
      url.searchParams.set('draftId', savedDraft.id);
      window.history.replaceState(window.history.state, '', url);
    },
    [applicant, forms, item, pathname],
  );

  const autosave = useDraftAutosave(save);
  const { recordChange } = autosave;
  useEffect(() => {
    const stopFunctions = [applicant.store.onEdit(recordChange)];
    for (const { handle } of openFormList)
      if (handle !== undefined) stopFunctions.push(handle.store.onEdit(recordChange));
    return () => {
      for (const stop of stopFunctions) stop();
    };
  }, [applicant, openFormList, recordChange]);

  /** Starting deletes the draft; the address must not point to it any more. */
  const endDraft = () => {
    autosave.discard();
    clearInterruptedDraft(item.taskCode);
    draftId.current = undefined;
    setQuery({}, { replace: true });
  };

  return { applicant, openForms: openFormList, forms, autosave, isNewDraft, draftId, endDraft };
}

/** Returns the item's forms with the draft's values; fields missing in the draft keep the item's values. */
function withDraft(item: Item, draft: Draft | undefined): Item['forms'] {
  return item.forms.map((itemForm) => {
    // All values are sent, because no order exists yet.
    const form = { ...itemForm, initContent: {} };
    if (draft === undefined) return form;
    const draftForm = draft.workorderForms.find(({ formCode }) => formCode === form.formCode);
    return draftForm === undefined ? form : { ...form, content: { ...form.content, ...draftForm.content } };
  });
}
