import type { PackageProblem } from '#contract/configuration-bundle.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { PackagePart } from '#domain/office/package-parts.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { PackageRows } from './bundle-rows.ts';

export interface PackageChange {
  kind: 'added' | 'changed' | 'same';
  key: string;
  name: string;
  fields: { title: string; was: string; now: string }[];
}

export interface ImportedBundle {
  changes: PackageChange[];
  problems: Omit<PackageProblem, 'part'>[];
  /** Notes on rows that are imported otherwise than they stand in the bundle. */
  notes?: string[];
}

/** A taking in, in the transaction that is kept or, for a look, rolled back. */
export interface Taking {
  tx: Tx;
  context: Context;
  actor: Actor;
}

/** One part of the package: how it is taken out, and how it is taken in beside what is there. */
export interface Part {
  name: PackagePart;
  /** Plain data, in an order that does not change by itself. */
  read(db: Db, context: Context, actor: Actor): Promise<unknown[]>;
  /** Does the work that must be done before a transaction holds its connection. */
  prepare?(rows: PackageRows, actor: Actor): Promise<unknown>;
  take(taking: Taking, rows: PackageRows, prepared: unknown): Promise<ImportedBundle>;
}

/** Returns the problem of a row that does not belong to its part. */
export const unreadable = (name: string) => ({ name, message: '内容不完整或无法识别' });
