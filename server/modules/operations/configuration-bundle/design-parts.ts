import { z } from 'zod';
import { ItemDocumentShape } from '#contract/item-document.ts';
import { ItemSettings } from '#contract/item-settings.ts';
import { processes as calls } from '#contract/processes.ts';
import type { Actor } from '#domain/access/actor.ts';
import { partLabelOf } from '#domain/documents/part-texts.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { createProblemFormatter } from '#domain/forms/problem-places.ts';
import { itemColumns } from '#domain/items/item-columns.ts';
import { isRefusal, type Problem, type Refusal } from '#domain/refusals/refusals.ts';
import { parseFields } from '#server/kernel/http/input.ts';
import {
  findPublishedVersion,
  listPublishedDocuments,
  publishDocument,
} from '#server/modules/cases/documents/service.ts';
import {
  listForms,
  listLatestModels,
  problemsOfForm,
  publishForm,
} from '#server/modules/design/forms/service.ts';
import { listNewestItems, listPublishedItems, publishItem } from '#server/modules/design/items/service.ts';
import {
  listNewestProcesses,
  listPublishedProcesses,
  type ParsedProcess,
  publishProcess,
  readProcesses,
} from '#server/modules/design/processes/service.ts';
import type { BundleRows } from './bundle-rows.ts';
import { formToExport, formToImport, notesOnForm } from './bundled-interfaces.ts';
import { type BundleChange, type Part, type PartImportResult, unreadableRowProblem } from './part.ts';

const isObject = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row);
/**
 * Returns problems with their messages only: the administrator who imports a bundle did not write it, and does not
 * know the ids of fields.
 */
const namedProblems = (
  name: string,
  problems: readonly Problem[],
  textOf: (problem: Problem) => string = ({ message }) => message,
) =>
  problems.map((problem) => ({
    name,
    message: textOf(problem),
    ...(problem.missing && { missing: problem.missing }),
  }));
const documentText = ({ field, message }: Problem) => {
  const part = partLabelOf(field);
  return part === undefined ? message : `${part}：${message}`;
};
export const problemsOfRefusal = (name: string, { problems = [], message = '不符合要求' }: Refusal) =>
  problems.length > 0 ? namedProblems(name, problems) : [{ name, message }];

/**
 * Column titles of the settings in the item spreadsheet; a setting without a column is named by its field.
 */
const columnTitles = new Map(itemColumns([]).map(({ key, title }) => [key, title]));
function problemOfSetting(index: number, { field, message }: Problem) {
  const title = columnTitles.get(field === 'categoryId' ? 'category' : field) ?? field;
  return { name: `第 ${index + 1} 个事项`, message: title === '' ? message : `${title}：${message}` };
}

/** The settings of an item that name a record by its code, with the kind of the record. */
const referenceKinds = {
  orgId: ['机构', 'org'],
  processKey: ['流程', 'process'],
  categoryId: ['事项分类', 'category'],
} as const;

/**
 * Returns a function that adapts the problems of an item. A record to which the item refers by its code may be
 * missing in this office: the message names the code, because there is nothing to choose in an import.
 */
const explainMissingReference =
  (settings: z.output<typeof ItemSettings>) =>
  (problem: Problem): Problem => {
    const { field, message } = problem;
    if (!Object.hasOwn(referenceKinds, field) || !message.startsWith('请选择')) return problem;
    const setting = field as keyof typeof referenceKinds;
    const [label, missing] = referenceKinds[setting];
    if (settings[setting] === '') return problem;
    return { field, message: `没有编码为“${settings[setting]}”的${label}`, missing };
  };

export function changeOf(key: string, name: string, before: number | undefined, now: number): BundleChange {
  const kind = before === undefined ? 'added' : before === now ? 'same' : 'changed';
  const fields =
    kind === 'same'
      ? []
      : [{ title: '版本', was: before === undefined ? '' : String(before), now: String(now) }];
  return { kind, key, name, fields };
}

/** Returns the title of a form model of a bundle, which is not checked yet. */
const titleOf = (model: unknown) => {
  const title = (model as { globalConfig?: { title?: unknown } } | null)?.globalConfig?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.slice(0, 100) : undefined;
};

const emptyResult = (): Required<PartImportResult> => ({ changes: [], problems: [], notes: [] });

/** Forms, like processes, items and documents, are imported as next versions, by the services that publish one. */
export const formsPart: Part = {
  name: 'forms',
  read: async (db) => (await listLatestModels(db)).map(formToExport),
  async importRows({ tx, context, actor }, rows) {
    const imported = emptyResult();
    const versions = new Map((await listForms(tx)).map(({ code, version }) => [code, version]));
    const own = new Map((await listLatestModels(tx)).map((model) => [model.globalConfig.code, model]));
    for await (const [index, row] of rows.entries()) {
      const model = row as FormModel;
      const problems = await problemsOfForm(tx, model);
      if (problems.length > 0) {
        const textOf = createProblemFormatter(JSON.stringify(model));
        imported.problems.push(
          ...namedProblems(titleOf(model) ?? `第 ${index + 1} 个表单`, problems, textOf),
        );
        continue;
      }
      const { code, title } = model.globalConfig;
      const before = versions.get(code);
      const complete = formToImport(model, own.get(code));
      const published = await publishForm(tx, context, actor, complete);
      if (isRefusal(published)) imported.problems.push(...problemsOfRefusal(title, published));
      else {
        imported.changes.push(changeOf(code, title, before, published.version));
        if (before !== published.version) imported.notes.push(...notesOnForm(complete));
      }
    }
    return imported;
  },
};

