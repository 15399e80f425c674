import {
  type ArchiveFact,
  type ArchiveFile,
  ArchiveFileKind,
  type ArchiveNumberParts,
  type ArchiveRecord,
  type ArchiveStep,
  type ArchiveValue,
} from '#domain/archive/archive-record.ts';
import { pathsInPackage } from '#domain/archive/package-paths.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { genderLabel, isGender } from '#domain/enumerations/gender.ts';
import { type FieldText, textOfForm } from '#domain/forms/text.ts';
import { operationLabel } from '#domain/workflow/trace-texts.ts';
import type { Context } from '#server/framework/context.ts';
import {
  completeTrace,
  statusLabelOf,
  unmaskedApplicant,
} from '#server/modules/cases/work-orders/service.ts';
import { getPublishedForm, openForm } from '#server/modules/design/forms/service.ts';
import { formChangesOf, materialChecksOf, petitionOf, sideRecordsOf } from './collect-records.ts';
import { findWholeOrder, type WholeFile, type WholeForm, type WholeOrder } from './record.queries.ts';

/** An order as its package contains it, and the files of the package, each with its path. */
export interface PackageContent {
  order: WholeOrder;
  record: ArchiveRecord;
  files: readonly { file: ArchiveFile; stored: WholeFile }[];
}

/** The archive number of an order, in its parts, and the name of the fonds. */
export interface AssignedPlace {
  place: ArchiveNumberParts;
  fondsName: string;
}

/**
 * Collects all data of an order, unmasked: the record of an archive is complete, and reading it needs a
 * separate permission.
 */
export async function collectPackageContent(
  context: Context,
  order: WholeOrder,
  { place, fondsName }: AssignedPlace,
): Promise<PackageContent> {
  const files = filesOf(order);
  const pathOf = new Map(files.map(({ file, stored }) => [stored.id, file.path]));
  const [forms, trace, applicant] = await Promise.all([
    Promise.all(order.forms.map((form) => formOf(context, form, pathOf))),
    completeTrace(context, order.id),
    applicantOf(context, order),
  ]);
  const nodes = new Map(trace.map(({ id, flowNodeName }) => [id, flowNodeName]));
  const nodeOf = (task: number | null) => nodes.get(`${order.id}.${task}`) ?? '';
  const [petition, records, changes] = await Promise.all([
    petitionOf(context, order.id),
    sideRecordsOf(context, order, { nodeOf, pathOf }),
    formChangesOf(context, order.id, nodeOf),
  ]);
  const momentOf = ({ endTime, startTime }: (typeof trace)[number]) => endTime ?? startTime;
  // The page shows the newest first.
  const tracesByTime = [...trace]
    .reverse()
    .sort((one, other) => momentOf(one).localeCompare(momentOf(other)));
  const steps = tracesByTime.map(
    (row): ArchiveStep => ({
      node: row.flowNodeName,
      action: operationLabel(row),
      by: row.onBehalfOf === '' ? row.handlerName : `${row.handlerName}（代${row.onBehalfOf}）`,
      unit: row.handlerOrgName,
      at: minuteText(new Date(momentOf(row))),
      opinion: [row.handlerOpinion, row.remark].filter((text) => text !== '').join('\n'),
      files: row.attachments.flatMap(({ id }) => pathOf.get(id) ?? []),
    }),
  );
  const record: ArchiveRecord = {
    place,
    fondsName,
    unit: order.office.name,
    code: order.code,
    title: order.title,
    item: order.itemName,
    status: statusLabelOf(order.status),
    urgency: forms.find(({ urgency }) => urgency !== '')?.urgency ?? '',
    startedOn: localDateOf(order.startedAt),
    concludedOn: localDateOf(order.endedAt ?? context.now()),
    applicantWord: order.applicantWord,
    applicant,
    forms: forms.map(({ title, facts, tables }) => ({ title, facts, tables })),
    trace: steps,
    petition,
    records,
    materialChecks: materialChecksOf(order.checks),
    changes,
    files: files.map(({ file }) => file),
  };
  return { order, record, files };
}

