import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FormModel } from '#domain/forms/model.ts';
import type { PreencodedJson } from '#server/kernel/http/preencoded-json.ts';

/** A form version as it was published, ready for use; it never changes. */
export interface PublishedForm {
  id: string;
  code: string;
  version: number;
  name: string;
  model: FormModel;
  /** The model as it is sent in answers, without the targets of its interfaces. */
  structure: PreencodedJson;
  compiled: CompiledForm;
}

/** Returns the id of a version of a form, which submissions use. */
export function formIdOf(code: string, version: number): string {
  return `${code}:${version}`;
}

/** Returns the code of a form from the id of one of its versions. */
export function formCodeOf(formId: string): string {
  return formId.replace(/:\d+$/, '');
}
