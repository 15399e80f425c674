import type { BundleProblem } from '#contract/configuration-bundle.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { BundlePart } from '#domain/office/bundle-parts.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { BundleRows } from './bundle-rows.ts';

export interface BundleChange {
  kind: 'added' | 'changed' | 'same';
  key: string;
  name: string;
  fields: { title: string; was: string; now: string }[];
}

export interface PartImportResult {
  changes: BundleChange[];
  problems: Omit<BundleProblem, 'part'>[];
  /** Notes about rows that are imported with other values than in the bundle. */
  notes?: string[];
}

/** An import, in a transaction that is committed or, for a preview, rolled back. */
export interface ImportContext {
  tx: Tx;
  context: Context;
  actor: Actor;
  requestId: string;
}

/** One part of the bundle: its export, and its import into existing data. */
export interface Part {
  name: BundlePart;
  /** Returns plain data, in a stable order. */
  read(db: Db, context: Context, actor: Actor): Promise<unknown[]>;
  /** Does slow work before the transaction, because a transaction occupies a connection. */
  prepare?(rows: BundleRows, call: Pick<ImportContext, 'context' | 'actor'>): Promise<unknown>;
  importRows(call: ImportContext, rows: BundleRows, prepared: unknown): Promise<PartImportResult>;
  /** Ends the preparation after the transaction, whether it was committed or rolled back. */
  finish?(context: Context, prepared: unknown): Promise<void>;
}

/** Returns the problem of a row that does not belong to its part. */
export const unreadableRowProblem = (name: string) => ({ name, message: '内容不完整或无法识别' });
