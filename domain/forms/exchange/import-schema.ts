import type { FormModel, GlobalConfig } from '../model.ts';
import { readModel } from '../shape.ts';
import { assembleFields } from './assemble.ts';
import { isFormJsSchema, readFormJs } from './read-form-js.ts';
import { isFormilySchema, readFormily } from './read-formily.ts';
import { isSurvey, readSurvey } from './read-survey.ts';
import { isObject, type JsonObject, type Omission, type ReportOmission, type SourceForm } from './source.ts';

/** A schema of another product that was read as a form. */
export interface ImportedSchema {
  /** Name of the shape that was recognised. */
  shape: string;
  /** The form, of which a draft can be made; it may have problems that prevent its publication. */
  model: FormModel;
  /** Parts that were left out or changed, at most `maxLeftOut`, and one entry that counts the others. */
  leftOut: readonly Omission[];
}

const maxLeftOut = 200;
const maxPathLength = 200;

/** Code of a form whose schema has none; the editor of an existing form keeps its own. */
const codeWithout = 'imported-form';

interface Shape {
  name: string;
  recognises(json: JsonObject): boolean;
  read(json: JsonObject, report: ReportOmission): SourceForm;
}

/** The shapes in the order in which they are tried: a survey also has properties, and a form-js schema a type. */
const shapes: readonly Shape[] = [
  { name: 'form-js', recognises: isFormJsSchema, read: readFormJs },
  { name: 'SurveyJS', recognises: isSurvey, read: readSurvey },
  { name: 'Formily JSON Schema', recognises: isFormilySchema, read: readFormily },
];

/**
 * Reads a schema of Formily, form-js or SurveyJS as a form; undefined if the JSON has none of these shapes. Nothing
 * in it is executed. The caller limits the size and the depth of the text before it is parsed.
 */
export function importSchema(json: unknown): ImportedSchema | undefined {
  const shape = isObject(json) ? shapes.find((each) => each.recognises(json)) : undefined;
  if (shape === undefined) return undefined;
  const leftOut: Omission[] = [];
  let count = 0;
  const report: ReportOmission = (path, message) => {
    count += 1;
    if (leftOut.length < maxLeftOut) leftOut.push({ path: path.slice(0, maxPathLength), message });
  };
  const form = shape.read(json as JsonObject, report);
  const fields = assembleFields(form.fields, report);
  if (count > maxLeftOut) leftOut.push({ path: '', message: `另有 ${count - maxLeftOut} 处未列出` });
  const globalConfig: GlobalConfig = {
    code: codeWithout,
    title: form.title ?? '导入的表单',
    columns: 2,
    allowEdit: [],
    ...form.globalConfig,
  };
  const model: FormModel = { schema: { fields }, globalConfig };
  // Every reader makes fields of this shape; a model of another shape would be a bug here.
  if (Array.isArray(readModel(model))) throw new Error('The imported schema is no form model');
  return { shape: shape.name, model, leftOut };
}
