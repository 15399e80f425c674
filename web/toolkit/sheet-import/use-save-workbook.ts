import { useState } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { call } from '#web/api/call.ts';
import { useFeedback } from '../feedback/use-feedback.ts';
import { saveWorkbook } from './sheet-file.ts';

/** Returns a function that saves the template or the present content of a spreadsheet, and reports a failure. */
export function useSaveWorkbook(): {
  save: (endpoint: SheetImportCalls['template']) => Promise<void>;
  isSaving: boolean;
} {
  const [isSaving, setSaving] = useState(false);
  const feedback = useFeedback();
  const save = async (endpoint: SheetImportCalls['template']) => {
    setSaving(true);
    try {
      saveWorkbook(await call(endpoint, {}));
    } catch (failure) {
      feedback.failure(failure);
    }
    setSaving(false);
  };
  return { save, isSaving };
}
