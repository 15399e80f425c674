import type { OutputOf } from '#contract/endpoint.ts';
import type { forms } from '#contract/forms.ts';
import { compileNewForm } from '#domain/forms/compile-new.ts';
import { importSchema } from '#domain/forms/exchange/import-schema.ts';
import { readInnerJson } from '#domain/texts/json-shape.ts';
import { jsonProblemTexts } from './form-overview.ts';

/** Values in a schema; more are refused before they are parsed. */
const maxValues = 50_000;

/**
 * Reads a schema of another product as the draft of a form. Its depth and the number of its values are checked before
 * it is parsed; nothing is stored or published.
 */
export function readSchema(json: string): OutputOf<typeof forms.readSchema> {
  const parsed = readInnerJson(json, { values: maxValues });
  const refuse = (message: string) => ({ problems: [{ field: 'json', message }], draft: null });
  if ('problem' in parsed) return refuse(jsonProblemTexts[parsed.problem]);
  const imported = importSchema(parsed.value);
  if (imported === undefined)
    return refuse(
      '不是 Formily、form-js 或 SurveyJS 的表单；本系统的表单文件请在“表单”中用“发布表单文件”发布',
    );
  const { model, shape, leftOut } = imported;
  if (model.schema.fields.length === 0) return refuse('文件中没有可以取用的字段');
  const compiled = compileNewForm(model);
  const unfinished = Array.isArray(compiled) ? compiled : [];
  return { problems: [], draft: { shape, model, leftOut: [...leftOut], unfinished } };
}
