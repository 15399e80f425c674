import { createHash } from 'node:crypto';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { Chunks } from '#domain/chunks.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { compareRows } from '#domain/sheets/compare-rows.ts';
import {
  headingOf,
  type ImportColumn,
  type SheetChange,
  type SheetProblem,
  sheetColumnKindLabel,
  sheetLimits,
} from '#domain/sheets/import-sheet.ts';
import type { RawSheet } from '#domain/sheets/raw-sheet.ts';
import { readSheetRows } from '#domain/sheets/read-sheet-rows.ts';
import type {
  TemplateColumn,
  WriteSheetJob,
} from '#server/adapters/file-processing/conversion/processing-job.ts';
import type { Context } from '#server/framework/context.ts';
import type { CodeList, ImportableSheet, SheetState } from '#server/framework/lists/importable-sheet.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { mapCooperatively, runCooperatively } from '#server/kernel/scheduling.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { listCodes } from './codes.queries.ts';
import { namesOf, presentChanges } from './present-changes.ts';

/** Mounts the four calls of a spreadsheet, for those who may edit its contents. */
export function mountSheetImport(app: App, calls: SheetImportCalls, sheet: ImportableSheet): void {
  const access = permission(sheet.permission);
  route(app, calls.template, access, (call) => writeTemplate(call, sheet));
  route(app, calls.exportRows, access, (call) => writeCurrentRows(call, sheet));
  route(app, calls.preview, access, (call) => previewSheet(call, sheet, call.body.file));
  route(app, calls.apply, access, (call) => applySheet(call, sheet, call.body));
}

interface ImportCaller {
  readonly context: Context;
  readonly actor: Pick<Actor, 'staffId'>;
}

/** Writes an empty workbook with headings, drop-down lists and 填写说明. */
async function writeTemplate({ context, actor }: ImportCaller, sheet: ImportableSheet) {
  const state = await sheet.read(context.db, context, actor);
  return await workbookOf({ context, actor }, sheet, {
    state,
    rows: [],
    fileName: `${sheet.title}导入模板.xlsx`,
  });
}

/** Writes the current rows as the same spreadsheet, so that they can be changed and imported again. */
async function writeCurrentRows({ context, actor }: ImportCaller, sheet: ImportableSheet) {
  const state = await sheet.read(context.db, context, actor);
  const fileName = `${sheet.title}-${localDateOf(context.now())}.xlsx`;
  return await workbookOf({ context, actor }, sheet, { state, rows: state.existingRows, fileName });
}

async function workbookOf(
  { context, actor }: ImportCaller,
  sheet: ImportableSheet,
  contents: { state: SheetState; rows: SheetState['existingRows']; fileName: string },
) {
  const { state, rows, fileName } = contents;
  const codes = await listedCodes(context.db, sheet.codes ?? []);
  const content = { title: sheet.title, columns: sheet.columns(state), rows, codes, fileName };
  return writeWorkbook({ context, actor }, content);
}

/** Writes a workbook with headings, drop-down lists, rows and 填写说明. */
export async function writeWorkbook(
  { context, actor }: ImportCaller,
  content: {
    title: string;
    fileName: string;
    columns: readonly ImportColumn[];
    rows: SheetState['existingRows'];
    codes?: WriteSheetJob['codes'];
  },
): Promise<{ fileName: string; file: string } | Refusal<'busy'>> {
  const { title, fileName, columns, rows, codes = [] } = content;
  const job: WriteSheetJob = {
    work: 'writeSheet',
    name: title,
    columns: columns.map(presentColumn),
    rows: await mapCooperatively(rows, (row) =>
      columns.map((column) => cellOf(column, row[column.key] ?? null)),
    ),
    maxRows: sheetLimits.rows,
    codes,
  };
  const result = await context.conversionPool.make(job, actor.staffId);
  if (result === undefined || 'problem' in result) return refuse('busy');
  return { fileName, file: Buffer.from(result).toString('base64') };
}

const titleOfCodes: Readonly<Record<CodeList, string>> = {
  organisations: '机构',
  departments: '部门',
  positions: '岗位',
  groups: '用户组',
  windows: '窗口',
  halls: '大厅',
  applications: '业务应用',
};

/** Returns the codes that an author may look up, each list up to a limit that the workbook mentions. */
async function listedCodes(db: Db, lists: readonly CodeList[]): Promise<WriteSheetJob['codes']> {
  const listed: WriteSheetJob['codes'][number][] = [];
  for (const list of lists) {
    const rows = await listCodes(db, list, sheetLimits.listedCodes + 1);
    listed.push({
      title: titleOfCodes[list],
      rows: rows.slice(0, sheetLimits.listedCodes).map(({ code, name }) => [code, name]),
      isCut: rows.length > sheetLimits.listedCodes,
    });
  }
  return listed;
}