export { findWholeOrder };

async function formOf(
  context: Context,
  { formDefinitionId, content, deleted }: WholeForm,
  pathOf: ReadonlyMap<string, string>,
) {
  const form = await getPublishedForm(context.db, formDefinitionId);
  const openedForm = openForm(form, content, context.crypto);
  const fields = textOfForm(form.compiled, openedForm.content);
  return {
    title: deleted ? `${form.compiled.title}（已作废）` : form.compiled.title,
    urgency: fields.find(({ id }) => id === 'urgency')?.text ?? '',
    facts: fields
      .filter(({ rows }) => rows === undefined)
      .map((field): ArchiveFact => [field.title, archiveValueOf(field, pathOf)]),
    tables: fields.flatMap(({ title, id, rows, foot }) => {
      if (rows === undefined || rows.length === 0) return [];
      const columns = form.compiled.byId.get(id)?.columns ?? [];
      const cells = rows.map((row) =>
        columns.map((column) => {
          const cell = row.find(({ id: columnId }) => columnId === column.id);
          return cell ? archiveValueOf(cell, pathOf) : '';
        }),
      );
      const allRows = foot === undefined ? cells : [...cells, [...foot]];
      return [{ title, columns: columns.map((column) => column.title), rows: allRows }];
    }),
  };
}

/** Returns the text of a field, with its signatures that are files of the package. */
function archiveValueOf(
  { text, pictures, picturesInside = [] }: FieldText,
  pathOf: ReadonlyMap<string, string>,
): ArchiveValue {
  const drawn = (pictures ?? picturesInside).flatMap(({ id, name }) => {
    const path = pathOf.get(id);
    return path === undefined ? [] : [{ path, name }];
  });
  if (drawn.length === 0) return text;
  return { text: pictures === undefined ? text : '', pictures: drawn };
}

async function applicantOf(context: Context, { applicant }: WholeOrder): Promise<ArchiveFact[]> {
  if (applicant === null) return [];
  const unmasked = await unmaskedApplicant(context, applicant);
  const facts: ArchiveFact[] = [
    ['类型', unmasked.applyerTypeLabel],
    ['姓名或名称', unmasked.name],
    ['性别', isGender(unmasked.sex) ? genderLabel[unmasked.sex] : ''],
    ['证件类型', unmasked.certCategoryLabel],
    ['证件号码', unmasked.certCode],
    ['手机号码', unmasked.mobile],
    ['联系电话', unmasked.contactNo],
    ['地址', unmasked.address],
    ['企业类型', unmasked.enterpriseTypeLabel],
    ['代表人', unmasked.representName],
    ['代表人证件类型', unmasked.representName === '' ? '' : unmasked.representCertCategoryLabel],
    ['代表人证件号码', unmasked.representCertCode],
    ['代表人手机', unmasked.representMobile],
    ['备注', unmasked.remark],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Returns the files of the order: documents of the office first, each kind in the order of arrival. */
function filesOf({ files }: WholeOrder): { file: ArchiveFile; stored: WholeFile }[] {
  const kindOf = ({ document }: WholeFile) =>
    document ? ArchiveFileKind.document : ArchiveFileKind.material;
  const paths = pathsInPackage(files.map((file) => ({ name: file.name, kind: kindOf(file) })));
  const filesWithPaths = files.map((stored, index) => ({
    stored,
    file: {
      path: paths[index] ?? stored.id,
      title: stored.document?.isVoid ? `${stored.name}（已作废）` : stored.name,
      kind: kindOf(stored),
      contentType: stored.contentType,
      size: stored.size,
      sha256: stored.sha256,
    },
  }));
  return Object.values(ArchiveFileKind).flatMap((kind) =>
    filesWithPaths.filter(({ file }) => file.kind === kind),
  );
}
