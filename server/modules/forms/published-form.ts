import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FormModel } from '#domain/forms/model.ts';

/** A form version as it was published, ready for use; it never changes. */
export interface PublishedForm {
  id: string;
  code: string;
  version: number;
  name: string;
  model: FormModel;
  compiled: CompiledForm;
}