function presentColumn(column: ImportColumn): TemplateColumn {
  const { required = false, kind, hint, example, choices = [], limit } = column;
  const length = limit !== undefined && kind !== 'choice' ? `，不超过${limit}个字符` : '';
  return {
    title: headingOf(column),
    required,
    kind: `${sheetColumnKindLabel[kind]}${length}`,
    hint,
    example,
    choices,
    isText: kind !== 'number',
  };
}

function cellOf({ isSecret }: ImportColumn, value: SheetState['existingRows'][number][string]) {
  if (isSecret || value === undefined) return null;
  return typeof value === 'object' && value !== null ? value.join('、') : value;
}

const fileProblemTexts = {
  otherFormat: '不是 .xlsx 工作簿，请在表格软件中另存为“Excel 工作簿（.xlsx）”后重新选择',
  locked: '是旧格式（.xls）或设有打开密码，请去除密码并另存为“Excel 工作簿（.xlsx）”后重新选择',
  dangerous: '文件含有宏、外部链接等不安全的内容或已损坏，请把数据复制到模板中重新保存',
  tooManyCells: '内容过多，请删去空白的行列或拆分后重新选择',
  unreadable: '文件无法读取，请把数据复制到模板中重新保存',
} as const;

const refuseFile = (message: string) => refuse('badInput', { problems: [{ field: 'file', message }] });

/** Reads an untrusted file in a child process with a time limit; the file is not stored. */
export async function readWorkbook(
  { context, actor }: ImportCaller,
  name: string,
  file: string,
): Promise<RawSheet | Refusal<'badInput'>> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(file) || file.length % 4 !== 0)
    return refuseFile('文件内容不是有效的Base64');
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > sheetLimits.bytes) return refuseFile(`文件不能超过 ${sheetLimits.bytes / 1_048_576} MB`);
  const { rows: maxRows, columns: maxColumns } = sheetLimits;
  const job = {
    work: 'readSheet',
    bytes,
    name,
    maxRows,
    maxColumns,
  } as const;
  const result = await context.conversionPool.make(job, actor.staffId);
  if (result === undefined) return refuseFile('文件过大或过于复杂，请把数据复制到模板中重新保存');
  if (!('problem' in result)) return result;
  const error =
    result.problem in fileProblemTexts ? (result.problem as keyof typeof fileProblemTexts) : 'unreadable';
  return refuseFile(fileProblemTexts[error]);
}

export interface SheetPreview {
  changes: SheetChange[];
  problems: SheetProblem[];
  digest: string;
}

/** Compares the rows with the current rows, and checks each row separately. */
async function compareWith(sheet: ImportableSheet, raw: RawSheet, state: SheetState) {
  const columns = sheet.columns(state);
  const parsed = await runCooperatively(readSheetRows(columns, raw));
  const rows = sheet.completeRows
    ? await runCooperatively(sheet.completeRows(parsed.rows, state))
    : parsed.rows;
  const compared = await runCooperatively(
    compareRows({ columns, keys: sheet.keys }, rows, state.existingRows),
  );
  const consequences = sheet.consequences?.(compared.changes, state);
  const changes = compared.changes.map((change) => {
    const consequence = consequences?.get(change.key);
    return consequence ? { ...change, fields: [...change.fields, consequence] } : change;
  });
  const unreadableCells = new Set(parsed.problems.map(placeOfCell));
  return { rows, changes, unreadableCells, problems: [...parsed.problems, ...compared.problems] };
}

const placeOfCell = ({ row, column }: SheetProblem) => `${row} ${column}`;

type ComparedSheet = Awaited<ReturnType<typeof compareWith>>;

/** Previews the import of a spreadsheet: its changes to the current rows, and all its problems. */
export async function previewImport(
  sheet: ImportableSheet,
  raw: RawSheet,
  state: SheetState,
  prepared?: unknown,
  comparison?: ComparedSheet,
): Promise<SheetPreview> {
  const compared = comparison ?? (await compareWith(sheet, raw, state));
  const { rows, changes } = compared;
  // A cell that cannot be read is reported only once.
  const checked = (await runCooperatively(sheet.check(changes, state, rows, prepared))).filter(
    (problem) => !compared.unreadableCells.has(placeOfCell(problem)),
  );
  const columnOrder = new Map(sheet.columns(state).map(({ title }, index) => [title, index]));
  const placeOf = ({ column }: SheetProblem) => columnOrder.get(column) ?? -1;
  const problems = [...compared.problems, ...checked].sort(
    (a, b) => a.row - b.row || placeOf(a) - placeOf(b),
  );
  return { changes, problems, digest: await runCooperatively(digestOf([raw.rows, changes])) };
}

function* digestOf(lists: readonly (readonly unknown[])[]): Chunks<string> {
  const hash = createHash('sha256');
  for (const list of lists) {
    hash.update(`${list.length}\n`);
    for (const item of list) {
      yield;
      hash.update(`${JSON.stringify(item)}\n`);
    }
  }
  return hash.digest('base64url');
}

