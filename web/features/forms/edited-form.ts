import { createContext, use } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { formInterfaces } from '#contract/form-interfaces.ts';
import type { InterfaceUseName } from '#domain/forms/field-interfaces.ts';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { call } from '#web/api/call.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';

/** The form that is being edited, for the settings of its fields. */
interface EditedForm {
  model: FormModel;
  /** Shows the settings of the field at a path, such as `goods[].price`. */
  goTo: (path: string) => void;
}

export const EditedFormContext = createContext<EditedForm | undefined>(undefined);

/** Returns the form that is being edited; undefined where a field is edited alone. */
export function useEditedForm(): FormModel | undefined {
  return use(EditedFormContext)?.model;
}

/** Returns the function that shows the settings of another field of the form. */
export function useGoToField(): ((path: string) => void) | undefined {
  return use(EditedFormContext)?.goTo;
}

/** Returns the interfaces of a form that is being edited, which has them with their targets. */
export function interfacesOf(model: FormModel | undefined): readonly FormInterface[] {
  return (model?.globalConfig.interfaces ?? []) as readonly FormInterface[];
}

/** A query of an interface of the form that is being edited. */
export interface TriedQuery {
  /** `field`, or `table[].column`. */
  field: string;
  use: InterfaceUseName;
  parameters: Readonly<Record<string, string>>;
  text?: string | undefined;
}

/** Asks an interface of a form that is not published, for its author. */
export function tryInterface(
  model: FormModel,
  { parameters, ...query }: TriedQuery,
  signal?: AbortSignal,
): Promise<OutputOf<typeof formInterfaces.try>> {
  const body = { json: JSON.stringify(model), ...query, parameters: { ...parameters } };
  return call(formInterfaces.try, { body }, signal ? { signal } : {});
}

/** Returns the function by which the fields of a preview ask their interfaces. */
export function tryInterfacesOf(model: FormModel): NonNullable<FormContextValue['askInterface']> {
  return async ({ field, use: name, parameters, text }, signal) => {
    const result = await tryInterface(model, { field: field.path, use: name, parameters, text }, signal);
    if (result.fault !== '') throw new Error(result.fault);
    return result;
  };
}
