import { compileForm } from './compile.ts';
import type { CompiledForm } from './compiled-form.ts';
import type { FieldModel, FormModel } from './model.ts';

/** Builds a form model of these fields, for tests. */
export function buildModel(fields: readonly FieldModel[], allowEdit: readonly string[] = []): FormModel {
  return { schema: { fields }, globalConfig: { code: 'test', title: '测试表单', columns: 2, allowEdit } };
}

/** Builds and compiles a form of these fields; a model with problems fails the test. */
export function buildForm(fields: readonly FieldModel[], allowEdit: readonly string[] = []): CompiledForm {
  const form = compileForm(buildModel(fields, allowEdit));
  if (Array.isArray(form))
    throw new Error(form.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  return form;
}