/**
 * Returns the warnings about further effects of importing a spreadsheet without problems, as a part of the
 * preview.
 */
async function warningsOf(
  sheet: ImportableSheet,
  db: Db,
  { changes, problems }: SheetPreview,
  state: SheetState,
) {
  if (problems.length > 0) return [];
  const changedRows = changes.filter(({ kind }) => kind !== 'same');
  return (await sheet.warn?.(db, changedRows, state)) ?? [];
}

const digestOfPreview = (digest: string, warnings: readonly string[]) =>
  warnings.length === 0
    ? digest
    : createHash('sha256')
        .update(JSON.stringify([digest, warnings]))
        .digest('base64url');

const countOf = (changes: readonly SheetChange[], kind: SheetChange['kind']) =>
  changes.filter((change) => change.kind === kind).length;

async function previewSheet({ context, actor }: ImportCaller, sheet: ImportableSheet, file: string) {
  const raw = await readWorkbook({ context, actor }, sheet.title, file);
  if (isRefusal(raw)) return raw;
  const state = await sheet.read(context.db, context, actor);
  const compared = await compareWith(sheet, raw, state);
  const prepared = await sheet.prepare?.(compared.changes, state, compared.rows, actor);
  const preview = await previewImport(sheet, raw, state, prepared, compared);
  const { changes, problems } = preview;
  const warnings = await warningsOf(sheet, context.db, preview, state);
  const shownChanges = (['added', 'changed', 'same'] as const).flatMap((kind) =>
    changes.filter((change) => change.kind === kind).slice(0, sheetLimits.maxListedRows),
  );
  return {
    digest: digestOfPreview(preview.digest, warnings),
    added: countOf(changes, 'added'),
    changed: countOf(changes, 'changed'),
    same: countOf(changes, 'same'),
    wrong: problems.length,
    rows: presentChanges(shownChanges, sheet, state, await namesOf(context.db, sheet, state, shownChanges)),
    problems: problems.slice(0, sheetLimits.maxListedProblems),
    warnings,
  };
}

/**
 * Imports a spreadsheet completely or not at all: writes nothing if there is a problem, or if the data has
 * changed since the preview.
 */
async function applySheet(
  call: ActingCall<SheetImportCalls['apply']> & { sessionId: string },
  sheet: ImportableSheet,
  { file, digest }: { file: string; digest: string },
) {
  const { context } = call;
  const raw = await readWorkbook(call, sheet.title, file);
  if (isRefusal(raw)) return raw;
  const prepared = await prepareFor(call, sheet, raw);
  const answer = await actIfStillAllowed(call, sheet, async (tx) => {
    await sheet.lock?.(tx);
    const state = await sheet.read(tx, context, call.actor);
    const preview = await previewImport(sheet, raw, state, prepared);
    if (preview.problems.length > 0) return refuse('badInput', { problems: problemsOf(preview.problems) });
    const warnings = await warningsOf(sheet, tx, preview, state);
    if (digestOfPreview(preview.digest, warnings) !== digest) return refuse('sheetStale');
    const changes = preview.changes.filter(({ kind }) => kind !== 'same');
    const refused = await sheet.apply(tx, changes, state, context, { actor: call.actor, call }, prepared);
    if (refused) return refused;
    const counts = { added: countOf(changes, 'added'), changed: countOf(changes, 'changed') };
    return { answer: counts, auditRecord: auditRecordOf(sheet, changes, counts) };
  });
  if (!isRefusal(answer)) sheet.clearCache?.(context.db);
  return answer;
}

async function prepareFor({ context, actor }: ImportCaller, sheet: ImportableSheet, raw: RawSheet) {
  if (!sheet.prepare) return undefined;
  const state = await sheet.read(context.db, context, actor);
  const { changes, rows } = await compareWith(sheet, raw, state);
  return await sheet.prepare(changes, state, rows, actor);
}

function problemsOf(problems: readonly SheetProblem[]) {
  return problems.slice(0, sheetLimits.maxListedProblems).map(({ row, column, message }) => ({
    field: [row > 0 ? `第${row}行` : '', column].filter(Boolean).join(' ') || 'file',
    message,
  }));
}

/** Maximum number of rows listed in an audit record; all rows are only counted. */
const maxRecordedRows = 1_000;

function auditRecordOf(
  { name, title }: ImportableSheet,
  changes: readonly SheetChange[],
  answer: { added: number; changed: number },
) {
  const changesOf = (kind: SheetChange['kind']) =>
    changes.filter((change) => change.kind === kind).slice(0, maxRecordedRows);
  return {
    chain: 'sheet-import',
    action: 'sheet.import',
    objectKind: 'sheet',
    objectId: name,
    detail: {
      title,
      ...answer,
      addedKeys: changesOf('added').map(({ key }) => key),
      changedRows: changesOf('changed').map(({ key, fields }) => ({
        key,
        fields: fields.map((field) => ({ ...field })),
      })),
    },
  };
}
