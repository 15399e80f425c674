import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { Acknowledgement } from './acknowledged.ts';
import type { FiledAnchor } from './anchor-log.ts';
import type { AuditHead, RecordProblem } from './chain.ts';
import type { Finding } from './findings.ts';
import type { GenesisRecord } from './genesis-record.ts';
import type { OrderRows } from './verify.queries.ts';

/** Maximum number of findings in a report. */
export const maxFindings = 500;

/** A finding, with its acknowledgement if there is one. */
export interface ReportedFinding extends Finding {
  acknowledged?: Acknowledgement | undefined;
}

export interface AuditReport {
  links: number;
  chains: number;
  orders: number;
  files: number;
  packages: number;
  anchors: number;
  /**
   * All deviations from the data that the portal wrote, at most `maxFindings`; empty if there was no
   * tampering.
   */
  findings: ReportedFinding[];
  /** The first unacknowledged finding, in English; undefined if there is none. */
  broken: string | undefined;
  /** Hash of the last anchor, which the operator compares with the log of the day when it was written. */
  lastAnchorHash: string | undefined;
}

/**
 * Checks the packages of the archive in a snapshot, and yields the problems of each; `currentDb` reads their
 * current state.
 */
export type VerifyPackages = (
  snapshot: Db,
  currentDb: Db,
  files: StoredBytes | undefined,
) => AsyncGenerator<Finding | undefined, void, void>;

type StoredBytes = Pick<FileStore, 'read' | 'size'>;

export interface VerifyOptions {
  /** The store of file contents; without it they are not checked. */
  files?: StoredBytes | undefined;
  /** Checks the archive packages; a parameter, because the archive is a layer above the audit log. */
  packages?: VerifyPackages;
  /** The genesis record up to which records without a key are accepted; without it none is. */
  genesis?: GenesisRecord | undefined;
  /** Hashes of anchors that must exist. */
  expectedAnchors?: readonly string[];
  /** Lines of the file outside the database, all of which must exist in it. */
  filedAnchors?: readonly FiledAnchor[];
  /** True if the file is the portal's own, not an earlier copy: it must contain every anchor. */
  fileIsOwn?: boolean;
  /** Receives the progress after every batch. */
  progress?: (report: AuditReport) => void;
}

/** State of one order according to its chain, collected while its records are read. */
export interface OrderAuditLog {
  id: string;
  head: AuditHead;
  /** The digest of each object in the last record that names it. */
  digests: Map<string, string>;
  problems: { seq: number; problem: RecordProblem }[];
  /** True if every record is signed, so that all data of the order has a digest. */
  isSigned: boolean;
  /** Time when the order was voided, unless its forms were restored since. */
  formsDeletedAt: Date | undefined;
}

type Row<Table extends keyof OrderRows> = OrderRows[Table][number];

export interface VerifiedOrder {
  order: Row<'orders'>;
  state: Row<'states'> | undefined;
  events: Row<'events'>[];
  applicant: Row<'applicants'> | undefined;
  forms: Row<'forms'>[];
  traces: Row<'traces'>[];
  records: Row<'records'>[];
  checks: Row<'checks'>[];
  copies: Row<'copies'>[];
  inbox: Row<'inbox'>[];
  limits: Row<'limits'>[];
  sideRecords: Row<'sideRecords'>[];
}
