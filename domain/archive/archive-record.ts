import type { ApplicantTerm } from '../applicants/applicant-term.ts';
import type { LocalDate } from '../calendar/local-date.ts';

/** Retention periods of an archived order (DA/T 22: 永久, 30 years, 10 years), by the letters of its 档号. */
export const RetentionPeriod = { permanent: 'Y', thirtyYears: 'D30', tenYears: 'D10' } as const;
export type RetentionPeriod = (typeof RetentionPeriod)[keyof typeof RetentionPeriod];

export const retentionLabel: Record<RetentionPeriod, string> = {
  Y: '永久',
  D30: '30年',
  D10: '10年',
};

/** Length of each period in whole years; undefined means permanent. */
const retentionYears: Record<RetentionPeriod, number | undefined> = { Y: undefined, D30: 30, D10: 10 };

export function isRetentionPeriod(text: string): text is RetentionPeriod {
  return Object.hasOwn(retentionLabel, text);
}

/** Returns the last day of retention; the term starts in the year after the order was concluded. */
export function retentionEnd(concludedOn: LocalDate, period: RetentionPeriod): LocalDate | undefined {
  const years = retentionYears[period];
  return years === undefined ? undefined : `${Number(concludedOn.slice(0, 4)) + years}-12-31`;
}

/** Parts that a 档号 is made of. */
export interface ArchiveNumberParts {
  /** 全宗号, given by the archive that will take the records over. */
  fonds: string;
  year: number;
  period: RetentionPeriod;
  /** 机构（问题）代码. */
  department: string;
  /** 件号 within year, period and department, from 1. */
  item: number;
}

/** Returns the 档号 after DA/T 13-2022: 全宗号-门类·年度-保管期限-机构（问题）-件号. */
export function archiveNumber({ fonds, year, period, department, item }: ArchiveNumberParts): string {
  return `${fonds}-WS·${year}-${period}-${department}-${String(item).padStart(4, '0')}`;
}

/** An order as it is archived: every value as text, with no codes that need a lookup. */
export interface ArchiveRecord {
  place: ArchiveNumberParts;
  /** 全宗名称 and 立档单位名称. */
  fondsName: string;
  unit: string;
  /** 流水号. */
  code: string;
  title: string;
  /** Kind of the matter: 事项. */
  item: string;
  status: string;
  urgency: string;
  startedOn: LocalDate;
  concludedOn: LocalDate;
  applicantWord: ApplicantTerm;
  applicant: readonly ArchiveFact[];
  /** Each form by its title, with its filled fields in their order. */
  forms: readonly { title: string; facts: readonly ArchiveFact[]; tables: readonly ArchiveTable[] }[];
  /** Steps in the order of time. */
  trace: readonly ArchiveStep[];
  /** 联名信访人, 关联办件 and the judgement on repetition of a petition; empty for other orders. */
  petition: { facts: readonly ArchiveFact[]; tables: readonly ArchiveTable[] };
  /** Side records (补正, 缴费 …), oldest first. */
  records: readonly ArchiveSideRecord[];
  /** Checks of the materials, oldest first. */
  materialChecks: readonly ArchiveMaterialCheck[];
  /** Changes of fields of the forms, oldest first. */
  changes: readonly ArchiveChange[];
  files: readonly ArchiveFile[];
}

/**
 * A text with the signatures that follow it, by their paths in the package; the text of a signature itself is empty.
 */
export interface SignedText {
  text: string;
  pictures: readonly { path: string; name: string }[];
}

export type ArchiveValue = string | SignedText;

export type ArchiveFact = readonly [label: string, value: ArchiveValue];

export interface ArchiveTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ArchiveValue[])[];
}

/** One step of the trace. */
export interface ArchiveStep {
  node: string;
  action: string;
  by: string;
  unit: string;
  /** Time as YYYY-MM-DD HH:mm. */
  at: string;
  opinion: string;
  /** Paths of the files in the package that the handler attached to the step. */
  files: readonly string[];
}

/** A side record with its content. */
export interface ArchiveSideRecord {
  /** Number from 1 within the order. */
  number: number;
  kind: string;
  state: string;
  /** Step at which it was opened; empty if it concerns the whole order. */
  node: string;
  /** Person and time of the first and of the last command, such as `赵敏，2026-10-14 09:20`. */
  opened: string;
  changed: string;
  facts: readonly ArchiveFact[];
  tables: readonly ArchiveTable[];
  /** Paths of its files in the package. */
  files: readonly string[];
}

/** One saved check of the materials. */
export interface ArchiveMaterialCheck {
  number: number;
  node: string;
  by: string;
  at: string;
  summary: string;
  /** Results: material, state, received originals and copies, explanation. */
  rows: readonly (readonly [
    name: string,
    state: string,
    originals: string,
    copies: string,
    reason: string,
  ])[];
}

/** A change of one field by an action. */
export interface ArchiveChange {
  /** Version of the order after the action. */
  version: number;
  at: string;
  by: string;
  node: string;
  form: string;
  /** Title of the field, with the place inside it: `涉及人员 / 第 2 行 / 电话`. */
  field: string;
  before: string;
  after: string;
  /** Digest (SM3) of the stored values before the action, as in the audit record; empty if it has none. */
  digest: string;
}

/** A file of the package. */
export interface ArchiveFile {
  /** Path within the package, with `/`. */
  path: string;
  /** Name that the uploader gave. */
  title: string;
  kind: ArchiveFileKind;
  contentType: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
}

/** A part of a package, as its row lists it. */
export interface ArchivePart {
  path: string;
  title: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
}

/** Kinds of files: 文书 that the office made, and 材料: all other files. */
export const ArchiveFileKind = { document: '文书', material: '材料' } as const;
export type ArchiveFileKind = (typeof ArchiveFileKind)[keyof typeof ArchiveFileKind];
