import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { Acknowledgement } from './acknowledged.ts';
import type { FiledAnchor } from './anchor-log.ts';
import type { Beginning } from './beginning.ts';
import type { AuditHead, LinkProblem } from './chain.ts';
import type { Finding } from './findings.ts';
import type { Records } from './verify.queries.ts';

/** The most findings that a report lists. */
export const maxFindings = 500;

/** A finding, with who said why it is known. */
export interface KnownFinding extends Finding {
  acknowledged?: Acknowledgement | undefined;
}

export interface AuditReport {
  links: number;
  chains: number;
  orders: number;
  files: number;
  packages: number;
  anchors: number;
  /** Everything that is not as the portal wrote it, at most `mostFindings`; empty when nothing was tampered with. */
  findings: KnownFinding[];
  /** The first unacknowledged finding, in English; undefined if there is none. */
  broken: string | undefined;
  /** To be compared with the log of the day it was written. */
  lastAnchorHash: string | undefined;
}

/**
 * Checks the packages of the archive as they were at the moment, and reports the problems of each; `later`
 * reads their present state.
 */
export type ProvePackages = (
  moment: Db,
  later: Db,
  files: StoredBytes | undefined,
) => AsyncGenerator<Finding | undefined, void, void>;

type StoredBytes = Pick<FileStore, 'read' | 'size'>;

export interface VerifyOptions {
  /** The store of the bytes of files; without it they are not checked. */
  files?: StoredBytes | undefined;
  /** The archive is a layer above the audit log and is passed in. */
  packages?: ProvePackages;
  /** Links of before the key are believed up to here; without it none is. */
  beginning?: Beginning | undefined;
  /** Hashes of anchors that must be there. */
  expectedAnchors?: readonly string[];
  /** Lines of the file outside the database, which must all be there. */
  filedAnchors?: readonly FiledAnchor[];
  /** The file is the one that the portal writes, not a copy of some time: it must have every anchor. */
  fileIsOwn?: boolean;
  /** Hears how far the walk has come, after every batch. */
  progress?: (report: AuditReport) => void;
}

/** State of one order by its chain, gathered while its links go by. */
export interface OrderTrail {
  id: string;
  head: AuditHead;
  /** Of each thing the digest in the last link that names it. */
  things: Map<string, string>;
  faults: { seq: number; fault: LinkProblem }[];
  /** Every link is signed, so that nothing of the order is without a digest. */
  signed: boolean;
  /** When the order was voided, unless its forms were restored since. */
  formsDeletedAt: Date | undefined;
}

type Row<Table extends keyof Records> = Records[Table][number];

export interface VerifiedOrder {
  order: Row<'orders'>;
  state: Row<'states'> | undefined;
  events: Row<'events'>[];
  applicant: Row<'applicants'> | undefined;
  forms: Row<'forms'>[];
  traces: Row<'traces'>[];
  records: Row<'records'>[];
  copies: Row<'copies'>[];
  inbox: Row<'inbox'>[];
  limits: Row<'limits'>[];
}
