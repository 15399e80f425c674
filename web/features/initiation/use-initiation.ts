import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { catalogue } from '#contract/catalogue.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { maxBodyBytes } from '#domain/drafts/limits.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { CallError, isCallError } from '#web/api/call-error.ts';
import { randomKey } from '#web/api/random-key.ts';
import type { OnlinePerson } from '#web/toolkit/form/form-context.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { handledForms, openForms } from '#web/toolkit/open-forms/open-forms.ts';
import { openApplicantForm } from './applicant-form.ts';
import { clearInterruptedDraft, recordInterruptedDraft } from './interrupted-draft.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

export type Item = OutputOf<typeof catalogue.item>;
export type Draft = OutputOf<typeof initiation.draft>;

/** 64 KB, minus space for the headers. */
const keepAliveBytes = 60_000;

const draftNotFound = refusalRow.notFound.errcode;
const { tooLarge, draftChanged } = refusalRow;

/**
 * Returns the input to start an item: the applicant card, the item's forms, and the draft that stores both. The
 * `onlinePerson` is the applicant of an own matter.
 */
export function useInitiation(item: Item, draft: Draft | undefined, onlinePerson: OnlinePerson | undefined) {
  const [query, setQuery] = useSearchParams();
  const draftId = useRef(draft?.id);
  const [pageId] = useState(randomKey);
  // The order whose 复查 or 复核 is being started: named by the link to this page, later by the draft.
  const [reviewOf] = useState(() => draft?.reviewOf || query.get('reviewOf') || undefined);
  /** Time of the newest stored content that this page knows; undefined to overwrite any. */
  const seenTime = useRef(draft?.updatedAt);
  const conflict = useRef<CallError>(undefined);
  /** Size in bytes from which a content is too large: of the server, or of one that a proxy refused. */
  const refusedSize = useRef(maxBodyBytes);
  const { pathname } = useLocation();
  const [isNewDraft, setNewDraft] = useState(false);
  // Opened once, because a newer answer for the same item must not clear the input. The server checks the
  // version at the start.
  const [applicant] = useState(() => openApplicantForm({ ...item, onlinePerson }, draft?.applyer));
  const [openFormList] = useState(() => openForms(withDraft(item, draft), 'edit'));
  const forms = useMemo(() => handledForms(openFormList), [openFormList]);

  const save = useCallback(
    async (isLeaving: boolean) => {
      if (conflict.current) throw conflict.current;
      const content = {
        taskCode: item.taskCode,
        itemDeployId: item.id,
        applyer: applicant.values(),
        workorderForms: forms.collect(),
        reviewOf,
      };
      const { size } = new Blob([JSON.stringify(content)]);
      if (size >= refusedSize.current) throw contentTooLarge(forms);
      // Browsers send no larger request after a page has closed.
      const outlivesPage = isLeaving && size < keepAliveBytes;
      const saveAs = (id: string | undefined) =>
        call(
          initiation.saveDraft,
          { body: { ...content, id, over: id && seenTime.current, pageId } },
          { outlivesPage },
        );
      const previousId = draftId.current;
      if (previousId === undefined) recordInterruptedDraft(item.taskCode);
      const savedDraft = await saveAs(previousId)
        .catch((failure: unknown) => {
          // The draft was deleted in another tab: the input here is saved as a new draft.
          if (previousId === undefined || !isCallError(failure) || failure.errcode !== draftNotFound)
            throw failure;
          return saveAs(undefined);
        })
        .catch((failure: unknown) => {
          if (!isCallError(failure)) throw failure;
          if (failure.errcode === draftChanged.errcode) conflict.current = failure;
          if (failure.errcode !== tooLarge.errcode) throw failure;
          refusedSize.current = size;
          throw contentTooLarge(forms);
        });
      seenTime.current = savedDraft.updatedAt;
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
    [applicant, forms, item, pageId, pathname, reviewOf],
  );

  const autosave = useDraftAutosave(save);
  const { recordChange, flush } = autosave;
  useEffect(() => {
    const stopFunctions = [applicant.store.onEdit(recordChange)];
    for (const { handle } of openFormList)
      if (handle !== undefined) stopFunctions.push(handle.store.onEdit(recordChange));
    return () => {
      for (const stop of stopFunctions) stop();
    };
  }, [applicant, openFormList, recordChange]);

  /** Saves the input of this page over the content that another page has saved. */
  const overwriteDraft = () => {
    conflict.current = undefined;
    seenTime.current = undefined;
    recordChange();
    return flush();
  };

  /** Starting deletes the draft; the address must not point to it any more. */
  const endDraft = () => {
    autosave.discard();
    clearInterruptedDraft(item.taskCode);
    draftId.current = undefined;
    seenTime.current = undefined;
    setQuery({}, { replace: true });
  };

  return {
    applicant,
    openForms: openFormList,
    forms,
    autosave,
    isNewDraft,
    draftId,
    reviewOf,
    overwriteDraft,
    endDraft,
  };
}

/** Returns the failure of a content that is too large, with the title of the field to shorten. */
function contentTooLarge(forms: HandledForms): CallError {
  const longest = forms.longestField();
  const hint = longest ? `（最长的一项：${longest.title}）` : '';
  return new CallError({ errcode: tooLarge.errcode, message: `内容过大${hint}` });
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
