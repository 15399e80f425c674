import type { OutputOf } from '#contract/endpoint.ts';
import type { forms as calls } from '#contract/forms.ts';
import { hintsOfInterfaces } from '#domain/forms/check-interfaces.ts';
import { compileNewForm } from '#domain/forms/compile-new.ts';
import { formChanges } from '#domain/forms/form-changes.ts';
import { hintsOfFields } from '#domain/forms/lint-linkage.ts';
import { withMappedProtection } from '#domain/forms/mapped-protection.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { problemsOfNames } from '#domain/forms/names.ts';
import { removedProtections } from '#domain/forms/protection.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isInheritedProperty } from '#domain/texts/characters.ts';
import { invalidCharactersText, readInnerJson } from '#domain/texts/json-shape.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { problemsOfElementsInForm } from '#server/modules/design/shared-elements/service.ts';
import { hintsOfRemovedFields } from './field-uses.ts';
import { findForm, findLatestForm, itemsOfForms, listForms } from './queries.ts';
import { problemsOfRulesInForm } from './rules-of-forms.ts';

type Row = Awaited<ReturnType<typeof listForms>>[number];

/** Returns every form in its newest version, with the items that use any of its versions. */
export async function overviewOfForms(db: Db): Promise<OutputOf<typeof calls.list>> {
  const [allVersions, itemsByForm] = [await listForms(db), await itemsOfForms(db)];
  const rows = [...Map.groupBy(allVersions, ({ code }) => code).values()].flatMap((versions) => {
    const [newest] = versions;
    if (!newest) return [];
    const items = new Set(versions.flatMap(({ id }) => itemsByForm.get(id) ?? []));
    return [{ ...presentVersion(newest, [...items]), fields: newest.fields }];
  });
  return { rows };
}

export async function versionsOfForm(db: Db, code: string) {
  const [allVersions, itemsByForm] = [await listForms(db, code), await itemsOfForms(db)];
  if (allVersions.length === 0) return refuse('notFound');
  return { rows: allVersions.map((row) => presentVersion(row, itemsByForm.get(row.id) ?? [])) };
}

export async function readFormVersion(db: Db, id: string): Promise<{ model: unknown } | Refusal<'notFound'>> {
  const row = await findForm(db, id);
  return row ? { model: row.model } : refuse('notFound');
}

function presentVersion({ id, code, name, version, published_at, published_by }: Row, items: string[]) {
  return {
    id,
    code,
    name,
    version,
    publishedAt: published_at.toISOString(),
    publishedBy: published_by,
    items,
  };
}

/** Messages about a text that is no JSON which can be stored. */
export const jsonProblemTexts = {
  noJson: '不是有效的 JSON 文件',
  tooLarge: '内容的层级过深',
  invalidText: invalidCharactersText,
} as const;

/**
 * Returns the model in a text, if it is JSON that can be stored; whether it is a form model is checked
 * elsewhere.
 */
export function readFormText(json: string): { model: FormModel } | { problems: Problem[] } {
  const parsed = readInnerJson(json);
  if ('value' in parsed) {
    const { model, problems } = withMappedProtection(parsed.value as FormModel);
    return problems.length > 0 ? { problems } : { model };
  }
  return { problems: [{ field: 'json', message: jsonProblemTexts[parsed.problem] }] };
}

const codePattern = /^[a-z][a-z0-9-]{0,59}$/;

/** Returns every problem that prevents publishing the model as the next version of its code. */
export async function problemsOfForm(db: Db, model: FormModel): Promise<Problem[]> {
  const compiled = compileNewForm(model);
  if (Array.isArray(compiled)) return compiled;
  const latest = await findLatestForm(db, model.globalConfig.code);
  return [
    ...problemsOfModel(model, latest?.model as FormModel | undefined),
    ...(await problemsOfRulesInForm(db, model)),
    ...(await problemsOfElementsInForm(db, model)),
  ];
}

/** Returns the problems against the current version, if there is one. */
export function problemsOfModel(model: FormModel, latest: FormModel | undefined): Problem[] {
  const compiled = compileNewForm(model);
  if (Array.isArray(compiled)) return compiled;
  const nameProblems = problemsOfNames(model);
  if (latest) return [...nameProblems, ...removedProtections(latest, model)];
  const { code } = model.globalConfig;
  const message = '表单编码应以小写字母开头，由小写字母、数字和连字符组成';
  return codePattern.test(code) && !isInheritedProperty(code)
    ? nameProblems
    : [...nameProblems, { field: 'globalConfig.code', message }];
}

export async function checkForm(
  { db, config }: Pick<Context, 'db' | 'config'>,
  json: string,
): Promise<OutputOf<typeof calls.check>> {
  const parsed = readFormText(json);
  if ('problems' in parsed) return { problems: parsed.problems, hints: [], form: null, changes: [] };
  const problems = await problemsOfForm(db, parsed.model);
  if (Array.isArray(compileNewForm(parsed.model)))
    return { problems: problems.slice(0, 200), hints: [], form: null, changes: [] };
  const { code, title } = parsed.model.globalConfig;
  const latest = await findLatestForm(db, code);
  return {
    problems,
    hints: [
      ...hintsOfFields(parsed.model.schema.fields),
      ...hintsOfInterfaces(parsed.model, config.remoteTraces.origins),
      ...(latest ? await hintsOfRemovedFields(db, latest.model as FormModel, parsed.model) : []),
    ],
    form: { code, name: title, current: latest?.version ?? null },
    changes: latest ? formChanges(latest.model as FormModel, parsed.model) : [],
  };
}
