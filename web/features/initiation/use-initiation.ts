import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { catalogue } from '#contract/catalogue.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { handledForms, openForms } from '#web/toolkit/open-forms/open-forms.ts';
import { openApplicantForm } from './applicant-form.ts';
import { forgetLeftDraft, noteLeftDraft } from './left-draft.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

export type Item = OutputOf<typeof catalogue.item>;
export type Draft = OutputOf<typeof initiation.draft>;

/** 64 KB of three bytes each, the rest for the headers. */
const outlivingCharacters = 20_000;

const draftIsGone = refusalRow.notFound.errcode;

/** Holds the input to start an item: the applicant card, the item's forms, and the draft that keeps both. */
export function useInitiation(item: Item, draft: Draft | undefined) {
  const [, setQuery] = useSearchParams();
  const draftId = useRef(draft?.id);
  const { pathname } = useLocation();
  const [renewed, setRenewed] = useState(false);
  // NOTE: opened once; a newer answer of the same item must not empty what is typed. Starting checks the version.
  const [applicant] = useState(() => openApplicantForm(item, draft?.applyer));
  const [open] = useState(() => openForms(withDraft(item, draft), 'edit'));
  const forms = useMemo(() => handledForms(open), [open]);

  const save = useCallback(
    async (isOffboarding: boolean) => {
      const keep = (id: string | undefined) => {
        const body = {
          id,
          taskCode: item.taskCode,
          itemDeployId: item.id,
          applyer: applicant.values(),
          workorderForms: forms.collect(),
        };
        // More than this no browser sends on behalf of a page that is gone.
        const outlivesPage = isOffboarding && JSON.stringify(body).length < outlivingCharacters;
        return call(initiation.saveDraft, { body }, { outlivesPage });
      };
      const known = draftId.current;
      if (known === undefined) noteLeftDraft(item.taskCode);
      const saved = await keep(known).catch((failure: unknown) => {
        // Deleted from another tab: the input here goes on as a draft of its own.
        if (known === undefined || !isCallError(failure) || failure.errcode !== draftIsGone) throw failure;
        return keep(undefined);
      });
      forgetLeftDraft(item.taskCode);
      setRenewed((before) => before || (known !== undefined && saved.id !== known));
      if (draftId.current === saved.id) return;
      draftId.current = saved.id;
      const url = new URL(window.location.href);
      // A save that ends after the screen was left must not write into the next screen's address.
      if (url.pathname !== pathname) return;
      // NOTE: past the router, whose navigation would call off the leaving that waits for this very save.
      url.searchParams.set('draftId', saved.id);
      window.history.replaceState(window.history.state, '', url);
    },
    [applicant, forms, item, pathname],
  );

  const autosave = useDraftAutosave(save);
  const { noteChange } = autosave;
  useEffect(() => {
    const stops = [applicant.store.onEdit(noteChange)];
    for (const { handle } of open) if (handle !== undefined) stops.push(handle.store.onEdit(noteChange));
    return () => {
      for (const stop of stops) stop();
    };
  }, [applicant, open, noteChange]);

  /** The start took the draft with it; the address must not lead back to what is gone. */
  const dropDraft = () => {
    autosave.discard();
    forgetLeftDraft(item.taskCode);
    draftId.current = undefined;
    setQuery({}, { replace: true });
  };

  return { applicant, open, forms, autosave, renewed, draftId, dropDraft };
}

/** The item's forms with what the draft kept; fields that the draft does not know keep the item's own. */
function withDraft(item: Item, draft: Draft | undefined): Item['forms'] {
  return item.forms.map((given) => {
    // All of it is sent: there is no order yet that holds anything.
    const form = { ...given, initContent: {} };
    if (draft === undefined) return form;
    const kept = draft.workorderForms.find(({ formCode }) => formCode === form.formCode);
    return kept === undefined ? form : { ...form, content: { ...form.content, ...kept.content } };
  });
}
