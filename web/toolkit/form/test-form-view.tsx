import { type RenderResult, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import type { FieldModel, FormModel, GlobalConfig } from '#domain/forms/model.ts';
import { phoneQuery } from '../styles/use-media-query.ts';
import { FormView, type FormViewProps } from './FormView.tsx';
import type { FormSettings } from './form-content.ts';
import { type FormHandle, useForm } from './use-form.ts';

export interface OpenedForm extends RenderResult {
  /** The current handle of the form. */
  handle(): FormHandle;
}

/** Mounts a form with these fields, all editable unless the settings say otherwise. */
export function openForm(
  fields: readonly FieldModel[],
  settings: Partial<FormSettings> = {},
  ports: Omit<FormViewProps, 'form'> = {},
  { allowEdit = [], interfaces }: Partial<Pick<GlobalConfig, 'allowEdit' | 'interfaces'>> = {},
): OpenedForm {
  const model: FormModel = {
    schema: { fields },
    globalConfig: {
      code: 'test',
      title: '测试表单',
      columns: 2,
      allowEdit,
      ...(interfaces && { interfaces }),
    },
  };
  const full: FormSettings = { values: {}, authority: { '*': 2 }, mode: 'edit', ...settings };
  let current: FormHandle | undefined;
  function Screen() {
    current = useForm(model, full);
    return <FormView form={current} {...ports} />;
  }
  const result = render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
  return {
    ...result,
    handle() {
      if (!current) throw new Error('the form is not mounted');
      return current;
    },
  };
}

/** Gives the window the width of a phone until `vi.unstubAllGlobals`. */
export function stubPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === phoneQuery,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
