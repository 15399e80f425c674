import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { AcknowledgedFindings } from './acknowledged.ts';
import {
  type AuditHead,
  type AuditRecord,
  checkAuditRecord,
  emptyHead,
  isKeyed,
  orderOfChain,
  type Signer,
} from './chain.ts';
import { chainSubject, type Finding, finding, orderSubject, problemFinding } from './findings.ts';
import { checkGenesisRecord, isUnsignedAfterGenesis, LastUnsignedRecords } from './genesis-record.ts';
import { LostAnchors } from './lost-anchors.ts';
import {
  inOneSnapshot,
  listFamilyHeads,
  listFilesWithoutRecord,
  listOrdersWithoutChain,
  listRecordsAfter,
} from './verify.queries.ts';
import { verifyAnchors } from './verify-anchors.ts';
import { checkUploads, uploadOf } from './verify-files.ts';
import { checkOrders } from './verify-orders.ts';
import { type AuditReport, maxFindings, type OrderAuditLog, type VerifyOptions } from './verify-report.ts';
import { RecordedRows } from './verify-rows.ts';

/** A batch blocks the process for milliseconds only, because people work at the same time. */
const recordBatch = 500;
const orderBatch = 25;
/**
 * Verifies every chain, and compares each order with its audit records and with its applied events, each file
 * with the record of its upload, and the anchors with the chains and with the evidence outside. Memory stays
 * limited: records, orders and files are read in batches.
 */
export function verifyAudit(db: Db, signer: Signer, options: VerifyOptions = {}): Promise<AuditReport> {
  return inOneSnapshot(db, (snapshot) => verifySnapshot(snapshot, db, signer, options));
}

/** Verifies the snapshot `db`; `currentDb` reads the state after it. */
async function verifySnapshot(
  db: Db,
  currentDb: Db,
  signer: Signer,
  options: VerifyOptions,
): Promise<AuditReport> {
  const report: AuditReport = {
    links: 0,
    chains: 0,
    orders: 0,
    files: 0,
    packages: 0,
    anchors: 0,
    findings: [],
    broken: undefined,
    lastAnchorHash: undefined,
  };
  const addFindings = (findings: readonly Finding[]) =>
    report.findings.push(...findings.slice(0, maxFindings - report.findings.length));
  const definitions = new Map<string, ProcessDefinition | undefined>();
  const families = new Map<string, AuditHead>();
  const oldRecords = new LastUnsignedRecords();
  const rows = new RecordedRows();
  const acknowledgements = new AcknowledgedFindings();
  const lostAnchors = new LostAnchors();
  const collectors = [rows, acknowledgements, lostAnchors];
  let logs: OrderAuditLog[] = [];
  let log: OrderAuditLog | undefined;
  let head: AuditHead | undefined;

  const endChain = () => {
    if (!head) return;
    if (!isKeyed(head.hash)) oldRecords.add(head, signer);
    if (log) logs.push({ ...log, head });
    else families.set(head.chain, head);
    report.chains += 1;
  };
  const checkAuditLogs = async () => {
    report.orders += logs.length;
    addFindings(await checkOrders(db, logs, definitions));
    logs = [];
    options.progress?.(report);
  };

  for (;;) {
    const links = await listRecordsAfter(db, head, recordBatch);
    for (const record of links) {
      if (record.chain !== head?.chain) {
        endChain();
        head = emptyHead(record.chain);
        log = createOrderLog(record.chain, head);
      }
      const problem =
        checkAuditRecord(head, record, signer) ??
        (isUnsignedAfterGenesis(head, record, options.genesis) ? 'unkeyed' : undefined);
      if (problem && log) log.problems.push({ seq: record.seq, problem });
      else if (problem)
        addFindings([problemFinding(chainSubject(record.chain), record.seq, problem, record.hash)]);
      else for (const collector of collectors) collector.collect(record);
      if (head.seq > 0 && !isKeyed(head.hash) && isKeyed(record.hash)) oldRecords.add(head, signer);
      if (log) collect(log, record);
      head = record;
      report.links += 1;
      if (logs.length >= orderBatch) await checkAuditLogs();
    }
    const uploads = links.flatMap((record) => uploadOf(record) ?? []);
    addFindings(await checkUploads(db, currentDb, uploads, options.files));
    report.files += uploads.length;
    options.progress?.(report);
    if (links.length < recordBatch) break;
  }
  endChain();
  await checkAuditLogs();
  for await (const problem of options.packages?.(db, currentDb, options.files) ?? []) {
    report.packages += 1;
    addFindings(problem ? [problem] : []);
    options.progress?.(report);
  }
  addFindings(await checkEnds(db, families));
  addFindings(checkGenesisRecord(oldRecords, signer, options.genesis));
  addFindings(await rows.check(db));
  addFindings(await verifyAnchors(db, signer, options, report, lostAnchors));
  for (const one of report.findings) one.acknowledged = acknowledgements.of(one);
  report.broken = report.findings.find(({ acknowledged }) => acknowledged === undefined)?.english;
  return report;
}

function createOrderLog(chain: string, head: AuditHead): OrderAuditLog | undefined {
  const id = orderOfChain(chain);
  if (id === undefined) return undefined;
  return { id, head, digests: new Map(), problems: [], isSigned: true, formsDeletedAt: undefined };
}

function collect(log: OrderAuditLog, record: AuditRecord): void {
  if (!isKeyed(record.hash)) log.isSigned = false;
  for (const [object, digest] of Object.entries(record.digests ?? {})) log.digests.set(object, digest);
  if (record.action === 'work-order.void') log.formsDeletedAt = record.at;
  if (record.action === 'work-order.restore-forms') log.formsDeletedAt = undefined;
}

/** Reports families that do not end at their heads, and orders and files without a record. */
async function checkEnds(db: Db, families: Map<string, AuditHead>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const heads = new Map((await listFamilyHeads(db)).map((head) => [head.chain, head]));
  for (const chain of new Set([...families.keys(), ...heads.keys()])) {
    const [end, head] = [families.get(chain), heads.get(chain)];
    if (end?.seq === head?.seq && end?.hash === head?.hash) continue;
    findings.push(
      finding(
        chainSubject(chain),
        `审计链的末端（第 ${end?.seq ?? 0} 条）与记录的末端（第 ${head?.seq ?? 0} 条）不符`,
        `ends at link ${end?.seq ?? 0}, not at link ${head?.seq ?? 0} as its head says`,
      ),
    );
  }
  for (const code of await listOrdersWithoutChain(db, maxFindings))
    findings.push(
      finding(
        orderSubject(code),
        '没有审计记录，不是经系统发起的',
        'has no audit links: the portal did not start it',
      ),
    );
  for (const { id, name } of await listFilesWithoutRecord(db, maxFindings))
    findings.push({
      chinese: `附件“${name}”（${id}）没有上传的审计记录`,
      english: `file ${id} has no link of its upload`,
    });
  return findings;
}
