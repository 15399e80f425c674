import type { FormModel } from '#domain/forms/model.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';

/** Saves a form as a JSON Schema that Formily reads; the code of the conversion is loaded with the first export. */
export async function saveSchema(model: FormModel): Promise<void> {
  const { exportSchema } = await import('#domain/forms/exchange/export-schema.ts');
  const { title, code } = model.globalConfig;
  const name = `${title}-${code}`.replaceAll(/[\\/:*?"<>|]/g, '_');
  saveFile(`${name}.json`, JSON.stringify(exportSchema(model), null, 2), 'application/json');
}
