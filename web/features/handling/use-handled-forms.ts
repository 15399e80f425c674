import { useMemo, useRef } from 'react';
import type { SubmittedForm } from '#contract/handling.ts';
import type { FormProblem, HandledForms } from './handled-forms.ts';

/** One form on the screen, as it tells about itself. */
export interface FormOnScreen {
  check(): readonly FormProblem[];
  collect(): SubmittedForm;
}

/** The forms of a screen as one: each registers while it is mounted, in whatever tab it stands. */
export function useHandledForms(): {
  forms: HandledForms;
  register: (formCode: string, form: FormOnScreen) => () => void;
} {
  const mounted = useRef(new Map<string, FormOnScreen>());
  return useMemo(
    () => ({
      forms: {
        check: () => [...mounted.current.values()].flatMap((form) => form.check()),
        collect: () => [...mounted.current.values()].map((form) => form.collect()),
      },
      register: (formCode, form) => {
        mounted.current.set(formCode, form);
        return () => {
          if (mounted.current.get(formCode) === form) mounted.current.delete(formCode);
        };
      },
    }),
    [],
  );
}