const Process = z.strictObject({
  key: z.string().max(200),
  name: z.string().max(200),
  xml: calls.publish.body.shape.xml,
});

/** Reads the files before the transaction; undefined for a row without a file. */
async function readFiles(
  rows: BundleRows,
  { actor: { staffId } }: { actor: Actor },
): Promise<(ParsedProcess | undefined)[]> {
  const files: (string | undefined)[] = [];
  for await (const [, row] of rows.entries()) files.push(Process.safeParse(row).data?.xml);
  const processes = await readProcesses(
    files.filter((xml) => xml !== undefined),
    staffId,
  );
  const remaining = processes.values();
  return files.map((xml) => (xml === undefined ? undefined : remaining.next().value));
}

/** Returns the steps of a process that name a person by account, because a bundle contains no people. */
function findStepsWithPeople(definition: NonNullable<ParsedProcess['definition']>): string[] {
  return Object.values(definition.nodes)
    .filter((node) => /"kind":"staff"/.test(JSON.stringify(node)))
    .map(({ id, name }) => name || id);
}

export const processesPart: Part = {
  name: 'processes',
  read: async (db) => (await listNewestProcesses(db)).map(({ key, name, xml }) => ({ key, name, xml })),
  prepare: readFiles,
  async importRows({ tx, context, actor }, _rows, prepared) {
    const imported = emptyResult();
    const published = await listPublishedProcesses(tx);
    // The newest version of each process comes first.
    const versions = new Map(published.reverse().map(({ key, version }) => [key, version]));
    for (const [index, process] of (prepared as Awaited<ReturnType<typeof readFiles>>).entries()) {
      const rowLabel = `第 ${index + 1} 个流程`;
      if (!process) {
        imported.problems.push(unreadableRowProblem(rowLabel));
        continue;
      }
      const name = process.definition?.name ?? rowLabel;
      const stepsWithPeople = process.definition ? findStepsWithPeople(process.definition) : [];
      imported.problems.push(
        ...stepsWithPeople.map((step) => ({
          name,
          message: `环节“${step}”指定了人员，需重新指定为岗位、角色或机构`,
        })),
      );
      if (stepsWithPeople.length > 0) continue;
      const before = versions.get(process.definition?.key ?? '');
      const row = await publishProcess(tx, context, actor, process);
      if (isRefusal(row)) imported.problems.push(...problemsOfRefusal(name, row));
      else imported.changes.push(changeOf(row.key, name, before, row.version));
    }
    return imported;
  },
};

export const itemsPart: Part = {
  name: 'items',
  // The address of another system and its headers belong to this installation only.
  read: async (db) => (await listPublishedItems(db)).map((settings) => ({ ...settings, traceSource: null })),
  async importRows({ tx, context }, rows) {
    const imported = emptyResult();
    const existing = new Map((await listNewestItems(tx)).map((item) => [item.settings.taskCode, item]));
    for await (const [index, row] of rows.entries()) {
      const parsed = parseFields(ItemSettings, isObject(row) ? row : {});
      if ('problems' in parsed) {
        imported.problems.push(...parsed.problems.map((problem) => problemOfSetting(index, problem)));
        continue;
      }
      const { taskCode, name } = parsed.values;
      const before = existing.get(taskCode);
      const traceSource = before?.settings.traceSource ?? null;
      const published = await publishItem(tx, context, { ...parsed.values, traceSource });
      if (isRefusal(published))
        imported.problems.push(
          ...namedProblems(name, (published.problems ?? []).map(explainMissingReference(parsed.values))),
        );
      else imported.changes.push(changeOf(taskCode, name, before?.version, published.version));
    }
    return imported;
  },
};

const Document = z.strictObject({ taskCode: z.string().max(60), document: ItemDocumentShape });

export const documentsPart: Part = {
  name: 'documents',
  read: async (db) =>
    (await listPublishedDocuments(db)).map(({ taskCode, content }) => ({ taskCode, document: content })),
  async importRows({ tx, context, actor }, rows) {
    const imported = emptyResult();
    for await (const [index, row] of rows.entries()) {
      const parsed = Document.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 个文书模板`));
        continue;
      }
      const { taskCode, document } = parsed.data;
      const { code, name } = document.template;
      const before = await findPublishedVersion(tx, taskCode, code);
      // The transaction is also passed as the database, so that data that is rolled back is not cached as published.
      const problems = await publishDocument(tx, { db: tx, now: context.now }, actor, {
        taskCode,
        document,
      });
      if (problems.length > 0) imported.problems.push(...namedProblems(name, problems, documentText));
      else
        imported.changes.push(
          changeOf(
            `${taskCode}/${code}`,
            name,
            before,
            (await findPublishedVersion(tx, taskCode, code)) ?? 0,
          ),
        );
    }
    return imported;
  },
};
