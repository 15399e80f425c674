import type { Db } from '#server/database/transaction.ts';
import { type AuditHead, checkLink, emptyHead } from './chain.ts';
import * as queries from './queries.ts';
import { firstAnchorHash, hashAnchor } from './service.ts';

export interface AuditReport {
  links: number;
  chains: number;
  anchors: number;
  /** Undefined when nothing was tampered with; else the first thing found. */
  broken: string | undefined;
  /** To be compared with the log of the day it was written. */
  lastAnchorHash: string | undefined;
}

const batch = 5_000;

/** Walks every chain and every anchor, and stops at the first link that was changed, moved, cut or lost. */
export async function verifyAudit(db: Db): Promise<AuditReport> {
  const report: AuditReport = {
    links: 0,
    chains: 0,
    anchors: 0,
    broken: undefined,
    lastAnchorHash: undefined,
  };
  report.broken =
    (await verifyLinks(db, report)) ?? (await verifyAnchors(db, report)) ?? (await verifyEnds(db));
  return report;
}

async function verifyLinks(db: Db, report: AuditReport): Promise<string | undefined> {
  let head: AuditHead = { chain: '', seq: 0, hash: '' };
  for (;;) {
    const links = await queries.listLinksAfter(db, head, batch);
    for (const link of links) {
      if (link.chain !== head.chain) {
        head = emptyHead(link.chain);
        report.chains += 1;
      }
      const wrong = checkLink(head, link);
      if (wrong) return `chain ${link.chain}, link ${link.seq}: ${wrong}`;
      head = link;
      report.links += 1;
    }
    if (links.length < batch) return undefined;
  }
}

async function verifyAnchors(db: Db, report: AuditReport): Promise<string | undefined> {
  let seq = 0;
  let hash = firstAnchorHash;
  for (;;) {
    const anchors = await queries.listAnchors(db, 'asc', seq, batch / 10);
    for (const anchor of anchors) {
      if (anchor.seq !== seq + 1) return `anchor ${seq + 1} is missing`;
      if (anchor.prevHash !== hash) return `anchor ${anchor.seq} does not continue the one before it`;
      if (anchor.hash !== hashAnchor(anchor)) return `anchor ${anchor.seq} was changed`;
      ({ seq, hash } = anchor);
      report.anchors += 1;
      report.lastAnchorHash = hash;
    }
    if (anchors.length < batch / 10) return undefined;
  }
}

async function verifyEnds(db: Db): Promise<string | undefined> {
  const lost = await queries.findLostHead(db);
  if (lost) return `chain ${lost.chain}: link ${lost.seq}, witnessed by anchor ${lost.anchor}, is gone`;
  const stray = await queries.findStrayHead(db);
  if (stray) return `chain ${stray.chain} does not end at link ${stray.seq} as its head says`;
  return undefined;
}
